import type { Document } from '../../core/document.ts'
import type { Memory } from '../../core/memory.ts'
import type { Settings } from '../../core/settings.ts'
import type { Place } from '../../core/text.ts'
import { coworkRoot } from './claim.ts'

/** The lists of `memory.json`, which are also the folders of their detail files. */
export const LISTS = ['decisions', 'patterns'] as const
export type ListName = (typeof LISTS)[number]

/** What is known of one decision or pattern. */
export type ProjectRow = {
  readonly id: string
  readonly place: Place
  readonly iteration: { readonly id: string; readonly place: Place } | null
  /** What its detail file says above the mark; null where the row is not whole, or its id cannot name a file. */
  readonly detail: string | null
}

/** What is known of `memory.json`: null for a list that is none. */
export type ProjectFacts = { readonly [list in ListName]: readonly ProjectRow[] | null } & {
  /** What its context names: the stack, the style, the dependencies. */
  readonly context: readonly string[]
}

const NO_ROWS: ProjectFacts = { decisions: [], patterns: [], context: [] }

/** The document of `memory.json`, where there is one. */
export function projectMemory({ documents }: Memory): Document | undefined {
  return documents.find(({ kind }) => kind === 'project-memory')
}

/** The rows of `memory.json`: none without that file, null where it could not be read, because unreadable is not empty. */
export function projectFacts(memory: Memory): ProjectFacts | null {
  const document = projectMemory(memory)
  if (!document) return NO_ROWS
  return document.complete ? (document.facts as ProjectFacts | null) : null
}

/** Where the index of the project memory lies. */
export function projectMemoryPath(settings: Settings): string {
  return `${coworkRoot(settings)}/memory/project/memory.json`
}

/** Where the detail file of a row lies. The id must have its form: then it cannot lead anywhere else. */
export function detailPath(settings: Settings, list: ListName, id: string): string {
  return `${coworkRoot(settings)}/memory/project/${list}/${id}.md`
}

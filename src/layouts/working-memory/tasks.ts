import type { Document, Item } from '../../core/document.ts'
import type { Json } from '../../core/json.ts'
import type { Memory } from '../../core/memory.ts'
import type { Place } from '../../core/text.ts'

/** The documents of one task. */
type Task = {
  readonly name: string
  readonly state: Document | null
  readonly log: Document | null
  readonly updates: readonly Document[]
}

/** The documents of a memory by task, in the order of their paths. */
export function tasksOf({ documents }: Memory): Task[] {
  const byTask = new Map<string, Document[]>()
  for (const document of documents) {
    const list = byTask.get(document.scope)
    if (list) list.push(document)
    else byTask.set(document.scope, [document])
  }
  return [...byTask].map(([name, own]) => ({
    name,
    state: own.find(({ kind }) => kind === 'task-state') ?? null,
    log: own.find(({ kind }) => kind === 'task-log') ?? null,
    updates: own.filter(({ kind }) => kind === 'task-update'),
  }))
}

/** An id and where it is. */
export type IdAt = { readonly id: string; readonly place: Place }

/** What the diffs of a log say. */
export type LogFacts = { readonly added: readonly IdAt[]; readonly archived: readonly IdAt[] }

/** Which entries an update would archive. */
export type UpdateFacts = { readonly archive: readonly IdAt[] }

/** What is known of a log; null for any other file, and where it could not be read. */
export function logFactsOf({ kind, facts }: Document): LogFacts | null {
  return kind === 'task-log' ? (facts as LogFacts | null) : null
}

/** What is known of an update; null for any other file, and where it could not be read. */
export function updateFactsOf({ kind, facts }: Document): UpdateFacts | null {
  return kind === 'task-update' ? (facts as UpdateFacts | null) : null
}

/** What rules ask of an entry that was read. */
export type KnownEntry = {
  /** Empty where it has none. */
  readonly id: string
  readonly place: Place
  /** When and why it was archived; null for an entry that holds. */
  readonly archived: Json
}

/** The entries of a state in source order; null for any other file, and where the state could not be read. */
export function entriesOf({ kind, items, complete }: Document): readonly KnownEntry[] | null {
  return kind === 'task-state' && complete ? items.map(entryOf) : null
}

/** An entry by its item. */
export function entryOf({ fields, place }: Item): KnownEntry {
  const { id, archived = null } = fields
  return { id: typeof id === 'string' ? id : '', place, archived }
}

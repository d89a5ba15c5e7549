import type { JsonObject } from '../../../core/json.ts'
import type { Refusal } from '../../../core/operation.ts'
import { digest } from '../../../formats/hash.ts'
import type { JsonSplice } from '../../../formats/json/json-splices.ts'
import { normaliseTitle } from '../../../formats/names.ts'
import { type ListName, projectMemoryPath } from '../project-facts.ts'
import { type MemoryEntry, projectEntries } from './entries.ts'
import { type StoreInput, writableFile } from './files.ts'
import { jsonText, splicedFile } from './spliced-file.ts'

/** The model of `memory.json` with its defaults. */
export const EMPTY_PROJECT: JsonObject = {
  decisions: [],
  patterns: [],
  context: { tech_stack: [], architecture_style: null, key_dependencies: [] },
}

/** The text of `memory.json` after splices; one that is absent is made first. */
export function changedProjectFile(
  splices: readonly JsonSplice[],
  input: StoreInput,
): { readonly path: string; readonly text: string } | Refusal {
  const path = projectMemoryPath(input.memory.settings)
  const file = writableFile(path, input)
  if ('refusal' in file) return file
  const spliced = splicedFile(path, file.root === null ? jsonText(EMPTY_PROJECT) : file.text, splices)
  return 'refusal' in spliced ? spliced : { path, text: spliced.text }
}

/** The row of a list that has the same title and says the same. */
export function twinOf(
  { list, title, content }: { readonly list: ListName; readonly title: string; readonly content: string },
  input: StoreInput,
): MemoryEntry | undefined {
  const kind = list === 'decisions' ? 'decision' : 'pattern'
  return projectEntries(input).find(
    (entry) =>
      entry.kind === kind &&
      normaliseTitle(entry.title) === normaliseTitle(title) &&
      digest(entry.content) === digest(content),
  )
}

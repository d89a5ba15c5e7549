import { type DataPath, isJsonObject, isSameJson, type Json, type JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import type { Refusal } from '../../../core/operation.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { digest } from '../../../formats/hash.ts'
import { editJson } from '../../../formats/json/edit-json.ts'
import { normaliseTitle } from '../../../formats/names.ts'
import { type ListName, projectMemoryPath, shownName } from '../rows.ts'
import { closed, text } from './answers.ts'
import {
  iterationPath,
  type MemoryEntry,
  projectEntries,
  type StoreInput,
  textOf,
  writableFile,
} from './files.ts'

const rows = (description: string): JsonObject => ({
  type: 'array',
  description,
  items: { type: 'object', description: 'A row, with the fields of its model.' },
})

/** The whole of `memory.json` as data. */
export const PROJECT_MODEL = closed('ProjectMemory', 'Project memory.', {
  required: ['decisions', 'patterns', 'context'],
  properties: {
    decisions: rows('Decisions, oldest first.'),
    patterns: rows('Patterns, oldest first.'),
    context: { type: 'object', description: 'tech_stack, architecture_style, key_dependencies.' },
  },
})

/** The whole of an iteration file as data. */
export const ITERATION_MODEL = closed('IterationMemory', 'The memory of an iteration.', {
  required: ['iteration_id', 'insights', 'issues', 'learnings'],
  properties: {
    iteration_id: text('The iteration.', { maxLength: 200 }),
    insights: rows('Insights.'),
    issues: rows('Issues.'),
    learnings: rows('Learnings.'),
  },
})

/** A file as its model has it: what is absent has its default, and other keys are left out. */
export function withDefaults(root: JsonObject | null, defaults: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(defaults).map(([key, value]): [string, Json] => {
      const present = root?.[key]
      if (isJsonObject(value) && isJsonObject(present)) return [key, { ...value, ...present }]
      return [key, isSameType(present, value) ? (present ?? value) : value]
    }),
  )
}

function isSameType(a: Json | undefined, b: Json): boolean {
  return a !== undefined && Array.isArray(a) === Array.isArray(b) && typeof a === typeof b && a !== null
}

/** The model of `memory.json` with its defaults. */
export const EMPTY_PROJECT: JsonObject = {
  decisions: [],
  patterns: [],
  context: { tech_stack: [], architecture_style: null, key_dependencies: [] },
}

/** The text of `memory.json` after splices; one that is absent is made first. */
export function changedProjectFile(
  splices: readonly DataChange[],
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

/** The model of an iteration file with its defaults. */
export function emptyIteration(iteration: string): JsonObject {
  return { iteration_id: iteration, insights: [], issues: [], learnings: [] }
}

/** The text of an iteration file after splices; one that is absent is made first. */
export function changedIterationFile(
  iteration: string,
  splices: readonly DataChange[],
  input: StoreInput,
): { readonly path: string; readonly text: string } | Refusal {
  const path = iterationPath(input.memory, iteration)
  const file = writableFile(path, input)
  if ('refusal' in file) return file
  const present = file.root === null ? jsonText(emptyIteration(iteration)) : file.text
  const spliced = splicedFile(path, present, splices)
  return 'refusal' in spliced ? spliced : { path, text: spliced.text }
}

/** The same object without members that have no value. */
export function withoutNothing(fields: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, Json][] =>
      value === undefined ? [] : [[key, value]],
    ),
  )
}

/** A new JSON file. */
export function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A file's text after splices; a refusal where they do not fit what it holds. */
export function splicedFile(
  path: string,
  text: string,
  splices: readonly DataChange[],
): { readonly text: string } | Refusal {
  const spliced = editJson(text, splices)
  if ('text' in spliced) return spliced
  return {
    refusal: `${safePath(path)} cannot be changed in place: ${safeText(spliced.refused)}`,
    help: 'Nothing was written. Fix the file first: run `memkeep check`.',
  }
}

type Splices = { readonly splices: readonly DataChange[] }

/** The lists of a file, with the file as it is and as it is to be. */
type ListChanges<List extends string> = {
  readonly lists: readonly List[]
  readonly present: JsonObject
  readonly wanted: JsonObject
  /** What a row of a list is known by where it has no id; rows that are equal in this are paired in their order. */
  readonly wordsOf: (row: JsonObject, list: List) => string
}

/** The splices that make all of a file's lists what they are to be. Refused when a row is missing: nothing is lost by a save. */
export function listSplices<List extends string>({
  lists,
  present,
  wanted,
  wordsOf,
}: ListChanges<List>): Splices | Refusal {
  const splices: DataChange[] = []
  for (const list of lists) {
    const found = rowSplices({
      list,
      present: listIn(present[list]),
      wanted: listIn(wanted[list]).filter((row) => isJsonObject(row)),
      wordsOf: (row) => wordsOf(row, list),
    })
    if ('refusal' in found) return found
    splices.push(...found.splices)
  }
  return { splices }
}

/** A list as it is and as it is to be. */
type ListChange = {
  readonly list: string
  readonly present: readonly Json[]
  readonly wanted: readonly JsonObject[]
  readonly wordsOf: (row: JsonObject) => string
}

/**
 * The splices that make a list what it is to be: fields of its rows are set, and new rows come last. A key that a row no longer
 * has stays, because a reader leaves out what it does not know.
 */
function rowSplices({ list, present, wanted, wordsOf }: ListChange): Splices | Refusal {
  const pairing = pairingOf(wanted, wordsOf)
  const splices: DataChange[] = []
  for (const [i, row] of present.entries()) {
    if (!isJsonObject(row)) continue
    const match = pairing.take(row)
    if (!match) {
      return {
        refusal: `A row of ${list} is missing: ${shownName(textOf(row.id) || wordsOf(row))}`,
        help: 'Nothing was written. Load the memory again, and save it with every row: a save removes none.',
      }
    }
    splices.push(...fieldSplices([list, i], row, match))
  }
  const fresh = pairing.rest()
  return { splices: [...splices, ...(fresh.length === 0 ? [] : [{ at: [list], append: fresh }])] }
}

/** The rows of a list to be paired, each once. */
type Pairing = {
  readonly take: (row: JsonObject) => JsonObject | undefined
  readonly rest: () => readonly JsonObject[]
}

/** Rows are paired by their ids; where one of the two has none, by what they say. */
function pairingOf(wanted: readonly JsonObject[], wordsOf: (row: JsonObject) => string): Pairing {
  const open = new Set(wanted)
  const byId = new Map(wanted.filter((row) => textOf(row.id) !== '').map((row) => [textOf(row.id), row]))
  const byWords = new Map<string, JsonObject[]>()
  for (const row of wanted) byWords.set(wordsOf(row), [...(byWords.get(wordsOf(row)) ?? []), row])
  const take = (row: JsonObject): JsonObject | undefined => {
    const id = textOf(row.id)
    const alike = byWords.get(wordsOf(row))?.filter((one) => open.has(one)) ?? []
    const match = id === '' ? alike[0] : (byId.get(id) ?? alike.find((one) => textOf(one.id) === ''))
    if (match) open.delete(match)
    return match
  }
  return { take, rest: () => wanted.filter((row) => open.has(row)) }
}

/** Sets what differs; null and absent are the same. */
export function fieldSplices(at: DataPath, present: JsonObject, wanted: JsonObject): readonly DataChange[] {
  return Object.entries(wanted).flatMap(([key, value]): DataChange[] =>
    isSameJson(present[key] ?? null, value) ? [] : [{ at: [...at, key], set: value }],
  )
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

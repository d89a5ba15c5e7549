import { type DataPath, isJsonObject, isSameJson, type Json, type JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import type { Refusal } from '../../../core/operation.ts'
import { anyObject, closedObject, list, type Schema, typed, type ValueOf } from '../../../core/schema.ts'
import type { WritePlan } from '../../../core/write-plan.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { digest } from '../../../formats/hash.ts'
import { editJson } from '../../../formats/json/edit-json.ts'
import { normaliseTitle } from '../../../formats/names.ts'
import { refuse } from '../../../stores/answer.ts'
import { planText } from '../../../stores/plans.ts'
import { PROJECT_MODELS } from '../read-files.ts'
import { type ListName, projectMemoryPath, shownName } from '../rows.ts'
import { line } from './answers.ts'
import {
  iterationPath,
  type MemoryEntry,
  objectIn,
  projectEntries,
  type StoreInput,
  textOf,
  writableFile,
} from './files.ts'

/** What is no row is kept as it is, and is for the schema of the file to report. */
const rows = (description: string): Schema<readonly Json[]> =>
  list(anyObject('A row, with the fields of its model.'), description)

/** The whole of `memory.json` as data. */
export const PROJECT_MODEL = typed(
  'ProjectMemory',
  closedObject(
    ['decisions', 'patterns', 'context'],
    {
      decisions: rows('Decisions, oldest first.'),
      patterns: rows('Patterns, oldest first.'),
      context: anyObject('tech_stack, architecture_style, key_dependencies.'),
    },
    'Project memory.',
  ),
)

/** The whole of an iteration file as data. */
export const ITERATION_MODEL = typed(
  'IterationMemory',
  closedObject(
    ['iteration_id', 'insights', 'issues', 'learnings'],
    {
      iteration_id: line('The iteration.'),
      insights: rows('Insights.'),
      issues: rows('Issues.'),
      learnings: rows('Learnings.'),
    },
    'The memory of an iteration.',
  ),
)

const EMPTY_CONTEXT: JsonObject = { tech_stack: [], architecture_style: null, key_dependencies: [] }

/** `memory.json` as its model has it: what is absent has its default, and other keys are left out. */
export function projectModel(root: JsonObject | null): ValueOf<typeof PROJECT_MODEL> {
  return {
    decisions: listIn(root?.decisions),
    patterns: listIn(root?.patterns),
    context: { ...EMPTY_CONTEXT, ...objectIn(root ?? {}, 'context') },
  }
}

/** An iteration file as its model has it. */
export function iterationModel(root: JsonObject | null, iteration: string): ValueOf<typeof ITERATION_MODEL> {
  const { iteration_id: id, insights, issues, learnings } = root ?? {}
  return {
    iteration_id: typeof id === 'string' ? id : iteration,
    insights: listIn(insights),
    issues: listIn(issues),
    learnings: listIn(learnings),
  }
}

/** What is written where files can be changed in place. */
type Changed = { readonly plan: WritePlan } | Refusal

/** `memory.json` after changes; one that is absent is made first. */
export function changedProjectFile(changes: readonly DataChange[], input: StoreInput): Changed {
  return changedFile(projectMemoryPath(input.memory.settings), projectModel(null), changes, input)
}

/** An iteration file after changes; one that is absent is made first. */
export function changedIterationFile(
  iteration: string,
  changes: readonly DataChange[],
  input: StoreInput,
): Changed {
  const path = iterationPath(input.memory, iteration)
  return changedFile(path, iterationModel(null, iteration), changes, input)
}

/** A file after changes; one that is absent is made first. */
export function changedFile(
  path: string,
  empty: JsonObject,
  changes: readonly DataChange[],
  input: StoreInput,
): Changed {
  const file = writableFile(path, input)
  if ('refusal' in file) return file
  const present = file.root === null ? `${JSON.stringify(empty, null, 2)}\n` : file.text
  const edited = editJson(present, changes)
  if ('text' in edited) return { plan: planText(path, edited.text) }
  return refuse(
    `${safePath(path)} cannot be changed in place: ${safeText(edited.refused)}`,
    'Nothing was written. Fix the file first: run `memkeep check`.',
  )
}

/** The row of a list that has the same title and says the same. */
export function twinOf(
  { list, title, content }: { readonly list: ListName; readonly title: string; readonly content: string },
  input: StoreInput,
): MemoryEntry | undefined {
  const { kind } = PROJECT_MODELS[list]
  return projectEntries(input).find(
    (entry) =>
      entry.kind === kind &&
      normaliseTitle(entry.title) === normaliseTitle(title) &&
      digest(entry.content) === digest(content),
  )
}

/** The same object without members that have no value. */
export function withoutNothing(fields: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, Json][] =>
      value === undefined ? [] : [[key, value]],
    ),
  )
}

type Changes = { readonly changes: readonly DataChange[] }

/** The lists of a file, with the file as it is and as it is to be. */
type ListChanges<List extends string> = {
  readonly lists: readonly List[]
  readonly present: { readonly [list in List]: readonly Json[] }
  readonly wanted: { readonly [list in List]: readonly Json[] }
  /** What a row of a list is known by where it has no id; rows that are equal in this are paired in their order. */
  readonly wordsOf: (row: JsonObject, list: List) => string
}

/** The changes that make all of a file's lists what they are to be. Refused when a row is missing: nothing is lost by a save. */
export function listChanges<List extends string>({
  lists,
  present,
  wanted,
  wordsOf,
}: ListChanges<List>): Changes | Refusal {
  const changes: DataChange[] = []
  for (const list of lists) {
    const found = rowChanges({
      list,
      present: present[list],
      wanted: wanted[list].filter((row) => isJsonObject(row)),
      wordsOf: (row) => wordsOf(row, list),
    })
    if ('refusal' in found) return found
    changes.push(...found.changes)
  }
  return { changes }
}

/** A list as it is and as it is to be. */
type ListChange = {
  readonly list: string
  readonly present: readonly Json[]
  readonly wanted: readonly JsonObject[]
  readonly wordsOf: (row: JsonObject) => string
}

/**
 * The changes that make a list what it is to be: fields of its rows are set, and new rows come last. A key that a row no longer
 * has stays, because a reader leaves out what it does not know.
 */
function rowChanges({ list, present, wanted, wordsOf }: ListChange): Changes | Refusal {
  const pairing = pairingOf(wanted, wordsOf)
  const changes: DataChange[] = []
  for (const [i, row] of present.entries()) {
    if (!isJsonObject(row)) continue
    const match = pairing.take(row)
    if (!match) {
      return refuse(
        `A row of ${list} is missing: ${shownName(textOf(row.id) || wordsOf(row))}`,
        'Nothing was written. Load the memory again, and save it with every row: a save removes none.',
      )
    }
    changes.push(...fieldChanges([list, i], row, match))
  }
  const fresh = pairing.rest()
  return { changes: [...changes, ...(fresh.length === 0 ? [] : [{ at: [list], append: fresh }])] }
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
export function fieldChanges(at: DataPath, present: JsonObject, wanted: JsonObject): readonly DataChange[] {
  return Object.entries(wanted).flatMap(([key, value]): DataChange[] =>
    isSameJson(present[key] ?? null, value) ? [] : [{ at: [...at, key], set: value }],
  )
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

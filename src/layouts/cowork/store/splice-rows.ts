import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { Refusal } from '../../../core/operation.ts'
import { isSameJson, type JsonPath, type JsonSplice } from '../../../formats/json/json-splices.ts'
import { shownName } from '../rows.ts'
import { textOf } from './entries.ts'

type Splices = { readonly splices: readonly JsonSplice[] }

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
  const splices: JsonSplice[] = []
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
  const splices: JsonSplice[] = []
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
export function fieldSplices(at: JsonPath, present: JsonObject, wanted: JsonObject): readonly JsonSplice[] {
  return Object.entries(wanted).flatMap(([key, value]): JsonSplice[] =>
    isSameJson(present[key] ?? null, value) ? [] : [{ at: [...at, key], set: value }],
  )
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

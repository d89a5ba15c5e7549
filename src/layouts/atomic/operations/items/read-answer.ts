import type { Json, JsonObject } from '../../../../core/json.ts'
import type { OperationAnswer } from '../../../../core/operation.ts'
import { estimateTokens } from '../../../../formats/tokens.ts'
import { yamlText } from '../../../../formats/yaml/yaml-text.ts'
import type { ReadItems } from './read-items.ts'

/** The rows that an answer has room for. */
type Packed = {
  readonly rows: readonly JsonObject[]
  readonly left: readonly JsonObject[]
  readonly used: number
}

/** Limits of an answer: rows, and estimated tokens; null for none. */
export type Room = { readonly most: number; readonly budget: number | null }

/** Takes rows in their order as long as there is room; a row that is too long is left out whole, and later ones may fit. */
function pack(rows: readonly JsonObject[], { most, budget }: Room): Packed {
  const taken: JsonObject[] = []
  const left: JsonObject[] = []
  let used = 0
  for (const row of rows) {
    const cost = estimateTokens(JSON.stringify(row))
    const fits = taken.length < most && (budget === null || used + cost <= budget)
    if (fits) used += cost
    ;(fits ? taken : left).push(row)
  }
  return { rows: taken, left, used }
}

/** Most items that are named in an answer that has no room for them. */
const MOST_NAMED = 50

/** The answer of a reader: rows under a name, and what every reader says in addition. */
export function readAnswer(
  name: 'results' | 'items',
  rows: readonly JsonObject[],
  { room, read, more = {} }: { readonly room: Room; readonly read: ReadItems; readonly more?: JsonObject },
): OperationAnswer {
  const { rows: taken, left, used } = pack(rows, room)
  const isDegraded = (read.diagnostics.files as readonly Json[]).length > 0
  const named = left.slice(0, MOST_NAMED).map(({ id = '', title = '', path = '' }) => ({ id, title, path }))
  const data: JsonObject = {
    [name]: taken,
    total: rows.length,
    omitted: left.length,
    ...(room.budget !== null && named.length > 0 && { left_out: named }),
    ...more,
    tokens: { used, ...(room.budget !== null && { budget: room.budget }), estimated: true },
    diagnostics: read.diagnostics,
    status: isDegraded ? 'degraded' : 'ok',
    ...(read.notes.length > 0 && { notes: read.notes }),
  }
  return { text: yamlText(data), data }
}

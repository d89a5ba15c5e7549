import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { type Place, placeOf } from '../../core/place.ts'
import type { Data, Source } from '../../core/source.ts'

/** The two lists of entries of a state. */
export const ENTRY_LISTS = [
  { key: 'key_learnings', prefix: 'KL', kind: 'learning', titled: 'insight', holds: 'insight' },
  { key: 'verbatim_context', prefix: 'VC', kind: 'snippet', titled: 'label', holds: 'snippet' },
] as const

/** An entry as `state.yaml` has it, of whatever shape its fields are. */
export type StateEntry = {
  readonly list: (typeof ENTRY_LISTS)[number]
  readonly fields: JsonObject
  /** JSON pointer of the entry. */
  readonly pointer: string
  /** The line that its id stands on, or its first one. */
  readonly place: Place
}

/** The entries of a state in source order; what is no map is left out. */
export function stateEntries({ data, starts }: Pick<Source, 'data' | 'starts'>): StateEntry[] {
  const root = data?.value
  if (!data || !isJsonObject(root)) return []
  return ENTRY_LISTS.flatMap((list) => {
    const rows = root[list.key]
    if (!Array.isArray(rows)) return []
    return rows.flatMap((fields, i) => {
      const pointer = `/${list.key}/${i}`
      if (!isJsonObject(fields)) return []
      return [{ list, fields, pointer, place: placeIn(data, pointer, { starts, field: 'id' }) }]
    })
  })
}

/** Where a field of an entry stands; its first line when it is not there. */
export function placeIn(
  { nodes }: Data,
  pointer: string,
  { starts, field }: { readonly starts: Source['starts']; readonly field: string },
): Place {
  const node = nodes.get(`${pointer}/${field}`)
  if (node) return placeOf(starts, node.value.start, node.value.end)
  const start = nodes.get(pointer)?.value.start ?? 0
  return placeOf(starts, start, start)
}

/** A field that is text; undefined for anything else. */
export function textOf(fields: JsonObject, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

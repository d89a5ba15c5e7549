import type { Document } from '../../core/document.ts'
import type { Item } from '../../core/item.ts'
import type { Json } from '../../core/json.ts'
import { type Place, placeOf } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'
import type { Entry } from '../../formats/entry-log.ts'

/** Where the value of a label stands: line, column, column of its end. Null when there is none. */
type Spot = readonly [number, number, number] | null

/** The facts of a log: for each item, in their order, where its category and its tags stand. */
type LogFacts = { readonly labels: readonly (readonly [category: Spot, tags: Spot])[] }

/** Notes where the labels of a log's entries stand; beside the items, because a moved label is no changed item. */
export function labelFacts({ starts }: Source, entries: readonly Entry[]): Json {
  const spot = (label: Entry['category']): Spot => {
    if (!label || label.value.text === '') return null
    const { line, column, endColumn } = placeOf(starts, label.value.start, label.value.end)
    return [line, column, endColumn]
  }
  const facts: LogFacts = { labels: entries.map(({ category, tags }) => [spot(category), spot(tags)]) }
  return facts
}

/** The items of a log with the places of their category and tags; the heading's place for a label that is not there. */
export function labelled({
  items,
  facts,
}: Document): { readonly item: Item; readonly category: Place; readonly tags: Place }[] {
  const { labels } = (facts ?? { labels: [] }) as LogFacts
  return items.map((item, index) => {
    const [category, tags] = labels[index] ?? [null, null]
    return { item, category: placeAt(category) ?? item.place, tags: placeAt(tags) ?? item.place }
  })
}

function placeAt(spot: Spot): Place | null {
  return spot && { line: spot[0], column: spot[1], endLine: spot[0], endColumn: spot[2] }
}

import type { Document, Item } from '../../core/document.ts'
import type { Json } from '../../core/json.ts'
import type { Found } from '../../core/rule.ts'
import type { Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'
import type { LabelLine } from '../../formats/entry-labels.ts'
import type { Entry } from '../../formats/entry-log.ts'

/** Where the value of a label is: line, column, column of its end. Null when there is none. */
type Spot = readonly [number, number, number] | null

/** The facts of a log: for each item, in their order, where its category and its tags are. */
type LogFacts = { readonly labels: readonly (readonly [category: Spot, tags: Spot])[] }

/** Notes where the labels of a log's entries are; apart from the items, because a moved label is no changed item. */
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
export function itemsWithLabels({
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

/** Reports a label that is not in exactly the format's form, with the splice that corrects it; the value stays. */
export function exactLabel({ text, starts }: Source, { line, value }: LabelLine, label: string): Found {
  const written = text.slice(line.start, value.start).trim()
  const tail = text.slice(value.end, line.end).trim()
  return {
    place: placeOf(starts, line.start, value.start),
    message: `Label ${written}${tail === '' ? '' : ` … ${tail}`} should be ${label} at the start of the line`,
    help: `Write the line as \`${label} …\`.`,
    edits: [
      { start: line.start, end: value.start, text: `${label} ` },
      ...(tail === '' ? [] : [{ start: value.end, end: line.end, text: '' }]),
    ],
  }
}

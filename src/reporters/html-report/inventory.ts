import { h } from 'hastscript'
import type { DatedItem, MemoryOverview, NearTag, PartOverview, Tally } from '../../core/memory-overview.ts'
import { barsChart } from './charts.ts'
import {
  dayText,
  type Element,
  figure,
  firstOf,
  grouped,
  pageText,
  pathText,
  plural,
  section,
  sectionByLayout,
  table,
} from './elements.ts'

const MOST_PARTS = 500

/** The columns of numbers of a part. */
const COUNTS = ['Documents', 'Items', 'Errors', 'Warnings', 'Infos']

/** What every part, such as a workspace or a folder, holds, and its findings; those with most errors first. */
export function health(overviews: readonly MemoryOverview[]): Element | null {
  const parts = overviews.flatMap(({ layout, parts }) =>
    parts.map((part) => ({ ...part, layout, label: partLabel(part, parts, overviews) })),
  )
  if (parts.length === 0) return null
  const worst = parts.toSorted((a, b) => b.errors - a.errors || b.warnings - a.warnings || b.infos - a.infos)
  const { some, rest } = firstOf(worst, MOST_PARTS, 'part', 'parts')
  const several = overviews.length > 1
  const shownTable = table({
    caption: 'Health by part',
    columns: ['Part', ...(several ? ['Layout'] : []), 'Health', ...COUNTS],
    numbers: COUNTS,
    rows: some.map((part) => [
      part.label,
      ...(several ? [pageText(part.layout)] : []),
      partState(part),
      ...[part.documents, part.items, part.errors, part.warnings, part.infos].map(grouped),
    ]),
  })
  return section({ id: 'health', title: 'Health', content: [...rest, shownTable] })
}

function partLabel({ name }: PartOverview, parts: readonly unknown[], layouts: readonly unknown[]): string {
  if (name !== '') return pageText(name)
  if (parts.length > 1) return 'other files'
  return layouts.length > 1 ? 'the whole layout' : 'all of it'
}

function partState({ errors, warnings }: PartOverview): Element {
  if (errors > 0) return h('span', { className: 'badge error' }, 'To fix')
  if (warnings > 0) return h('span', { className: 'badge warning' }, 'To look at')
  return h('span', { className: 'badge fine' }, 'Healthy')
}

/** The most bars in a chart, and the most rows in its table. */
const BARS = 15
const ROWS = 200

/** Which tags and categories the memory uses most; null where it has none. */
export function tallies(overviews: readonly MemoryOverview[]): Element | null {
  const title = { id: 'tags', title: 'Tags and categories', content: [] }
  return sectionByLayout(title, overviews, ({ tags, categories }, layout) => {
    const figures = [...tallyFigure('Tags', tags, layout), ...tallyFigure('Categories', categories, layout)]
    return figures.length === 0 ? [] : [h('div', { className: 'charts' }, figures)]
  })
}

function tallyFigure(title: string, all: readonly Tally[], layout: string): Element[] {
  if (all.length === 0) return []
  const named = all.map(({ name, count }) => ({ name: name === '' ? '(empty)' : pageText(name, 80), count }))
  const rows = named.slice(0, ROWS)
  const more = (most: number): string =>
    all.length > most ? `, the ${most} commonest of ${grouped(all.length)}` : ''
  const one = all.filter(({ count }) => count === 1).length
  return [
    figure({
      title: `${title}${more(BARS)}`,
      chart: barsChart({
        name: `${title} of the ${layout} layout${more(BARS)}`,
        bars: named.slice(0, BARS).map(({ name, count }) => ({ label: name, counts: [count] })),
        colors: ['var(--accent)'],
      }),
      data: table({
        caption: `${title} of the ${layout} layout${more(ROWS)}`,
        columns: [title === 'Tags' ? 'Tag' : 'Category', 'Uses'],
        numbers: ['Uses'],
        rows: rows.map(({ name, count }) => [name, grouped(count)]),
      }),
      ...(one > 0 ? { note: `${plural(one, 'is', 'are')} used once.` } : {}),
    }),
  ]
}

/** The oldest items that are meant to be true now; null where nothing is meant so. */
export function oldest(overviews: readonly MemoryOverview[]): Element | null {
  const intro = h('p', 'What is meant to be true now and was written first: look whether it still is.')
  const title = { id: 'oldest', title: 'Oldest items', content: [intro] }
  return sectionByLayout(title, overviews, ({ items }, layout) => [
    ...(items.oldest.length > 0 ? [oldestTable(items.oldest, layout)] : []),
    ...(items.undated > 0
      ? [h('p', { className: 'note' }, `${plural(items.undated, 'item has', 'items have')} no date.`)]
      : []),
  ])
}

function oldestTable(items: readonly DatedItem[], layout: string): Element {
  return table({
    caption: `The oldest items of the ${layout} layout that are meant to be true now`,
    columns: ['Item', 'Date', 'Place'],
    rows: items.map(({ kind, title, date, path, line }) => [
      [h('span', pageText(title || path)), h('span', { className: 'note' }, pageText(kind))],
      dayText(date),
      pathText(path, `:${line}`),
    ]),
  })
}

const MOST_NEAR = 100

/** Tags that are probably one, with the command that renames each; null where there are none. */
export function nearTags(all: readonly NearTag[] = []): Element | null {
  if (all.length === 0) return null
  const { some, rest } = firstOf(all, MOST_NEAR, 'pair', 'pairs')
  const shownTable = table({
    caption: 'Tags that are probably one',
    columns: ['Tag', 'Uses', 'Like', 'Its uses', 'Command'],
    numbers: ['Uses', 'Its uses'],
    rows: some.map(({ tag, count, like, likeCount, command }) => [
      pageText(tag, 80),
      grouped(count),
      pageText(like, 80),
      grouped(likeCount),
      h('code', pageText(command)),
    ]),
  })
  return section({ id: 'near-tags', title: 'Tags that are probably one', content: [...rest, shownTable] })
}

const MOST_REMOVED = 300

/** What was removed with a reason, as the tombstones say; null where there is none. */
export function removed(overviews: readonly MemoryOverview[]): Element | null {
  const all = overviews.flatMap((overview) => overview.removed)
  if (all.length === 0) return null
  const { some, rest } = firstOf(all, MOST_REMOVED, 'item', 'items')
  const shownTable = table({
    caption: 'Items that were removed with a reason',
    columns: ['Date', 'Title', 'Reason', 'File'],
    rows: some.map(({ date, title, reason, path }) => [
      dayText(date),
      pageText(title),
      pageText(reason),
      pathText(path),
    ]),
  })
  return section({ id: 'removed', title: 'Removed with a reason', content: [...rest, shownTable] })
}

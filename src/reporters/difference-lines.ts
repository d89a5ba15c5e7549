import type { ChangedItem, MemoryDifference } from '../core/changes/memory-difference.ts'
import { cutLines, cutNames, type Room, removedLine } from './markdown-lines.ts'
import { shownCode, shownPlace, shownWord } from './markdown-text.ts'

/** The most items of a list, and the most tags. */
const ITEMS = 100
const TAGS = 100

/** Lists of one difference: six of items, two of tags. */
const LISTS = 8

/** What changed in each layout's memory, for people, in at most `bytes` bytes; empty where nothing changed. */
export function differenceLines(differences: readonly MemoryDifference[], bytes: number): string[] {
  const shown = differences.filter(hasItems)
  const own = Math.floor(bytes / (LISTS * Math.max(1, shown.length))) - 200
  return shown.flatMap((difference) => [
    `### ${shownWord(difference.layout)}`,
    '',
    ...itemLines(difference, { lines: ITEMS, bytes: own }),
    ...tagLines(difference, { lines: TAGS, bytes: own }),
  ])
}

function hasItems(difference: MemoryDifference): boolean {
  const { added, changed, superseded, archived, removed, lost, tags } = difference
  const lists = [added, changed, superseded, archived, removed, lost, tags.new, tags.gone]
  return lists.some((list) => list.length > 0)
}

function itemLines(difference: MemoryDifference, room: Room): string[] {
  const { added, changed, superseded, archived, removed, lost } = difference
  return [
    ...list('added', added, room, (one) => `${nameOf(one)} in ${placeOf(one)}`),
    ...list('changed', changed, room, (one) => `${nameOf(one)} in ${placeOf(one)}: ${changeOf(one.fields)}`),
    ...list('superseded', superseded, room, (one) => `${nameOf(one)} in ${placeOf(one)}`),
    ...list('archived', archived, room, (one) =>
      one.from === one.path
        ? `${nameOf(one)} in ${placeOf(one)}`
        : `${nameOf(one)} to ${placeOf(one)}, from ${shownCode(one.from)}`,
    ),
    ...list('removed', removed, room, removedLine),
    ...list('lost', lost, room, (one) => `${nameOf(one)}, which was at ${placeOf(one)}`),
  ]
}

/** The heading of each list. */
const LIST_TITLES = {
  added: 'added',
  changed: 'changed',
  superseded: 'superseded by another one',
  archived: 'archived, word for word',
  removed: 'removed with a reason',
  lost: 'lost (in no file any more)',
}

function list<T extends ChangedItem>(
  name: keyof typeof LIST_TITLES,
  items: readonly T[],
  room: Room,
  show: (item: T) => string,
): string[] {
  if (items.length === 0) return []
  const more = (left: number): string => `- ${left} more`
  return [
    `**${items.length} ${LIST_TITLES[name]}**`,
    '',
    ...cutLines(items, (item) => `- ${show(item)}`, room, more),
    '',
  ]
}

function nameOf({ kind, title }: ChangedItem): string {
  return `${shownWord(kind)} ${shownCode(title)}`
}

function placeOf({ path, line }: ChangedItem): string {
  return shownPlace(path, line)
}

/** Names the fields that changed; a move alone is `moved here`. */
function changeOf(fields: readonly string[]): string {
  if (fields.length === 1 && fields[0] === 'file') return 'moved here'
  return cutNames(fields, shownWord, { lines: 10, bytes: 2000 })
}

function tagLines({ tags }: MemoryDifference, room: Room): string[] {
  const lines = [['New tags', tags.new] as const, ['Tags no longer used', tags.gone] as const].filter(
    ([, names]) => names.length > 0,
  )
  return lines.flatMap(([what, names]) => [`${what}: ${cutNames(names, shownCode, room)}`, ''])
}

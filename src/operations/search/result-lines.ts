import { headingOf } from '../../retrieval/sections.ts'
import { deadLine } from '../dead-cites.ts'
import type { Found, FoundItem, SearchArguments } from './search-schemas.ts'

/** What a result is, in words: its layout, its kind, its id, its day, and whether it counts. Untrusted. */
export function labelsOf({ layout, kind, id, date, living, aside, supersededBy = [] }: FoundItem): string {
  return [
    layout,
    kind,
    ...(id === undefined ? [] : [id]),
    ...(date === undefined ? [] : [date]),
    ...(aside || !living ? [] : ['living']),
    ...(supersededBy.length > 0 ? [`superseded by ${supersededBy.join(', ')}`] : []),
    ...(aside && supersededBy.length === 0 ? ['superseded or archived'] : []),
  ].join(', ')
}

/** The title of a result, with the heading that its text is under where the text does not have that itself. Untrusted. */
export function titleLine({ title, heading }: FoundItem, shown: string): string {
  const isThere = shown.split(/\r\n|[\n\r]/).some((line) => headingOf(line) === heading)
  return heading === undefined || isThere ? title : `${title} > ${heading}`
}

/** What is to be known of a result besides its text, a line each: where it is as well, how much is not shown, what it names that is gone. Untrusted. */
export function resultNotes({ also = [], more, dead = [] }: FoundItem): readonly string[] {
  return [
    ...(also.length > 0 ? [`also in ${also.map(({ path, line }) => `${path}:${line}`).join(', ')}`] : []),
    ...(more
      ? [`best ${more.part}; ${more.tokens} more tokens: lines ${more.line}-${more.endLine} of the file`]
      : []),
    ...dead.map(deadLine),
  ]
}

/** How the arguments are called where the notes are read. */
type SearchNames = {
  readonly bounds: string
  readonly archived: string
  /** Items were left out by tags, days, kinds or layouts. */
  readonly isFiltered: boolean
}

/** True where a question leaves items out. */
export function isFiltered({ tags, since, until, kinds, layouts }: Partial<SearchArguments>): boolean {
  return (
    [since, until].some((day) => day !== undefined) ||
    [tags, kinds, layouts].some((list) => (list ?? []).length > 0)
  )
}

/** What is to be known about the results. */
export function searchNotes(
  {
    total,
    omitted,
    weak,
    nothingHere,
    archivedMatches = 0,
    kindsHere = [],
    degraded,
    unreadable,
    instead = [],
    unknown = [],
  }: Found,
  { bounds, archived, isFiltered: isSome }: SearchNames,
): readonly string[] {
  if (nothingHere)
    return ['nothing is remembered here yet: `memkeep files` lists the files that memkeep sees']
  return [
    ...(total === 0
      ? [
          `nothing that was searched has these words${isSome && kindsHere.length === 0 ? ' and is what the filters ask for: leave them out to search everything' : ''}`,
        ]
      : []),
    ...(unknown.length > 0 && total > 0
      ? [`no text has ${unknown.map((word) => `"${word}"`).join(', ')}`]
      : []),
    ...instead.map(({ said, used }) => `"${used}" was searched as well for "${said}"`),
    ...(kindsHere.length > 0
      ? [`a kind that was asked for is not here; the kinds are ${kindsHere.join(', ')}`]
      : []),
    ...(weak && total > 0 ? ['no item answers this well: these only share words with it'] : []),
    ...(omitted > 0
      ? [`${omitted} more ${omitted === 1 ? 'matches' : 'match'}: a larger ${bounds} shows more`]
      : []),
    ...(archivedMatches > 0
      ? [
          archivedMatches === 1
            ? `1 superseded or archived item matches and is left out: ${archived} shows it`
            : `${archivedMatches} superseded or archived items match and are left out: ${archived} shows them`,
        ]
      : []),
    ...(degraded === undefined ? [] : [`embeddings have no part in this answer: ${degraded}`]),
    ...unreadable.map(
      (path) =>
        `${path} is not searched whole: it cannot be read (\`memkeep check\` says why), or is too long`,
    ),
  ]
}

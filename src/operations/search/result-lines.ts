import { safeLine } from '../../core/messages.ts'
import { headingOf } from '../../retrieval/sections.ts'
import { areStopWords } from '../../retrieval/terms.ts'
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
type SearchNames = { readonly bounds: string; readonly archived: string }

/** What is to be known about the results: above them that they are weak and which words no text has, and below them the rest. */
type SearchNotes = { readonly above: readonly string[]; readonly below: readonly string[] }

/** True where a question leaves items out. */
function isFiltered({ tags, since, until, kinds, layouts }: Partial<SearchArguments>): boolean {
  return (
    [since, until].some((day) => day !== undefined) ||
    [tags, kinds, layouts].some((list) => (list ?? []).length > 0)
  )
}

/** So many files are named that are not searched whole. */
const MOST_UNREADABLE = 5

export function searchNotes(
  found: Found,
  args: Partial<SearchArguments>,
  { bounds, archived }: SearchNames,
): SearchNotes {
  const { total, omitted, weak, nothingHere, archivedMatches = 0, undated = 0 } = found
  const { degraded, unreadable, instead = [] } = found
  if (nothingHere) {
    return {
      above: [],
      below: ['nothing is remembered here yet: `memkeep files` lists the files that memkeep sees'],
    }
  }
  const isWeak = weak && total > 0
  const unnamed = unreadable.length - MOST_UNREADABLE
  return {
    above: total > 0 ? strengthNotes(found) : [],
    below: [
      ...(total === 0 ? emptyNotes(found, args) : []),
      ...instead.map(({ said, used }) => `"${used}" was searched as well for "${said}"`),
      ...(omitted > 0 && !isWeak
        ? [`${omitted} more ${omitted === 1 ? 'matches' : 'match'}: a larger ${bounds} shows more`]
        : []),
      ...(undated > 0
        ? [
            undated === 1
              ? '1 item with these words has no day and is left out: a search without days shows it'
              : `${undated} items with these words have no day and are left out: a search without days shows them`,
          ]
        : []),
      ...(archivedMatches > 0
        ? [
            archivedMatches === 1
              ? `1 superseded or archived item matches and is left out: ${archived} shows it`
              : `${archivedMatches} superseded or archived items match and are left out: ${archived} shows them`,
          ]
        : []),
      ...(degraded === undefined ? [] : [`embeddings have no part in this answer: ${degraded}`]),
      ...unreadable
        .slice(0, MOST_UNREADABLE)
        .map(
          (path) =>
            `${path} is not searched whole: it cannot be read (\`memkeep check\` says why), or is too long`,
        ),
      ...(unnamed > 0
        ? [`${unnamed} more ${unnamed === 1 ? 'file is' : 'files are'} not searched whole`]
        : []),
    ],
  }
}

/** That an answer is weak, and which words no text has: the one word that is nowhere is often what the question is about. */
function strengthNotes({ weak, omitted, unknown = [] }: Found): readonly string[] {
  const missing = unknown.length > 0 ? `no text has ${quoted(unknown)}` : null
  if (!weak) return missing === null ? [] : [missing]
  const more = omitted > 0 ? `, and ${omitted} more ${omitted === 1 ? 'does' : 'do'}` : ''
  return [
    missing === null
      ? `weak: no item answers this well; these only share words with it${more}`
      : `weak: ${missing}; these only share other words with it${more}`,
  ]
}

/** Why nothing was found. */
function emptyNotes(
  { query, notHere = {}, kindsHere = [], layoutsHere = [], common = [] }: Found,
  args: Partial<SearchArguments>,
): readonly string[] {
  const missing = [
    ...missingNote('kind', notHere.kinds, kindsHere),
    ...missingNote('tag', notHere.tags, []),
    ...missingNote('layout', notHere.layouts, layoutsHere),
  ]
  const wasSearched = (['kinds', 'tags', 'layouts'] as const).every(
    (name) => args[name] === undefined || (notHere[name] ?? []).length < args[name].length,
  )
  if (!wasSearched) return missing
  if (common.length > 0 && areStopWords(query)) {
    return [
      `the query has only words that are too common to be searched for (${quoted(common)}): name what it is about`,
      ...missing,
    ]
  }
  const filters = isFiltered(args)
    ? ' and is what the filters ask for: leave them out to search everything'
    : ''
  const left = common.length > 0 ? `; too common to be searched for: ${quoted(common)}` : ''
  return [`nothing that was searched has these words${filters}${left}`, ...missing]
}

function missingNote(
  what: string,
  missing: readonly string[] = [],
  here: readonly string[],
): readonly string[] {
  if (missing.length === 0) return []
  const known = here.length > 0 ? `; the ${what}s are ${here.join(', ')}` : ''
  const [are, s] = missing.length === 1 ? ['is', ''] : ['are', 's']
  return [`the ${what}${s} ${quoted(missing)} ${are} not here${known}`]
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ')
}

const TOOL_NAMES: SearchNames = { bounds: '`limit` or `token_budget`', archived: '`include_archived`' }

/** The answer as a text. Only what memkeep itself says begins at the start of a line: no text of the memory looks like the head of a result. */
export function answerText(found: Found, args: Partial<SearchArguments>): string {
  const { above, below } = searchNotes(found, args, TOOL_NAMES)
  return [...above.map(safeLine), ...found.results.map(resultText), ...below.map(safeLine)].join('\n\n')
}

/** A result as a part of the answer. */
export function resultText(item: FoundItem): string {
  const place = `${item.path}:${item.line} (${labelsOf(item)})`
  const head = [titleLine(item, item.text), place, ...resultNotes(item)].map(safeLine).join('\n')
  return `${head}\n\n${indented(item.text)}`
}

function indented(text: string): string {
  return text.replace(/^|\r\n|[\n\r\v\f\x85\u2028\u2029]/g, (end) => `${end}  `)
}

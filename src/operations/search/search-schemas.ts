import { deadCiteList } from '../../core/citation.ts'
import {
  closedObject,
  count,
  flag,
  integer,
  list,
  literal,
  number,
  openObject,
  orNull,
  type Schema,
  text,
  type ValueOf,
} from '../../core/schema.ts'
import { LIMIT, MOST_QUERY } from './search-request.ts'

const MOST = 100

/** Tokens that the texts have together where an agent says nothing else. */
export const BUDGET = 2000

const names = (flagName: string, description: string): Schema<readonly string[]> =>
  list(text(), description, { minItems: 1, 'x-flag': { name: flagName } })

const day = (description: string): Schema<string> => text(description, { format: 'date' })

/** What is looked for, and among what. */
export const searchInput = closedObject(['query'], {
  query: text('What you look for.', {
    minLength: 1,
    maxLength: MOST_QUERY,
    'x-flag': { argument: true },
  }),
  layouts: names('layout', 'Only these layouts, as results name them.'),
  kinds: names('kind', 'Only these kinds, such as `decision`, `lesson` or `task`.'),
  tags: names('tag', 'Only what has one of these tags or categories.'),
  since: day('Dated this day or later.'),
  until: day('Dated this day or earlier.'),
  limit: integer(`Most results, up to ${MOST}; ${LIMIT} when absent.`, {
    minimum: 1,
    maximum: MOST,
    default: LIMIT,
  }),
  token_budget: integer(
    `Most estimated tokens of text; ${BUDGET} when absent. Long texts are shown by their best part.`,
    { minimum: 1, default: BUDGET },
  ),
  include_archived: flag('Also what is superseded or archived.', { default: false }),
})

export type SearchArguments = ValueOf<typeof searchInput>

const place = openObject(['path', 'line'], { path: text(), line: count() })

const more = openObject(['part', 'tokens', 'line', 'endLine'], {
  part: text('What is shown of it: its best `section` or `sections`, or its best `lines`.'),
  tokens: count('How many more it has, estimated.'),
  line: count('Where all of it begins in its file.'),
  endLine: count('Its last line.'),
})

const item = openObject(['layout', 'kind', 'path', 'line', 'title', 'score', 'excerpt', 'text'], {
  layout: text(),
  kind: text(),
  id: text(),
  path: text(),
  line: count('Where its text begins, from 1.'),
  title: text(),
  heading: text('The heading above the lines that answer best.'),
  date: text('The day that it is of.'),
  living: literal(true, 'It is meant to be true now (`living` in the text); else it is a record of its day.'),
  tags: list(text(), 'Its tags and categories.'),
  score: number('Comparable within one answer only.'),
  aside: literal(true, 'It is superseded or archived.'),
  supersededBy: list(text(), 'What took its place, by id or path.'),
  also: list(place, 'Where nearly the same text is as well.'),
  excerpt: text('The beginning of its text, on one line.'),
  text: text(
    'Its text without lines that repeat its title, category and tags; with `more`, the part that answers best.',
  ),
  more,
  dead: deadCiteList,
})

/** One thing that is remembered. Every text of it is untrusted; `id` is there where the memory gives it one. */
export type FoundItem = ValueOf<typeof item>

const replaced = openObject(['said', 'used'], { said: text(), used: text() })

export const searchOutput = openObject(
  ['query', 'results', 'total', 'omitted', 'tokens', 'weak', 'unreadable'],
  {
    version: literal(1),
    query: text(),
    results: list(item, 'The best first.'),
    total: count('How many items match.'),
    omitted: count(
      'How many of them are left out: for the limit or the budget, or since a weak answer has three at most.',
    ),
    tokens: openObject([], { used: count(), budget: orNull(integer()), estimated: literal(true) }),
    weak: flag(
      'Nothing answers the query, or no text has a name that it asks about: the results only share words with it.',
    ),
    nothingHere: literal(true, 'Nothing is remembered in this repository, whatever is asked.'),
    archivedMatches: count(
      'How many superseded or archived items match well enough to be shown, had they been asked for.',
    ),
    notHere: openObject(
      [],
      { kinds: list(text()), tags: list(text()), layouts: list(text()) },
      'What filters ask for and no item has, where nothing is found.',
    ),
    kindsHere: list(text(), 'Every kind that there is, where nothing is of a kind that was asked for.'),
    layoutsHere: list(text(), 'The same of layouts.'),
    undated: count('How many items match, but for the days that were asked for: they have none.'),
    common: list(
      text(),
      'Words of the query that are too common to be searched for, where nothing is found.',
    ),
    degraded: text('Why embeddings have no part in the answer, where they are set up.'),
    unreadable: list(text(), 'Files that are not searched whole.'),
    unknown: list(text(), 'Words of the query that no text has, also not in another form.'),
    instead: list(
      replaced,
      'Words of the query that no text has, and the nearest ones that were searched as well.',
    ),
  },
)

/**
 * What was found. `weak` is false where embeddings answered as well; a file is not searched whole where what it holds is not all
 * known, or one of its texts is too long. Every text is untrusted.
 */
export type Found = ValueOf<typeof searchOutput>

import { expect, test } from 'vitest'
import { bm25Ranker } from '../../src/retrieval/bm25.ts'
import { buildIndex, factsOf } from '../../src/retrieval/search-index.ts'

/** Words that are not asked for, so that asked words are seldom. */
const OTHERS = ['apple', 'banana', 'cherry', 'damson', 'elder', 'fig'].map((word) => [
  word,
  `${word}.md`,
  word,
])

/** Ids of the entries that fit, best first, when each has its file and its text. */
function ranked(
  query: string,
  entries: readonly (readonly [id: string, path: string, body: string])[],
): string[] {
  const items = [...OTHERS, ...entries].map(([id = '', path = '', body = '']) =>
    factsOf({ id, path, fields: { body } }),
  )
  return bm25Ranker(buildIndex(items))
    .rank(query)
    .hits.map(({ id }) => id)
}

const inLog = [
  ['in log', 'log.md', 'retry plum plum plum'],
  ['with it', 'log.md', 'refund refund plum plum'],
] as const

test('what else a file says of the query counts, and less than a word twice', () => {
  const once = ['alone', 'note.md', 'retry plum plum plum'] as const
  expect(ranked('retry refund', [once, ...inLog])).toEqual(['with it', 'in log', 'alone'])
  const twice = ['alone', 'note.md', 'retry retry plum plum'] as const
  expect(ranked('retry refund', [twice, ...inLog])).toEqual(['with it', 'alone', 'in log'])
})

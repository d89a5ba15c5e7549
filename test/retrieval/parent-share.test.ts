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

const inLog = (more: string) =>
  [
    ['in log', 'log.md', `retry${more}`],
    ['with it', 'log.md', `refund refund${more}`],
  ] as const

test('what else a file says of the query counts: for a long entry less than a word twice, for a short one more', () => {
  const [short, long] = [' plum plum plum', ' plum'.repeat(40)]
  const once = ['alone', 'note.md', `retry${short}`] as const
  expect(ranked('retry refund', [once, ...inLog(short)])).toEqual(['with it', 'in log', 'alone'])
  const twice = (more: string) => ['alone', 'note.md', `retry retry${more}`] as const
  expect(ranked('retry refund', [twice(short), ...inLog(short)])).toEqual(['with it', 'in log', 'alone'])
  expect(ranked('retry refund', [twice(long), ...inLog(long)])).toEqual(['with it', 'alone', 'in log'])
})

test('a word of Latin letters says more than a pair of characters that as few items have', () => {
  const [first] = ranked('deploy 部署', [
    ['pair', 'a.md', '部署 plum plum'],
    ['word', 'b.md', 'deploy plum plum'],
  ])
  expect(first).toBe('word')
})

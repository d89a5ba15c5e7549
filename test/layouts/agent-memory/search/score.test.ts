import { describe, expect, test } from 'vitest'
import { fold, mayHold, termsOf } from '../../../../src/layouts/agent-memory/record.ts'
import { readQuery, type Scored, seedScore } from '../../../../src/layouts/agent-memory/search/rank.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')

type Parts = {
  readonly s?: string
  readonly c?: string
  readonly tags?: readonly string[]
  readonly ents?: readonly string[]
  readonly conf?: number
  /** Days since the last change. */
  readonly age?: number
}

function scored({ s = '', c = '', tags = [], ents = [], conf = 0, age = 1e5 }: Parts): Scored {
  const content = fold(c)
  return {
    summary: s,
    tags,
    entities: ents,
    confidence: conf,
    updated: new Date(NOW - age * 86_400_000).toISOString(),
    terms: termsOf(content).join(' '),
    holds: (needle) => content.includes(needle),
  }
}

const OWNER: Parts = {
  s: 'Owner filters need the GUID',
  c: 'With braces the owner filter gives an empty list.',
  tags: ['crm'],
  ents: ['opportunity'],
}

/** Computed by hand: 30 query in summary, 15 in content, 10, 4 and 8 a term in summary, content, tags and entities; up to 10 for each bonus. */
const TABLE: readonly (readonly [
  name: string,
  query: string,
  record: Parts,
  tokens: number,
  literal: number,
])[] = [
  ['nothing in common', 'zebra', OWNER, 0, 0],
  ['one term in summary and content: 30 + 15 + 10 + 4', 'owner', OWNER, 59, 59],
  ['one term in the summary: 30 + 10', 'guid', OWNER, 40, 40],
  ['one term in the content: 15 + 4', 'braces', OWNER, 19, 19],
  ['a tag: 8', 'crm', OWNER, 8, 8],
  ['an entity: 8', 'opportunity', OWNER, 8, 8],
  ['half of a word: by tokens 30 for the query in the summary and 15 in the content', 'filte', OWNER, 45, 59],
  ['the whole query in the summary: 30 + 2 × 10 and owner in the content', 'owner filters', OWNER, 54, 54],
  [
    'the whole query in the content: 15 + 2 × 4, owner in the summary; literally filter is in filters',
    'owner filter',
    OWNER,
    63,
    73,
  ],
  ['terms apart: owner 10 + 4, guid 10', 'guid owner', OWNER, 24, 24],
  ['a term counts once, however often the query says it', 'owner owner', OWNER, 14, 14],
  ['a term counts once, however often the field says it', 'a1', { c: 'a1 a1 a1' }, 19, 19],
  ['a tag and an entity of one name count once', 'crm', { tags: ['crm'], ents: ['CRM'] }, 8, 8],
  ['two tags that both have the term count once', 'crm', { tags: ['crm', 'crm data'] }, 8, 8],
  ['case does not count', 'OWNER', OWNER, 59, 59],
  ['white space in the query is one space', '  owner \n filters ', OWNER, 54, 54],
  ['stop words are no terms; literally 30 + 2 × 10, and the in the content', 'the guid', OWNER, 40, 54],
  ['stop words alone are terms', 'the', { s: 'the end' }, 40, 40],
  ['stop words by tokens: only owner and guid', 'what is the owner of guid', OWNER, 24, 42],
  ['a long question: retry alone is in it', 'how do i retry this', { s: 'Retry with backoff' }, 10, 10 + 10],
  ['one character is no whole query', 'x', { s: 'x y' }, 10, 10],
  ['two characters are', 'ab', { s: 'ab' }, 40, 40],
  ['compatible forms are one', 'ﬁlter', { s: 'filter' }, 40, 40],
  ['letters with marks', 'größe', { s: 'Die Größe' }, 40, 40],
  ['a version is two terms: 2 and 1', '2.1', { s: 'Since 2.1' }, 30 + 20, 40],
  ['a version, apart', '2.1', { s: '1 of 2' }, 20, 0],
  ['punctuation alone has no terms by tokens', '=>', { c: 'a => b' }, 15, 19],
  ['Chinese is one run', '内存', { s: '内存' }, 40, 40],
  ['a part of a Chinese run', '内存', { s: '共享内存' }, 30, 40],
  ['an entity with a dot', 'app.ts', { ents: ['app.ts'] }, 16, 8],
  ['an empty query', '', OWNER, 0, 0],
  ['confidence 1: +10', 'crm', { tags: ['crm'], conf: 1 }, 18, 18],
  ['confidence 0.9: +9', 'crm', { tags: ['crm'], conf: 0.9 }, 17, 17],
  ['confidence 0.25: +2.5', 'crm', { tags: ['crm'], conf: 0.25 }, 10.5, 10.5],
  ['changed now: +10', 'crm', { tags: ['crm'], age: 0 }, 18, 18],
  ['changed 30 days ago: +5', 'crm', { tags: ['crm'], age: 30 }, 13, 13],
  ['changed 60 days ago: +2.5', 'crm', { tags: ['crm'], age: 60 }, 10.5, 10.5],
  ['changed 15 days ago: 10 / √2', 'crm', { tags: ['crm'], age: 15 }, 15.071068, 15.071068],
  ['changed tomorrow: not more than +10', 'crm', { tags: ['crm'], age: -1 }, 18, 18],
  [
    'everything: 30 + 15 + 10 + 4 + 8 + 10 + 10',
    'crm',
    { s: 'crm', c: 'crm', tags: ['crm'], conf: 1, age: 0 },
    87,
    87,
  ],
  ['bonuses alone, for an empty query', '', { conf: 0.5, age: 90 }, 6.25, 6.25],
]

describe('the formula', () => {
  test.each(TABLE)('%s (%j)', (_, query, record, tokens, literal) => {
    const total = (match: 'tokens' | 'literal'): number =>
      seedScore(scored(record), readQuery(query, match), NOW).total
    expect([total('tokens'), total('literal')]).toEqual([tokens, literal])
  })
})

test('a score is the sum of its parts', () => {
  const { total, parts } = seedScore(
    scored({ ...OWNER, conf: 0.7, age: 11 }),
    readQuery('owner filter', 'tokens'),
    NOW,
  )
  expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 6)
})

describe('what is known of a content by its terms alone', () => {
  const CONTENT = 'Set retry.limit to 5; never "infinite", see RFC-7231 §6.'
  const terms = termsOf(fold(CONTENT)).join(' ')
  test.each([
    ['retry', true],
    ['retr', true],
    ['etry', true],
    ['retries', false],
    ['retry.limit', null],
    ['retry limit', null],
    ['limit to 5', null],
    ['imit t', null],
    ['limit to 9', false],
    ['limi to', false],
    ['=', null],
    ['§6', null],
    ['§9', false],
  ])('%j is in it: %s', (needle, known) => {
    expect(mayHold(terms, needle)).toBe(known)
  })

  test('agrees with the text for every part of it', () => {
    const text = fold(CONTENT)
    for (let from = 0; from < text.length; from += 1) {
      for (let to = from + 1; to <= text.length; to += 1) {
        expect(mayHold(terms, text.slice(from, to))).not.toBe(false)
      }
    }
  })
})

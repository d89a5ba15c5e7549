import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bm25Options, bm25Ranker } from '../../src/retrieval/bm25.ts'
import { indexFromBytes, indexToBytes } from '../../src/retrieval/index-bytes.ts'
import { buildIndex, factsOf, type SearchItem } from '../../src/retrieval/search-index.ts'
import { queryTerms } from '../../src/retrieval/terms.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'
import { readProjects } from './labelled-questions.ts'

type Given = Partial<SearchItem> & { readonly body?: string; readonly title?: string }

const item = (id: string, { body = '', title, ...more }: Given): SearchItem => ({
  id,
  path: `${id}.md`,
  fields: { body, ...(title !== undefined && { title }) },
  ...more,
})

const ranker = (items: readonly SearchItem[], options: Bm25Options = {}) =>
  bm25Ranker(buildIndex(items.map((one) => factsOf(one))), options)

const ids = (items: readonly SearchItem[], query: string, options: Bm25Options = {}): readonly string[] =>
  ranker(items, options)
    .rank(query)
    .hits.map(({ id }) => id)

/** Items that share no word with what is asked, so that asked words are seldom. */
const OTHERS = ['apple', 'banana', 'cherry', 'damson', 'elder', 'fig'].map((word) =>
  item(word, { body: word }),
)

describe('the ranking', () => {
  test('has what holds more of the query first, with what it matches', () => {
    const items = [...OTHERS, item('a', { body: 'the queue lost jobs' }), item('b', { body: 'a queue' })]
    const { hits, coverage, isWeak } = ranker(items).rank('Which jobs did queues lose?')
    expect(hits.map(({ id, matched }) => [id, matched])).toEqual([
      ['a', ['job', 'lose', 'queue']],
      ['b', ['queue']],
    ])
    expect([coverage, isWeak]).toEqual([1, false])
  })

  test('counts a title more than a body, and repetition less than twice', () => {
    const items = [
      ...OTHERS,
      item('body', { body: 'cache words and other text' }),
      item('title', { title: 'cache', body: 'words and other text' }),
    ]
    expect(ids(items, 'cache')).toEqual(['title', 'body'])
    const score = (body: string): number =>
      ranker([...OTHERS, item('a', { body })]).rank('cache').hits[0]?.score ?? 0
    expect(score('cache cache other')).toBeGreaterThan(score('cache more other'))
    expect(score('cache cache other')).toBeLessThan(2 * score('cache more other'))
  })

  test('counts a title, and the name of a file, more than a text: much for a long one, little for a short one', () => {
    const gainOf = (words: number, fields: { readonly title?: string; readonly name?: string }): number => {
      const body = `cache${' plum'.repeat(words)}`
      const scoreOf = (more: object): number =>
        ranker([...OTHERS, { id: 'a', path: 'a.md', fields: { body, ...more } }]).rank('cache').hits[0]
          ?.score ?? 0
      return scoreOf(fields) / scoreOf({})
    }
    expect(gainOf(400, { title: 'cache' })).toBeGreaterThan(2)
    expect(gainOf(400, { name: 'cache' })).toBeGreaterThan(2)
    expect(gainOf(10, { title: 'cache' })).toBeLessThan(gainOf(400, { title: 'cache' }) / 1.5)
    expect(gainOf(400, { title: 'cherry' })).toBeLessThan(1.01)
  })

  test('finds an item by its title alone', () => {
    expect(ids([...OTHERS, item('a', { title: 'cache', body: 'words' })], 'cache')).toEqual(['a'])
  })

  test('has an entry first whose neighbour in the file says more of the query', () => {
    const log = (path: string, bodies: readonly string[]) =>
      bodies.map((body, i) => item(`${path} ${i}`, { path, body }))
    const items = [
      ...OTHERS,
      ...log('x.md', ['retry', 'payment', 'harbour']),
      ...log('y.md', ['retry', 'harbour', 'payment']),
    ]
    expect(ids(items, 'payment retry')[0]).toMatch(/^x/)
    expect(ids(items, 'payment retry').filter((id) => /0$/.test(id))).toEqual(['x.md 0', 'y.md 0'])
  })

  test('of equal items is by path, then by id', () => {
    const at = (id: string, path: string) => item(id, { path, body: 'lock', parent: `${path} ${id}` })
    const items = [at('2', 'b.md'), at('1', 'b.md'), at('10', 'b.md'), at('9', 'a.md'), ...OTHERS]
    expect(ids(items, 'lock')).toEqual(['9', '1', '10', '2'])
    expect(ids([...items].reverse(), 'lock')).toEqual(['9', '1', '10', '2'])
  })

  test('has an entry first whose log says more of the query', () => {
    const items = [
      ...OTHERS,
      item('a', { path: 'x.md', body: 'retry' }),
      item('b', { path: 'y.md', body: 'retry' }),
      item('c', { path: 'y.md', body: 'payment' }),
      item('d', { path: 'x.md', body: 'harbour' }),
    ]
    expect(ids(items, 'payment retry')[1]).toBe('b')
  })

  test('has superseded items behind all others, or leaves them out', () => {
    const items = (isAside: boolean) => [
      ...OTHERS,
      item('new', { body: 'the queue is one of many words in a longer text' }),
      item('old', { title: 'queue', body: 'queue', isAside }),
    ]
    expect(ids(items(false), 'queue')).toEqual(['old', 'new'])
    expect(ids(items(true), 'queue')).toEqual(['new', 'old'])
    expect(ids(items(true), 'queue', { limit: 1 })).toEqual(['new'])
    expect(ids(items(true), 'queue', { aside: 'left out' })).toEqual(['new'])
  })

  test('is of the items that a filter lets through, and ends at the limit', () => {
    const items = ['a', 'b', 'c', 'd'].map((id) => item(id, { body: 'lock' }))
    expect(ids(items, 'lock', { among: (place) => place !== 1 })).toEqual(['a', 'c', 'd'])
    expect(ids(items, 'lock', { limit: 2 })).toEqual(['a', 'b'])
  })

  test('knows no parts of words and no similar words', () => {
    const items = [item('a', { body: 'configuration of caching' })]
    expect(ids(items, 'config')).toEqual([])
    expect(ids(items, 'configuratoin')).toEqual([])
    expect(ids(items, 'cached')).toEqual(['a'])
  })

  test.each(['', '   ', '\0', '🙂', '()', '-- + * :', '__proto__'])(
    'finds nothing for %j where nothing has it',
    (query) => {
      expect(ranker([...OTHERS]).rank(query)).toEqual({ hits: [], coverage: 0, isWeak: true })
    },
  )

  test('of no items is empty', () => {
    expect(ranker([]).rank('queue')).toEqual({ hits: [], coverage: 0, isWeak: true })
  })
})

describe('the facts of an item', () => {
  test('hold the terms of each field, and no text', () => {
    const body = 'The queue lost jobs. The queue was restarted.'
    expect(factsOf(item('a', { title: 'Lost jobs', body, date: '2026-02-08' }))).toEqual({
      id: 'a',
      path: 'a.md',
      terms: [
        ['lose', 'job'],
        [],
        ['feb8', '20260208', '202602', '2026', 'february'],
        ['queue', 'lose', 'job', 'queue', 'restart'],
      ],
    })
  })

  test('say where a text was too long to be read to its end', () => {
    expect(factsOf(item('a', { body: 'word '.repeat(1 << 19) })).isCut).toBe(true)
  })

  test('of texts that look like the terms of titles are those of their words', () => {
    const scoreOf = (body: string): number =>
      ranker([item('a', { body: `${body}${' plum'.repeat(400)}` }), ...OTHERS]).rank('queue').hits[0]
        ?.score ?? 0
    expect(scoreOf('\u0001queue')).toBe(scoreOf('queue'))
  })
})

describe('an index as bytes', () => {
  test('gives the same rankings and the texts that were put next to it', () => {
    const { items, questions } = readProjects()
    const built = buildIndex(items.map((one) => factsOf(one)))
    const kept = indexFromBytes(
      indexToBytes(
        built,
        built.items.map(({ id }) => `{"é":${JSON.stringify(id)}}`),
      ),
    )
    const index = { ...kept.index, itemAt: built.itemAt }
    for (const { query } of questions) {
      expect(bm25Ranker(index).rank(query)).toEqual(bm25Ranker(built).rank(query))
    }
    expect(JSON.parse(kept.textAt(7))).toEqual({ é: built.items[7]?.id })
  })

  test('of one item in each file, and of none, is read back as well', () => {
    for (const items of [OTHERS, []]) {
      const built = buildIndex(items.map((one) => factsOf(one)))
      const { index } = indexFromBytes(
        indexToBytes(
          built,
          built.items.map(() => ''),
        ),
      )
      const kept = { ...index, itemAt: built.itemAt }
      expect(bm25Ranker(kept).rank('cherry')).toEqual(bm25Ranker(built).rank('cherry'))
      expect(bm25Ranker(kept).rank('zebra').hits).toEqual([])
    }
  })
})

describe('the same memory and query give the same list', () => {
  const { items, questions } = readProjects()
  const answersOf = (all: readonly SearchItem[]) => {
    const search = ranker(all)
    return questions.slice(0, 40).map(({ query }) => search.rank(query))
  }
  const expected = answersOf(items)

  test('in any order of the items', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...items], { minLength: items.length }), (shuffled) => {
        expect(answersOf(shuffled)).toEqual(expected)
      }),
      { numRuns: runs(10, 3) },
    )
  })

  // Below this project, where it finds its packages.
  const program = resolve(`node_modules/.cache/memkeep-tests/print-rankings-${process.pid}.mjs`)
  beforeAll(async () => {
    const entry = 'test/retrieval/print-rankings.ts'
    await build({ entryPoints: [entry], outfile: program, bundle: true, packages: 'external', format: 'esm' })
  })
  afterAll(() => rmSync(program))

  test.each([
    ['tr_TR.UTF-8', 'Asia/Tokyo'],
    ['de_DE.UTF-8', 'America/Anchorage'],
    ['C', 'UTC'],
  ])('with the locale %s and the time zone %s', (locale, zone) => {
    const env = { ...process.env, LANG: locale, LC_ALL: locale, TZ: zone }
    const printed = execFileSync(process.execPath, [program], {
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    expect(JSON.parse(printed)).toEqual(expected)
  })
})

test('any text can be saved and asked for, and an item is found by each of its words', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: 'grapheme' }),
      (body, title) => {
        const facts = factsOf(item('a', { body, title }))
        const search = bm25Ranker(buildIndex([facts, ...OTHERS.map((one) => factsOf(one))]))
        const text = `${title} ${body}`
        const { matched = [] } = search.rank(text).hits.find(({ id }) => id === 'a') ?? {}
        // A stop word among other words is not asked for.
        const asked = queryTerms(text).filter((term) => /^[a-z]+$/.test(term))
        const kept = new Set(facts.terms.flat())
        expect(asked.filter((term) => !kept.has(term))).toEqual([])
        expect(matched).toEqual(expect.arrayContaining(asked))
      },
    ),
  )
})

test('hostile queries are answered soon', () => {
  const search = ranker(readProjects().items, {})
  for (const query of [
    'queue '.repeat(200_000),
    'a-b_'.repeat(250_000),
    Array.from({ length: 90_000 }, (_, i) => `w${i}`).join(' '),
  ]) {
    const before = process.cpuUsage()
    search.rank(query)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2)
  }
})

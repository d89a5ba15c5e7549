import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareText } from '../../src/core/text.ts'
import { type Bm25Options, rankPlaces, termWeights } from '../../src/retrieval/bm25.ts'
import { indexFromBytes, indexToBytes } from '../../src/retrieval/index-bytes.ts'
import { joinIndexes } from '../../src/retrieval/join-indexes.ts'
import { unknownWords } from '../../src/retrieval/near-terms.ts'
import { buildIndex, factsOf, type SearchItem } from '../../src/retrieval/search-index.ts'
import { plainRanking } from '../helpers/plain-ranking.ts'
import { runs } from '../helpers/runs.ts'

const WORDS = ['queue', 'queues', 'gateway', 'gatewal', 'gatewau', 'retry', 'пароль', 'x7', 'the', '支払い']

const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((list) => list.join(' '))

/** Some items of one file, some of them in sections. */
const file = fc.array(
  fc.record({ body: words, title: words, sections: fc.nat({ max: 2 }), isAside: fc.boolean() }),
  { maxLength: 4 },
)

const files = fc.array(file, { maxLength: 12 }).map((all): readonly (readonly SearchItem[])[] =>
  all.map((items, number) => {
    // In the order of code units `10.md` is before `2.md`.
    const path = `${number}.md`
    return items.flatMap(({ body, title, sections, isAside }, i) => {
      const one = { path, fields: { body, title }, isAside }
      if (sections === 0) return [{ ...one, id: `${i}` }]
      return Array.from({ length: sections + 1 }, (_, section) => ({
        ...one,
        id: `${i}.${section}`,
        sectionOf: `${i}`,
        parent: `${path}\0${i}`,
      }))
    })
  }),
)

const QUERIES = [
  'queue',
  'gatewat retry',
  'the',
  'gateways пароль x7',
  '支払い queue retry',
  'gatewai',
  'zebra',
]

/** Joins the files into runs: `cuts` says which file begins one. */
function joined(all: readonly (readonly SearchItem[])[], cuts: readonly boolean[]) {
  const runsOf: SearchItem[][] = []
  const ordered = [...all].sort(([a], [b]) => compareText(a?.path ?? '', b?.path ?? ''))
  for (const [i, items] of ordered.entries()) {
    if (i === 0 || cuts[i]) runsOf.push([])
    runsOf.at(-1)?.push(...items)
  }
  return joinIndexes(
    runsOf.map((items) => {
      const built = buildIndex(items.map(factsOf).reverse())
      const texts = [...built.items.map(({ path, id }) => `${path} ${id}`), 'one more']
      return indexFromBytes(indexToBytes(built, texts))
    }),
  )
}

test('indexes that are joined rank as one index of all their items does, to the last bit', () => {
  fc.assert(
    fc.property(files, fc.array(fc.boolean(), { maxLength: 12 }), fc.nat(), (all, cuts, salt) => {
      const one = buildIndex(all.flat().map(factsOf))
      const many = joined(all, cuts)
      expect(many.index.size).toBe(one.size)
      for (let place = 0; place < one.size; place++) {
        expect(many.textAt(place)).toBe(`${one.items[place]?.path} ${one.items[place]?.id}`)
      }
      const among = (place: number): boolean => (place + salt) % 3 > 0
      for (const options of [
        { withNear: true },
        { aside: 'left out', withNear: true },
        { aside: 'by score', among },
      ] satisfies Bm25Options[]) {
        for (const query of QUERIES) {
          expect(plainRanking(many.index, query, options)).toEqual(plainRanking(one, query, options))
          expect(termWeights(many.index, query)).toEqual(termWeights(one, query))
          expect(unknownWords(many.index, query)).toEqual(unknownWords(one, query))
        }
      }
    }),
    { numRuns: runs(100, 30) },
  )
})

test('an index of a text that repeats a word more often than a byte can count is read back as it was', () => {
  const built = buildIndex(
    [300, 255, 2].map((times) =>
      factsOf({ id: `${times}`, path: 'a.md', fields: { body: 'queue '.repeat(times) } }),
    ),
  )
  const { index } = indexFromBytes(indexToBytes(built, []))
  expect([...(index.listsOf('queue')[0]?.counts ?? [])]).toEqual([2, 255, 300])
  expect(rankPlaces(index, 'queue').scores).toEqual(rankPlaces(built, 'queue').scores)
})

test('an index of more items than half the bytes can count is read back as it was', () => {
  const items = Array.from({ length: (1 << 16) + 1 }, (_, i) =>
    factsOf({
      id: `${i}`.padStart(6, '0'),
      path: 'a.md',
      fields: { body: i % 9999 === 0 ? 'queue' : '' },
    }),
  )
  const built = buildIndex(items)
  const { index } = indexFromBytes(indexToBytes(built, []))
  expect(rankPlaces(index, 'queue').places).toEqual(rankPlaces(built, 'queue').places)
  expect(rankPlaces(index, 'queue').places).toHaveLength(7)
})

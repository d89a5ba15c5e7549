import { expect, test } from 'vitest'
import { citingLines, evenly } from '../../bench/search/citing-lines.ts'

const RECORDS = [
  'docs/adr/0001-use-queues.md',
  'docs/adr/0012-retry-limits.md',
  'docs/adr/README.md',
  'docs/adr/0000-template.md',
  'packages/web/docs/adr/0001-use-signals.md',
  'docs/solutions/build/slow-image-cache.md',
  'docs/learnings/testing.md',
].map((path) => ({ path, text: 'What was decided.' }))

function asked(text: string, path = 'src/a.ts'): (readonly [string, string])[] {
  return citingLines([...RECORDS, { path, text }]).map(({ query, answer }) => [query, answer] as const)
}

const RETRIES = 'docs/adr/0012-retry-limits.md'

test.each([
  ['// Give up after three attempts, the gateway bans us (ADR-12).'],
  ['* Give up after three attempts, the gateway bans us (ADR 0012).'],
  ['# Give up after three attempts, the gateway bans us (ADR0012).'],
  ['- **Give up** after three attempts, the gateway bans us (docs/adr/0012-retry-limits.md).'],
  ['| Give up after three attempts, the gateway bans us (`0012-retry-limits.md`). |'],
  ['> Give up after three attempts, the gateway bans us ([[0012-retry-limits]]).'],
  ['<!-- Give up after three attempts, the gateway bans us (docs/adr/0012). -->'],
  [
    '1. Give up after three attempts, the [gateway](http://gate) bans us ([Limits](../adr/0012-retry-limits.md#why)).',
  ],
])('a citation and all marks go from a line: %s', (line) => {
  const [[query = '', answer] = [], ...others] = asked(line)
  expect(query.replace(/ ?\.$/, '')).toBe('Give up after three attempts, the gateway bans us')
  expect([answer, others]).toEqual([RETRIES, []])
})

test('a line that cites two records, or a number that two have, is no question', () => {
  expect(asked('We give up after three attempts by ADR-12 and by docs/adr/0001-use-queues.md.')).toEqual([])
  expect(asked('We give up after three attempts since the gateway bans us by ADR-1.')).toEqual([])
})

test('a record is cited by its whole path where others have its number', () => {
  const line = 'Work goes through a queue as all writes do, see docs/adr/0001-use-queues.md'
  expect(asked(line)).toEqual([
    ['Work goes through a queue as all writes do, see', 'docs/adr/0001-use-queues.md'],
  ])
})

test('READMEs, templates, plain words and files of the same name elsewhere are no citations', () => {
  expect(asked('All of our decisions and their reasons are listed in docs/adr/README.md')).toEqual([])
  expect(asked('Copy all headings of the template first, docs/adr/0000-template.md')).toEqual([])
  expect(asked('This is how testing is done by all of us, each day')).toEqual([])
  expect(asked('This is how testing is done by all of us, see docs/guides/testing.md')).toEqual([])
  expect(asked('This is how tests are run by all of us, see testing.md', 'docs/guides/testing.md')).toEqual(
    [],
  )
})

test('a lesson is cited by its name without an ending where that is no word', () => {
  const line = 'Images are built twice on the first run, see slow-image-cache for that'
  expect(asked(line)[0]?.[1]).toBe('docs/solutions/build/slow-image-cache.md')
})

test('a query has 6 to 40 words', () => {
  expect(asked('// See ADR-12 for the reasons why.')).toEqual([])
  expect(asked(`${'word '.repeat(41)} ADR-12`)).toEqual([])
  expect(asked(`${'word '.repeat(40)} ADR-12`)).toHaveLength(1)
})

test('a record does not ask for itself', () => {
  expect(asked('# ADR-12: We give up after three attempts at most', RETRIES)).toEqual([])
})

test('a template asks nothing', () => {
  expect(
    asked('status: proposed, accepted, deprecated, replaced by ADR-12', 'docs/adr/0000-template.md'),
  ).toEqual([])
})

test('an index is left out', () => {
  const many = Array.from({ length: 8 }, (_, i) => `docs/adr/002${i}-some-thing.md`)
  const text = many.map((path, i) => `The reasons for thing ${i} are written there: ${path}`).join('\n')
  const texts = many.map((path) => ({ path, text: '' }))
  expect(citingLines([...texts, { path: 'a.md', text }])).toEqual([])
  expect(citingLines([...texts.slice(1), { path: 'a.md', text }])).toHaveLength(7)
})

test('equal queries are one question, and none where their answers differ', () => {
  const line = 'we give up after three attempts here:'
  expect(asked(`${line} ADR-12\n${line} ADR 0012`)).toHaveLength(1)
  expect(asked(`${line} ADR-12\n${line} docs/adr/0001-use-queues.md`)).toEqual([])
})

test('some of a list are chosen from all of it', () => {
  const list = Array.from({ length: 1000 }, (_, i) => i)
  expect(evenly(list, 4)).toEqual([0, 250, 500, 750])
  expect(evenly(list, 333)).toHaveLength(333)
  expect(evenly([1, 2], 4)).toEqual([1, 2])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findKeptEntries } from '../../../src/formats/logs/kept-words.ts'

const HEADING =
  '## 2026-01-05: A queue in Postgres\n\nNothing else has to run, and jobs are in the backups.\n'

type Row = readonly [
  name: string,
  before: readonly string[],
  after: readonly string[],
  kept: readonly (number | null)[],
]

const FORMS: readonly Row[] = [
  ['another depth and brackets', [HEADING], [HEADING.replace('## 2026-01-05:', '### [2026-01-05]')], [0]],
  [
    'a list item',
    [HEADING],
    ['- 2026-01-05: A queue in Postgres. Nothing else has to run, and jobs are in the backups.'],
    [0],
  ],
  [
    'a row',
    [HEADING],
    ['| 2026-01-05 | A queue in Postgres | Nothing else has to run, and jobs are in the backups. |'],
    [0],
  ],
  [
    'further columns',
    [HEADING],
    [
      '| 7 | 2026-01-05 | A queue in Postgres | Nothing else has to run, and jobs are in the backups. | accepted |',
    ],
    [0],
  ],
  [
    'labels',
    [HEADING],
    [
      '## A queue in Postgres\n\n**Date:** 2026-01-05\n**Why:** Nothing else has to run, and jobs are in the backups.',
    ],
    [0],
  ],
  ['a date in words', [HEADING], [HEADING.replace('2026-01-05', 'January 5, 2026')], [0]],
  [
    'a time that is left out',
    ['[2026-01-05 10:00:00] - One lockfile'],
    ['## 2026-01-05\n\n- One lockfile'],
    [0],
  ],
  [
    'other line breaks',
    [HEADING],
    [HEADING.replace('to run, and', 'to run,\nand').replaceAll('\n', '\r\n')],
    [0],
  ],
  ['emphasis', [HEADING], [HEADING.replace('Nothing else', '**Nothing** _else_')], [0]],
  [
    'one heading for a day',
    ['- 2026-01-05: Whole cents', '- 2026-01-05: One lockfile'],
    ['## 2026-01-05\n\n- Whole cents\n- One lockfile'],
    [0, 0],
  ],
  [
    'a heading for each item of a day, the last first',
    ['## 2026-01-05\n\n- Whole cents\n- One lockfile'],
    ['## 2026-01-05: One lockfile', '## 2026-01-05: Whole cents'],
    [0],
  ],
  [
    'labels that become columns',
    ['## Queue\n\n**Why:** It is there', '## Port\n\n**Why:** It is free'],
    ['| Port | It is free |', '| Queue | It is there |'],
    [1, 0],
  ],
  [
    'Chinese in other lines',
    ['## 2026-01-05：数据库\n\n使用现有的\n队列。'],
    ['- 2026-01-05 数据库，使用现有的队列'],
    [0],
  ],
]

const MISSING: readonly Row[] = [
  ['a word', [HEADING], [HEADING.replace('else ', '')], [null]],
  [
    'a day',
    [HEADING],
    ['## A queue in Postgres\n\nNothing else has to run, and jobs are in the backups.'],
    [null],
  ],
  ['another day', [HEADING], [HEADING.replace('01-05', '01-06')], [null]],
  [
    'a word of one phrase among another',
    [HEADING],
    [HEADING.replace('has to run', 'has yet to run')],
    [null],
  ],
  [
    'words that only another entry has',
    ['- Use Postgres', '- We use Postgres for all jobs'],
    ['- We use Postgres for all jobs'],
    [null, 0],
  ],
  ['a second entry of the same words', ['- Use Postgres', '- Use Postgres'], ['- Use Postgres'], [0, null]],
  [
    'words that are far apart',
    ['## Queue\n\nIt is there', '## Port\n\nIt is free'],
    ['- Queue', '- Cents', '- Port. It is free', '- It is there'],
    [null, 2],
  ],
]

describe('entries of a log in another form', () => {
  test.each(FORMS)('are found in %s', (_, before, after, kept) => {
    expect(findKeptEntries(before, after).map((one) => one?.at ?? null)).toEqual(kept)
    expect(findKeptEntries(before, after).every((one) => one?.isExact)).toBe(true)
  })

  test.each(MISSING)('are not found without %s', (_, before, after, kept) => {
    expect(findKeptEntries(before, after).map((one) => one?.at ?? null)).toEqual(kept)
  })

  test.each([
    ['a sentence', `${HEADING}\nIt was a mistake.\n`],
    ['a word in front', HEADING.replace('A queue', 'Never a queue')],
    ['a text that is crossed out', HEADING.replace('A queue in Postgres', '~~A queue in Postgres~~')],
  ])('are found and not the same with %s', (_, text) => {
    const others = ['## 2026-01-06: One lockfile', '## 2026-01-07: Whole cents', '## 2026-01-08: Long paths']
    const found = findKeptEntries([HEADING, ...others], [text, ...others])
    expect(found.map((one) => one?.isExact)).toEqual([false, true, true, true])
  })
})

const words = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(' '))

test('each entry of any list is found in the list itself, in any order, and one less is one less', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), fc.nat(), (texts, seed) => {
      const entries = texts.map((text) => `- ${text}`)
      const turned = [...entries].reverse()
      expect(findKeptEntries(entries, turned).every((one) => one?.isExact)).toBe(true)
      const gone = seed % entries.length
      const left = turned.filter((_, i) => i !== gone)
      const found = findKeptEntries(entries, left)
      const lost = entries.filter((_, i) => found[i] === null)
      expect(lost.length).toBeGreaterThan(0)
    }),
  )
})

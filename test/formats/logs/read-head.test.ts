import { expect, test } from 'vitest'
import { clauseOf, dayOf, readHead } from '../../../src/formats/logs/read-head.ts'

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['5.1.2026', '2026-01-05'],
  ['January 5, 2026', '2026-01-05'],
  ['5 Jan 2026', '2026-01-05'],
  ['2026-02-30', null],
  ['02/03/2026', null],
])('%s is the day %s', (written, day) => {
  expect(dayOf(written)).toBe(day)
})

test.each([
  ['[2026-01-05] Title', '2026-01-05', 'Title'],
  ['2026-01-05 — Title: more', '2026-01-05', 'Title: more'],
  ['2026-01-05 14:30:00 UTC - Title', '2026-01-05', 'Title'],
  ['**2026-01-05** Title', '2026-01-05', 'Title'],
  ['Title (2026-01-05)', '2026-01-05', 'Title'],
  ['2026-01-05T19:34:00Z - Title', '2026-01-05T19:34:00Z', 'Title'],
  ['2026-01-05T19:34 Title', '2026-01-05T19:34', 'Title'],
  ['[LRN-20260105-001] cause', '20260105', '[LRN-20260105-001] cause'],
  ['Since 2026-01-05 it is so', '2026-01-05', 'Since 2026-01-05 it is so'],
  ['2026-01-05', '2026-01-05', ''],
  ['2026-01-05 (Friday)', '2026-01-05', ''],
  ['2026-01-05 (refactor)', '2026-01-05', '(refactor)'],
  ['**Title**', '', 'Title'],
])('%j has the date %j and the title %j', (text, date, title) => {
  const source = `xx${text}`
  const head = readHead(text, 2)
  expect([head.date.text, head.title.text]).toEqual([date, title])
  for (const { start, end, text: piece } of [head.date, head.title])
    expect(source.slice(start, end)).toBe(piece)
})

test.each([
  ['**Bold words:** and more', 'Bold words'],
  ['A clause: and more', 'A clause'],
  ['One sentence. Another.', 'One sentence'],
  ['Version 1.2.3 is out', 'Version 1.2.3 is out'],
  ['**Why**: it is slow. More', 'Why**: it is slow'],
  ['Root cause: a full disk', 'Root cause: a full disk'],
  ['Ada — A queue on the server. More', 'Ada — A queue on the server'],
  ['**追加**：新しい規則。さらに', '追加**：新しい規則'],
  ['一句话。另一句', '一句话'],
])('the first clause of %j is %j', (text, clause) => {
  expect(clauseOf({ start: 0, end: text.length, text }).text).toBe(clause)
})

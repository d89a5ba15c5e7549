import { describe, expect, test } from 'vitest'
import type { LogShape } from '../../../src/core/log-shape.ts'
import { patternFor } from '../../../src/formats/logs/describe-shape.ts'
import { parsePattern } from '../../../src/formats/logs/entry-pattern.ts'
import { shapedLog } from '../../../src/formats/logs/shaped-log.ts'
import { logText, namesIn, readText, shapeOf } from './read-log.ts'

const by = (pattern: string, text: string) => {
  const shape = parsePattern(pattern)
  if (typeof shape === 'string') throw new Error(shape)
  return readText(text, shape)
}

describe('entries', () => {
  test('run to the next one, or to a heading that is none', () => {
    const text =
      '# Log\n\n## 2026-01-05: A\n\n### Why\n\nx\n\n## Rules\n\nNo entry.\n\n## 2026-01-06: B\n\ny\n'
    const log = readText(text)
    expect(namesIn(log)).toEqual(['2026-01-05|A', '2026-01-06|B'])
    expect(log.entries.map(({ body }) => text.slice(body.start, body.end))).toEqual(['### Why\n\nx', 'y'])
    expect(log.unread.map(({ text: heading }) => heading)).toEqual(['Rules'])
  })

  test('of another depth count where their date says so, and groups do not', () => {
    const text =
      '## Active\n\n### 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\n### Part\n\ny\n\n## 2026-02-01\n\n### 2026-02-02: C\n\n### 2026-02-03: D\n'
    const log = readText(text)
    expect(namesIn(log)).toEqual(['2026-01-05|A', '2026-01-06|B', '2026-02-02|C', '2026-02-03|D'])
    expect(log.unread).toEqual([])
  })

  test('with a label right below them count at the depth of most, and above it', () => {
    const text =
      '# Decisions\n\n## Directives\n\n### A\n**By:** x\n\n### B\n**By:** y\n\n### C\n**By:** z\n\n### Parts\n\nText.\n\n#### 1. One\n\n**Why:** x\n\n### More\n\nx\n\n### Parts again\n\nx\n\n# Decision: D\n\n**Date:** 2026-01-05\n\n## Why\n\n**Cost:** x\n'
    const log = readText(text)
    expect(namesIn(log)).toEqual(['|A', '|B', '|C', '|Decision: D'])
    expect(log.unread.map((one) => one.text)).toEqual(['Parts', 'More', 'Parts again'])
  })

  test('of stamped lines hold headings, but for those right before the next', () => {
    const text =
      '[2026-01-05 10:00:00] - **A**\n\n## Why\n\n- x\n[2026-01-06 10:00:00] - B\n\n## March\n\n[2026-03-06 10:00:00] - Cause: more\n'
    const log = readText(text)
    expect(namesIn(log)).toEqual(['2026-01-05|A', '2026-01-06|B', '2026-03-06|Cause: more'])
    expect(log.entries.map(({ start, ownEnd }) => text.slice(start, ownEnd))).toEqual([
      '[2026-01-05 10:00:00] - **A**\n\n## Why\n\n- x',
      '[2026-01-06 10:00:00] - B',
      '[2026-03-06 10:00:00] - Cause: more',
    ])
  })

  test.each([
    ['a heading that calls itself an entry', 2, 'Decision'],
    ['any heading below three lines and no other', 3, 'Open questions'],
  ])('of stamped lines end at %s', (_, count, heading) => {
    const lines = ['[2026-01-05] A', '[2026-01-06] B', '[2026-01-07] C'].slice(0, count).join('\n')
    const text = `# Log\n\n${lines}\n\n## ${heading}\n\n- x\n\n## Rationale\n\n- y\n`
    const shape: LogShape = { unit: 'line', depth: 0, pattern: null, mark: 'date' }
    const { entries } = shapedLog(logText(text), shape)
    expect(entries.map(({ start, ownEnd }) => text.slice(start, ownEnd)).join('\n')).toBe(lines)
  })

  test('of lists are the outer items, with what is below them', () => {
    const text = '# L\n\n- One: x\n  - inner\n- Two\n\n  more\n\nNo entry.\n\n- Three\n'
    const log = readText(text, { expected: 'lessons' })
    expect(namesIn(log)).toEqual(['|One: x', '|Two', '|Three'])
    expect(log.entries.map(({ start, ownEnd }) => text.slice(start, ownEnd))).toEqual([
      '- One: x\n  - inner',
      '- Two\n\n  more',
      '- Three',
    ])
  })

  test('of tables are rows that say something', () => {
    const text =
      '| Date | What | Why |\n| --- | --- | --- |\n| 2026-01-05 | A | x |\n| | | |\n| 2026-01-06 | B | y |\n\nEnd.\n'
    const log = readText(text)
    expect(namesIn(log)).toEqual(['2026-01-05|A', '2026-01-06|B'])
    expect(log.entries.map(({ start, ownEnd }) => text.slice(start, ownEnd))).toEqual([
      '| 2026-01-05 | A | x |',
      '| 2026-01-06 | B | y |',
    ])
  })

  test('leave tombstones where they are, dated or not', () => {
    const text =
      '## A\n\nx\n\n<!-- memkeep-removed B -- a key -->\n\n<!-- memkeep-removed [2026-01-05] C -- a key -->\n\n## D\n'
    const { tombstones, faults, entries } = by('## {title}', text)
    expect(tombstones.map(({ date, title }) => `${date}|${title}`)).toEqual(['|B', '2026-01-05|C'])
    expect(faults).toEqual([])
    expect(text.slice(entries[0]?.start, entries[0]?.ownEnd)).toBe('## A\n\nx')
  })
})

describe('a pattern', () => {
  test.each([
    ['### [{date}] {title}', '### [2026-01-05] A\n\n### [2026-02-30] B\n\n## C\n', ['2026-01-05|A', '|B']],
    ['## {date} — {title}', '## 2026-01-05 — A — b\n\n## B\n', ['2026-01-05|A — b']],
    ['## {date} {title}', '## March 1, 2026 A\n\n## 5.1.2026 B\n', ['2026-03-01|A', '2026-01-05|B']],
    ['## {title} ({date})', '## A (b) (2026-01-05)\n', ['2026-01-05|A (b)']],
    ['## {id}: {title}', '## D-001: A\n\n## B\n', ['|D-001: A']],
    ['- {date}: {title}', '- 2026-01-05: A queue. More.\n- B\n', ['2026-01-05|A queue']],
    ['[{date}] - {title}', '[2026-01-05 10:00] - A\n', ['2026-01-05|A']],
    [
      '## Decision',
      '## Decision\n\n- A queue. More.\n\n## Why\n\nx\n\n## Decision:\n\nB\n',
      ['|A queue', '|B'],
    ],
    ['| {date} | {title} |', '| a | b |\n| - | - |\n| 2026-01-05 | A |\n', ['2026-01-05|A']],
  ])('%s', (pattern, text, names) => {
    expect(namesIn(by(pattern, text))).toEqual(names)
  })

  test.each([
    ['## {when}', /names \{when\}/],
    ['## {date} {date}', /twice/],
    ['- Entry', /neither/],
    ['{title}', /needs a \{date\}/],
  ])('%s is none', (pattern, why) => {
    expect(parsePattern(pattern)).toMatch(why)
  })
})

describe('the pattern that says what was found', () => {
  test.each([
    ['## 2026-01-05: A\n\n## 2026-01-06: B\n', '## {date}: {title}'],
    ['### [2026-01-05] A\n\n### [2026-01-06] B\n', '### [{date}] {title}'],
    ['### A (2026-01-05)\n\n### B (2026-01-06)\n', '### {title} ({date})'],
    ['### A (2026-01-05)\n\n### 2026-01-06: B\n', '### {title}'],
    ['[2026-01-05 10:00:00] - **A**\n\n[2026-01-06 11:00:00] - B\n', '[{date}] - {title}'],
    ['| Date | What |\n| --- | --- |\n| 2026-01-05 | A |\n| 2026-01-06 | B |\n', '| {date} | {title} |'],
    ['- 2026-01-05: A\n- 2026-01-06: B\n', '- {date}: {title}'],
    ['## 2026-01-05\n\n- A\n\n## 2026-01-06\n\n- B\n', '## {date}'],
    ['## 2026-01-05: A\n\n### 2026-01-06: x\n\n## Rules\n\n### 2026-01-07: B\n\n## 2026-01-08: C\n', null],
  ])('%j: %s', (text, pattern) => {
    const log = logText(text)
    const shape = shapeOf(log, { expected: 'decisions' })
    expect(shape && patternFor(log, shape, shapedLog(log, shape))).toBe(pattern)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { lineStarts } from '../../../src/core/text.ts'
import { type EntryLog, entryLog } from '../../../src/formats/entry-log.ts'
import { readFrontMatter } from '../../../src/formats/front-matter.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { runs } from '../../helpers/runs.ts'
import { migrated, planLog } from './plan-log.ts'

/** An entry as people write it: `%` is its number. */
const STARTS = [
  '## [2026-01-0%] Title %',
  '## 2026-01-0% - Title %',
  '### 2026-01-0%: Title %',
  '# 2026-01-0% — Title %',
  '## Title % (2026-01-0%)',
  '## Title %\n\n**Date:** 2026-01-0%',
  '### 2026-01-0%T10:1%: Title %',
  '### [2026-01-0%] Title %\n\n**Category:** general',
  'Title % (2026-01-0%)\n------',
]

/** What bodies hold, without a heading of their own. */
const BODIES = [
  'Plain text, `code` and more.',
  'Text of two\nlines.  \nAnd a third.',
  '- a list\n- 2026-01-02: with a day\n\n  and more',
  '```md\n## 2026-01-02: in a fence\n\n---\n```',
  '    ### 2026-01-02: indented',
  '> ## 2026-01-02: quoted\n> text',
  '<!-- ## 2026-01-02: hidden -->\n\nText.',
  'Before.\n\n---\n\nAfter.',
  'Before.\n\n***\n\nAfter.',
  '[2026-01-02 10:00] GET /',
  'Tags: one, Two words',
  '**Type:** Tooling\n**By:** Ann',
  '#one #two',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'Trailing blanks   ',
  'Zero\u200bwidth, NUL \0 and 日本語。',
]

/** What is between entries, and above the first one. */
const NOISE = [
  '',
  '---',
  '***',
  'text\n---',
  '## Architecture',
  '# Log',
  '### Not dated',
  '## Context',
  '## 2026-01-09',
  '## 2026-02-30: no day',
  '#### [2026-01-03] deep',
  '### [WIP] later',
  '<!-- a comment -->',
  '```\nopen',
  '<div>\n## 2026-01-04: in HTML\n</div>',
  '- 2026-01-05: a bullet\n- one without',
  '[2026-01-06 09:00] a line',
  'Setext\n======',
  '---\nkey: value\n---',
  '\t',
]

const ENDS = ['\n', '\r\n', '\r']

/** Blocks as a file: with or without a byte order mark and a final newline, and with line ends of one kind or several. */
const fileOf = (block: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      mark: fc.constantFrom('', '\ufeff'),
      blocks: fc.array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n', '\n\n\n')), { maxLength: 12 }),
      final: fc.boolean(),
      ends: fc.oneof(
        ...ENDS.map((end) => fc.constant([end])),
        fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 2, maxLength: 5 }),
      ),
    })
    .map(({ mark, blocks, final, ends }) => {
      const text = blocks
        .map(([one, gap], index) => one.replaceAll('%', String(1 + (index % 9))) + gap)
        .join('')
      let count = 0
      const ended = (final ? text : text.trimEnd()).replaceAll(
        '\n',
        () => ends[count++ % ends.length] ?? '\n',
      )
      return mark + ended
    })

const start = fc.constantFrom(...STARTS)
const body = fc.constantFrom(...BODIES)
const entry = fc.tuple(start, body).map(([one, other]) => `${one}\n\n${other}`)
const orderly = fileOf(entry)
const anything = fileOf(fc.oneof(start, body, entry, fc.constantFrom(...NOISE), fc.string({ maxLength: 12 })))

/** A text as its words, numbers without leading zeros; the `T` of a time stamp is none. */
function words(text: string): Map<string, number> {
  const found = new Map<string, number>()
  const plain = text.toLowerCase().replaceAll(/(\d)t(?=\d)/g, '$1 ')
  for (const word of plain.match(/\p{L}+|\p{N}+/gu) ?? []) {
    const key = word.replace(/^0+(?=\d)/, '')
    found.set(key, (found.get(key) ?? 0) + 1)
  }
  return found
}

function lineEnds(text: string): Set<string> {
  return new Set(text.match(/\r\n|\n|\r/g))
}

function lost(before: string, after: string): string[] {
  const kept = words(after)
  return [...words(before)].flatMap(([word, count]) => ((kept.get(word) ?? 0) < count ? [word] : []))
}

function read(text: string): EntryLog {
  const starts = lineStarts(text)
  // A log that begins with `---` has front matter up to the next one.
  const { bodyStart } = readFrontMatter(text, starts, DEFAULT_SETTINGS.limits.frontMatterBytes)
  return entryLog(text, parseMarkdown(text, bodyStart), starts)
}

/** Entries that all start in one way, or all with their day: others could be parts of each other. */
const uniform = fc
  .tuple(
    fc.oneof(
      ...STARTS.map((one) => fc.constant([one])),
      fc.constant(STARTS.filter((one) => /^#+ \[?2/.test(one))),
    ),
  )
  .chain(([starts]) => fc.array(fc.tuple(fc.constantFrom(...starts), body), { minLength: 1, maxLength: 6 }))

const RUNS = { numRuns: runs(500, 150) }

describe('any file', () => {
  test('loses no word, and a second run plans nothing', () => {
    let changed = 0
    fc.assert(
      fc.property(anything, fc.constantFrom([], ['mark-undated']), (text, choices) => {
        const after = migrated(text, choices).text
        expect(lost(text, after)).toEqual([])
        expect(planLog(after, choices).sets).toEqual([])
        if (after !== text) changed++
      }),
      RUNS,
    )
    expect(changed).toBeGreaterThan(50)
  })

  test('keeps its byte order mark, its kinds of line ends and whether it ends with one', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const after = migrated(text, ['mark-undated']).text
        expect(after.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
        const known = lineEnds(text)
        if (known.size > 0) expect([...lineEnds(after)].filter((end) => !known.has(end))).toEqual([])
        expect(/[\r\n]$/.test(after)).toBe(/[\r\n]$/.test(text))
      }),
      RUNS,
    )
  })

  test('is either left or has a category and a separator in each entry', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const after = migrated(text).text
        if (after === text) return
        for (const { category, separator } of read(after).entries) {
          expect(category?.isExact && category.value.text).toBeTruthy()
          expect(separator).not.toBeNull()
        }
      }),
      RUNS,
    )
  })
})

test('a log of dated headings is migrated whole: days and titles in order, bodies byte for byte', () => {
  let count = 0
  fc.assert(
    fc.property(uniform, fc.constantFrom(...ENDS), (log, end) => {
      const numbered = log.map(([one], index) => one.replaceAll('%', String(index + 1)))
      const text = numbered.map((one, index) => `${one}\n\n${log[index]?.[1]}\n\n`).join('')
      const after = migrated(text.replaceAll('\n', end)).text
      const { entries, misshapen } = read(after)
      expect(misshapen).toEqual([])
      expect(entries.map(({ date, title }) => `${date.text} ${title.text}`)).toEqual(
        log.map((_, index) => `2026-01-0${index + 1} Title ${index + 1}`),
      )
      entries.forEach((one, index) => {
        const own = (log[index]?.[1] ?? '').trimEnd().replaceAll('\n', end)
        expect(after.slice(one.start, one.end)).toContain(own)
      })
      count += entries.length
    }),
    RUNS,
  )
  expect(count).toBeGreaterThan(runs(500, 100))
})

test('an orderly file keeps every line that is neither a heading nor under one', () => {
  fc.assert(
    fc.property(orderly, (text) => {
      const after = migrated(text, ['mark-undated']).text.split(/\r\n|\n|\r/)
      let at = 0
      for (const line of text.split(/\r\n|\n|\r/)) {
        if (/^\ufeff?#|^-{3,}|^\*{3}|^Title|^Tags|2026-01-0\d(?:T|\))|^\s*$/.test(line)) continue
        const found = after.indexOf(line, at)
        expect(found, line).toBeGreaterThanOrEqual(at)
        at = found
      }
    }),
    RUNS,
  )
})

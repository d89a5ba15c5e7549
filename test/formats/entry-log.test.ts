import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineStarts } from '../../src/core/text.ts'
import { type Entry, type EntryLog, entryLog } from '../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'
import { runs } from '../helpers/runs.ts'

function read(text: string, start = 0): EntryLog {
  return entryLog(text, parseMarkdown(text, start), lineStarts(text))
}

/** An entry's parts as texts cut out of the source by their ranges, so that the ranges are tested with them. */
function cut(text: string, entry: Entry): object {
  const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end)
  return {
    date: at(entry.date),
    title: at(entry.title),
    category: entry.category && at(entry.category.value),
    tags: entry.tags?.tags.map(at) ?? null,
    body: at(entry.body),
    separator: entry.separator && at(entry.separator),
  }
}

function only(text: string): Entry {
  const { entries } = read(text)
  const [entry] = entries
  if (!entry || entries.length > 1) throw new Error(`${entries.length} entries`)
  return entry
}

const ENTRY = `### [2026-01-05] One lockfile

**Category:** dependency
**Tags:** pnpm, monorepo

Two packages pulled different versions.

---
`

describe('entries', () => {
  test('every part of an entry has its range and its value', () => {
    const text = `# Decisions\n\nOldest first.\n\n${ENTRY}`
    const log = read(text)
    expect(log.preamble).toEqual({ start: 0, end: text.indexOf('###') })
    expect(log.misshapen).toEqual([])
    const entry = only(text)
    expect(cut(text, entry)).toEqual({
      date: '2026-01-05',
      title: 'One lockfile',
      category: 'dependency',
      tags: ['pnpm', 'monorepo'],
      body: 'Two packages pulled different versions.',
      separator: '---',
    })
    expect(text.slice(entry.start, entry.end)).toBe(ENTRY)
    expect(text.slice(entry.category?.line.start, entry.category?.line.end)).toBe('**Category:** dependency')
    expect(text.slice(entry.tags?.line.start, entry.tags?.line.end)).toBe('**Tags:** pnpm, monorepo')
    expect(entry.ownEnd).toBe(text.length - 1)
  })

  test('a text without entries is all preamble', () => {
    expect(read('')).toEqual({
      preamble: { start: 0, end: 0 },
      entries: [],
      misshapen: [],
      unread: [],
      tombstones: [],
      faults: [],
    })
    const text = '# Lessons\n\n## How to write one\n\nShort.\n'
    expect(read(text)).toEqual({
      preamble: { start: 0, end: text.length },
      entries: [],
      misshapen: [],
      unread: [],
      tombstones: [],
      faults: [],
    })
  })

  test.each([
    ['a fence', '```markdown\n### [2026-01-05] x\n```\n'],
    ['a comment', '<!--\n### [2026-01-05] x\n-->\n'],
    ['a quote', '> ### [2026-01-05] x\n'],
    ['a list', '- ### [2026-01-05] x\n'],
    ['indented code', '    ### [2026-01-05] x\n'],
  ])('a heading in %s starts nothing', (_, text) => {
    expect(read(text).entries).toEqual([])
    expect(read(text).misshapen).toEqual([])
  })

  test('byte order mark, CRLF and lone CR leave the parts as they are', () => {
    for (const br of ['\n', '\r\n', '\r']) {
      const text = `\ufeff${ENTRY.repeat(2).replaceAll('\n', br)}`
      const { entries } = read(text, 1)
      expect(entries.length).toBe(2)
      for (const entry of entries) {
        expect(cut(text, entry)).toMatchObject({
          title: 'One lockfile',
          category: 'dependency',
          tags: ['pnpm', 'monorepo'],
          body: 'Two packages pulled different versions.',
          separator: '---',
        })
      }
    }
  })

  test('up to three blanks before the marks and closing marks are no part of the title', () => {
    const text = '   ###\t[2026-01-05]   Spaced title ###  \n\nBody\n'
    expect(cut(text, only(text))).toMatchObject({ date: '2026-01-05', title: 'Spaced title', body: 'Body' })
    expect(only(text).start).toBe(0)
  })

  test('a heading of nothing but the date is an entry without a title', () => {
    expect(cut('### [2026-01-05]', only('### [2026-01-05]'))).toEqual({
      date: '2026-01-05',
      title: '',
      category: null,
      tags: null,
      body: '',
      separator: null,
    })
  })
})

describe('comments above the next entry', () => {
  const NEXT = '### [2026-01-06] Next\n\nNext.\n'

  test.each([
    ['one line', '<!-- c -->\n'],
    ['several, with blank lines', '\n<!-- c -->\n\n\n<!-- d\n\ne -->\n\n'],
    ['two on one line', '<!-- c --> <!-- d -->\n'],
    ['around a section heading', '<!-- c -->\n\n## 2026 <!-- d -->\n\n<!-- e -->\n'],
  ])('%s: no part of the entry above', (_, comments) => {
    for (const br of ['\n', '\r\n']) {
      for (const above of [ENTRY, ENTRY.replace('\n---\n', '')]) {
        const text = `${above}${comments}${NEXT}`.replaceAll('\n', br)
        const [entry] = read(text).entries
        const alone = above.replaceAll('\n', br)
        expect(entry && cut(text, entry)).toEqual(cut(alone, only(alone)))
        expect(entry?.ownEnd).toBe(alone.trimEnd().length)
      }
    }
  })

  test.each([
    ['behind the text of its line', 'Text. <!-- c -->'],
    ['in a list', '- one\n  <!-- c -->'],
    ['in a quote', '> <!-- c -->'],
    ['above the separator', '<!-- c -->\n\n---'],
    ['in a fence', '```\n<!-- c -->\n```'],
  ])('a comment %s stays in its entry', (_, last) => {
    const text = `${ENTRY.replace('---\n', last)}\n\n${NEXT}`
    expect(read(text).entries[0]?.ownEnd).toBe(text.indexOf('\n\n### [2026-01-06]'))
  })

  test('a comment at the end of the log stays in the last entry, and one under a heading alone goes to the next', () => {
    expect(only(`${ENTRY}\n<!-- c -->\n`).separator).toBeNull()
    const text = `### [2026-01-05] Bare\n<!-- c -->\n${NEXT}`
    expect(read(text).entries[0]?.ownEnd).toBe(text.indexOf('\n<!--'))
  })
})

test('an entry of nothing but a label with blanks behind it ends behind the blanks', () => {
  const text = '### [2026-01-05] x\n**Tags:** a  '
  const { body, ownEnd } = only(text)
  expect([body.start, body.end, ownEnd]).toEqual([text.length, text.length, text.length])
})

describe('headings that were meant as an entry', () => {
  test.each([
    '### [2026-1-5] x',
    '### [2026/01/05] x',
    '### [YYYY-MM-DD] x',
    '### [TBD] x',
    '### 2026-01-05: x',
    '### \\[2026-01-05\\] x',
    '### [2026-01-05 x',
    '## [2026-01-05] x',
    '#### [2026-01-05] x',
  ])('%s ends the entry above and starts none', (heading) => {
    const text = `${ENTRY}\n${heading}\n\nIts text.\n\n---\n\n${ENTRY}`
    const { entries, misshapen } = read(text)
    expect(misshapen.map(({ place }) => place.line)).toEqual([10])
    expect(entries.map((entry) => cut(text, entry))).toEqual([
      cut(ENTRY, only(ENTRY)),
      cut(ENTRY, only(ENTRY)),
    ])
  })

  test.each(['2026-13-01', '2026-02-30'])('[%s] starts an entry that has no day', (date) => {
    const text = `${ENTRY}\n${ENTRY.replace('2026-01-05', date)}`
    const { entries, misshapen, unread } = read(text)
    expect(entries.map(({ day }) => day)).toEqual(['2026-01-05', null])
    expect(entries.map((entry) => cut(text, entry))[1]).toEqual({ ...cut(ENTRY, only(ENTRY)), date })
    expect([misshapen, unread]).toEqual([[], []])
  })

  test.each([
    '### [the guide](guide.md)',
    '### Details',
    '### [the guide][1]',
    '## [0.8.21] - 2026-03-07',
    '#### 2026-01-05',
    '> ### [2026-1-5] x',
  ])('%s stays inside its entry', (heading) => {
    const text = `### [2026-01-05] x\n\nAbove.\n\n${heading}\n\nBelow.\n\n---\n`
    expect(read(text).misshapen).toEqual([])
    expect(cut(text, only(text))).toMatchObject({ body: `Above.\n\n${heading}\n\nBelow.` })
  })
})

describe('labels', () => {
  const labelled = (labels: string): object => {
    const text = `### [2026-01-05] x\n${labels}\nBody.\n\n---\n`
    const { category, tags, body } = only(text)
    return {
      category: category?.value.text,
      tags: tags?.tags.map((tag) => tag.text),
      exact: [category?.isExact, tags?.isExact],
      body: text.slice(body.start, body.end),
    }
  }

  test.each([
    ['the other order', '\n**Tags:** a, b\n**Category:** c\n'],
    ['straight under the heading', '**Category:** c\n**Tags:** a, b\n'],
    ['a paragraph each', '\n**Category:** c\n\n**Tags:** a, b\n'],
    ['text right behind them', '\n**Category:** c\n**Tags:** a, b'],
    ['hard line breaks', '\n**Category:** c  \n**Tags:** a, b\\\n'],
    [
      'comments between them',
      '\n<!-- memkeep-disable entry-tags -- kept -->\n**Category:** c\n<!-- x -->\n**Tags:** a, b\n',
    ],
  ])('are read with %s', (_, labels) => {
    expect(labelled(labels)).toEqual({
      category: 'c',
      tags: ['a', 'b'],
      exact: [true, true],
      body: 'Body.',
    })
  })

  test.each([
    '**Category**: c',
    '**category:** c',
    'Category: c',
    '__Category:__ c',
    '- **Category:** c',
    '**Category:**c',
    '**Category: c**',
    ' **Category:** c',
    '**Categories:** c',
  ])('%s is read, and known not to be exact', (line) => {
    expect(labelled(`\n${line}\n**Tags:** a\n`)).toEqual({
      category: 'c',
      tags: ['a'],
      exact: [false, true],
      body: 'Body.',
    })
  })

  test('a label in the body, in code or for the second time is text', () => {
    expect(labelled('\nFirst.\n\n**Category:** c\n')).toMatchObject({ category: undefined })
    expect(labelled('\n```\n**Category:** c\n```\n')).toMatchObject({ category: undefined })
    expect(labelled('\n    **Category:** c\n')).toMatchObject({ category: undefined })
    expect(labelled('\n**Category:** c\n**Category:** d\n')).toMatchObject({
      category: 'c',
      body: '**Category:** d\n\nBody.',
    })
  })

  test('values may be empty, and tags may hold empty parts', () => {
    expect(labelled('\n**Category:**\n**Tags:** , a,, b ,\n')).toMatchObject({
      category: '',
      tags: ['a', 'b'],
    })
    expect(labelled('\n**Tags:**  \n')).toMatchObject({ category: undefined, tags: [] })
  })
})

describe('separator', () => {
  const ends = (body: string, after = ''): object => {
    const text = `### [2026-01-05] x\n\n${body}${after}`
    const [entry] = read(text).entries
    if (!entry) throw new Error('no entry')
    const at = (range: { start: number; end: number } | null): string | null =>
      range && text.slice(range.start, range.end)
    return { body: at(entry.body), separator: at(entry.separator), underline: at(entry.underline) }
  }

  test('the last break counts, those before it are part of the body', () => {
    expect(ends('One.\n\n---\n\nTwo.\n\n---\n')).toEqual({
      body: 'One.\n\n---\n\nTwo.',
      separator: '---',
      underline: null,
    })
    expect(ends('One.\n\n---\n\nTwo.\n')).toEqual({
      body: 'One.\n\n---\n\nTwo.',
      separator: null,
      underline: null,
    })
  })

  test('a break in a fence, a quote or a list is none', () => {
    for (const body of ['```\n---\n```', '> a\n>\n> ---', '- a\n\n  ---']) {
      expect(ends(`${body}\n`)).toEqual({ body, separator: null, underline: null })
    }
  })

  test('dashes straight under the last text line are not a break but no part of the body', () => {
    for (const after of ['', ENTRY]) {
      expect(ends('Two\nlines.\n---\n\n', after)).toEqual({
        body: 'Two\nlines.',
        separator: null,
        underline: '---',
      })
    }
    expect(ends('**Category:** c\n**Tags:** a\n---\n')).toEqual({
      body: '',
      separator: null,
      underline: '---',
    })
  })

  test('a heading underlined with dashes inside the body is a heading', () => {
    expect(ends('Title\n---\n\nText.\n\n---\n')).toEqual({
      body: 'Title\n---\n\nText.',
      separator: '---',
      underline: null,
    })
    expect(ends('Text\n--\n')).toEqual({ body: 'Text\n--', separator: null, underline: null })
  })

  test('a section heading between two entries belongs to neither', () => {
    const text = `${ENTRY}\n## 2027\n\n# Later\n\n${ENTRY}`
    const { entries } = read(text)
    expect(entries.map((entry) => cut(text, entry))).toEqual([
      cut(ENTRY, only(ENTRY)),
      cut(ENTRY, only(ENTRY)),
    ])
    expect(entries.map(({ ownEnd }) => ownEnd)).toEqual([ENTRY.length - 1, text.length - 1])
    expect(ends('Text.\n\n---\n\n## At the very end\n')).toMatchObject({ separator: '---' })
  })

  test('a break in front of the first heading that is not read ends the entry; its text stays in the body', () => {
    const body = 'Text.\n\n---\n\n## Use pnpm\n\nMore.'
    expect(ends(`${body}\n`)).toEqual({ body, separator: '---', underline: null })
    expect(ends('Text.\n\n---\n\n## Use pnpm')).toMatchObject({ separator: '---' })
    expect(ends('Text.\n\n## Use pnpm\n\n---\n\nMore.\n')).toMatchObject({ separator: null })
    expect(ends('Text.\n\n---\n\n#### Inside\n\nMore.\n')).toMatchObject({ separator: null })
  })
})

describe('property', () => {
  const line = fc.constantFrom(
    'Plain text.',
    'Fenced twice',
    '- a list item',
    '  continued',
    '> a quote',
    '---',
    '***',
    '## A section',
    '#### Deeper',
    'naïve 設計 🎉 text',
    '**Why:** because',
    '| a | b |',
    '1. first',
    '    indented code',
    '',
    '',
  )
  const fence = fc
    .array(fc.constantFrom('### [2026-01-01] example', '---', 'code()', ''), { maxLength: 4 })
    .map((lines) => ['```js', ...lines, '```', ''])
  const body = fc
    .array(fc.oneof({ weight: 4, arbitrary: line.map((one) => [one]) }, { weight: 1, arbitrary: fence }), {
      minLength: 1,
      maxLength: 12,
    })
    // The first line is plain text, so that the body is not empty and starts with no label.
    .map((lines) => ['Body.', ...lines.flat()].join('\n').trimEnd())
  const word = fc.stringMatching(/^[A-Za-z0-9é設][\w.+é設-]{0,8}$/)
  const parts = fc.record({
    date: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    title: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
    category: fc.option(word),
    tags: fc.option(fc.array(word, { minLength: 1, maxLength: 4 })),
    body,
  })
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

  test('entries of any parts are read back, bytes and all', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), lineEnd, fc.boolean(), (entries, br, blank) => {
        const texts = entries.map(({ date, title, category, tags, body }) => {
          const labels = [
            ...(category === null ? [] : [`**Category:** ${category}`]),
            ...(tags === null ? [] : [`**Tags:** ${tags.join(', ')}`]),
          ]
          return [`### [${date}] ${title}`, '', ...labels, '', body, '', '---', ...(blank ? ['', ''] : [''])]
        })
        const text = ['# Log', '', ...texts.flat()].join('\n').replaceAll('\n', br)
        const log = read(text)
        expect(log.misshapen).toEqual([])
        expect(log.entries.map((entry) => cut(text, entry))).toEqual(
          entries.map((entry) => ({ ...entry, body: entry.body.replaceAll('\n', br), separator: '---' })),
        )
      }),
      { numRuns: 150 },
    )
  })

  test('whatever the text, ranges lie in it, in order, and cover it', () => {
    const piece = fc.constantFrom(
      '### [2026-01-05] x',
      '### [2026-1-5] x',
      '## [2026-01-05]',
      '###',
      '---',
      '===',
      '```',
      '<!--',
      '-->',
      '**Category:**',
      '**Tags:** a,,',
      '- ',
      '> ',
      'text',
      ' ',
      '\n',
      '\n\n',
      '\r',
      '\r\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        const { preamble, entries } = read(text)
        let offset = preamble.end
        for (const entry of entries) {
          expect(entry.start).toBeGreaterThanOrEqual(offset)
          expect(text.slice(entry.date.start - 1, entry.date.end + 1)).toBe(`[${entry.date.text}]`)
          const inner = [entry.heading.end, entry.body.start, entry.body.end, entry.ownEnd, entry.end]
          expect([...inner].sort((a, b) => a - b)).toEqual(inner)
          offset = entry.end
        }
        expect(offset).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: runs(500) },
    )
  })
})

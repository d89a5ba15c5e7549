import { describe, expect, test } from 'vitest'
import type { ExpectedLog, LogShape } from '../../../src/core/log-shape.ts'
import { readingOf } from '../../../src/formats/logs/find-shape.ts'
import { logText, namesIn, readText, shapeOf } from './read-log.ts'

const shape = (text: string, expected: ExpectedLog = 'decisions'): string | null => {
  const found: LogShape | null = shapeOf(logText(text), { expected })
  return found && `${found.unit}${found.depth || ''} ${found.mark ?? 'any'}`
}

const PROSE = 'Some words about it that go on for a while, and then a few more of them.\n'

describe('the form of entries', () => {
  test.each([
    ['dated headings', '# Log\n\n## 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\ny\n', 'heading2 date'],
    ['one dated heading', '# Log\n\n### [2026-01-05] A\n\nx\n', 'heading3 date'],
    [
      'days behind titles',
      '## Active\n\n### A (2026-01-05)\n\n### B (2026-01-06)\n\n## Rules\n',
      'heading3 date',
    ],
    ['numbered headings', '# Log\n\n## D001：甲\n\nx\n\n## D002：乙\n\ny\n', 'heading2 id'],
    ['numbers behind a sign', '# Log\n\n## 🧭 1. **Eins**\n\nx\n\n## 🌐 2. **Zwei**\n', 'heading2 id'],
    ['ids with a day', '## [LRN-20260105-001] cause\n\n### Summary\n\nx\n', 'heading2 date'],
    [
      'stamped lines',
      '# Log\n\n## Decision\n\n*\n\n[2026-01-05 10:00:00] - A\n\n[2026-01-06 11:00:00] - B\n',
      'line date',
    ],
    ['rows', '# Log\n\n| Date | What |\n| --- | --- |\n| 2026-01-05 | A |\n| 2026-01-06 | B |\n', 'row date'],
    ['dated list items', '# Log\n\n- 2026-01-05: A\n- 2026-01-06: B\n', 'bullet date'],
    [
      'headings with labels in lists, where list items are no entries',
      ['A', 'B', 'C'].map((one) => `### ${one}\n- **Data:** ${one}\n- **Perché:** x ${one}\n`).join('\n'),
      'heading3 any',
    ],
    [
      'list items with labels of their own',
      '# Learnings\n\n## Patterns\n- **Dead code:** it goes\n- **Two locks:** they wait\n- **A cache:** it lies\n',
      'bullet any',
    ],
    [
      'headings with parts in common',
      ['A', 'B', 'C'].map((one) => `## ${one}\n\n**Why:** x\n`).join('\n'),
      'heading2 any',
    ],
  ])('%s', (_, text, found) => {
    expect(shape(text)).toBe(found)
  })

  test('is none for prose with headings, however it is called', () => {
    const text = `# Decisions\n\n## How it works\n\n${PROSE}\n## Why files\n\n${PROSE}\n## Peers\n\n${PROSE}`
    expect(shape(text)).toBeNull()
    expect(shape(text, 'lessons')).toBe('heading2 any')
  })

  test('is none for one heading with a day among many without', () => {
    expect(shape(`## A\n\n${PROSE}\n## B\n\n${PROSE}\n## Since 2026-01-05\n\n${PROSE}\n`, 'lessons')).toBe(
      'heading2 any',
    )
  })

  test('is no id where a number is only a part of one', () => {
    const items =
      '- **Stamps (2026-01-05)**\n\n- **M0-9 Tests (2026-01-06)**\n\n- **M1-12 Hooks (2026-01-07)**\n'
    expect(shape(items)).toBe('bullet any')
    expect(shape(items, 'lessons')).toBe('bullet any')
    expect(shape('- M0-9: A\n- M1-12: B\n')).toBe('bullet id')
  })

  test('is the ids right under days, which only group them', () => {
    const day = (date: string, ids: string[]) =>
      `## ${date}: Work\n\n${ids.map((id) => `### ${id}: Title ${id}\n- x\n\n`).join('')}`
    const grouped = day('2026-01-06', ['D-04', 'D-05', 'D-06']) + day('2026-01-05', ['D-01', 'D-02', 'D-03'])
    expect(shape(grouped)).toBe('heading3 id')
    // Parts of an entry are numbered anew in each, or come behind its own words.
    const parts = day('2026-01-06', ['D-01', 'D-02', 'D-03']) + day('2026-01-05', ['D-01', 'D-02', 'D-03'])
    expect(shape(parts)).toBe('heading2 date')
    expect(shape(grouped.replaceAll('Work\n', `Work\n\n${PROSE}`))).toBe('heading3 id')
  })

  test('is the list items of lessons by topic, though some topics are called by days', () => {
    const items = (of: string) => `- One lesson of ${of}\n- Another one of ${of}\n- A third one of ${of}\n\n`
    const topics = `# Index\n\n## Data\n\n${items('data')}## Web\n\n${items('the web')}`
    const rounds = `## Round G (2026-01-05)\n\n${items('round G')}## Round H (2026-01-06)\n\n${items('round H')}`
    expect(shape(topics + rounds, 'lessons')).toBe('bullet any')
    expect(shape(`## 2026-01-05\n\n${items('that day')}## 2026-01-06\n\n${items('this')}`, 'lessons')).toBe(
      'heading2 date',
    )
  })

  test('is none for numbers of parts below other headings, and for tables in a text', () => {
    const parts = '## A\n\n#### 1. One\n\n#### 2. Two\n\n## B\n\n## C\n\n'
    const table = '| # | What |\n| --- | --- |\n| P0 | x |\n| P1 | y |\n'
    expect(shape(parts)).toBeNull()
    expect(shape(parts + table)).toBeNull()
  })

  test('is the list items below topics, where they hold most of the text', () => {
    const list = '- One decision of some length\n- Another one\n- A third one\n\n'
    const other = list.replaceAll('one', 'of the web')
    const topics = `# Decisions\n\n## Data\n\n${list}## Web\n\nWords.\n\n${other}## Names\n\nShort.\n`
    expect(shape(topics)).toBe('bullet any')
    expect(shape(`# Decisions\n\n${list}`)).toBe('bullet any')
    expect(shape(`# Decisions\n\n## Queues\n\n${PROSE.repeat(9)}\n${list}`)).toBeNull()
    const links = ['a', 'b', 'c', 'd'].map((one) => `- [Decision ${one}](${one}.md): a queue\n`).join('')
    expect(shape(`# Decisions\n\n${links}`)).toBeNull()
  })

  test('is headings that are names, and not questions or sections of a document', () => {
    const of = (...titles: string[]) => titles.map((one) => `## ${one}\n\n${PROSE}\n`).join('')
    expect(shape(`# Decisions\n\n${of('Publish tags once', 'One image', 'Keep the base small')}`)).toBe(
      'heading2 any',
    )
    expect(shape(`# Decisions\n\n${of('Publish tags once', 'One image')}`)).toBeNull()
    expect(shape(`# A queue\n\n${of('Context', 'Decision', 'Consequences', 'Roll-out')}`)).toBeNull()
    const skeleton = '```\n## YYYY-MM-DD - <title>\n```\n\n'
    expect(shape(`# Learnings\n\n${skeleton}${of('One rule', 'Two rules', 'Three rules')}`)).toBeNull()
  })

  test('is one heading that calls itself a decision, or several with one label right below', () => {
    expect(shape('# Decisions\n\n## Decision: A queue\n\n### What\n\nx\n')).toBe('heading2 name')
    const one = (title: string, label: string) => `### ${title}\n${label}\n\n`
    const by = ['A', 'B', 'C'].map((title) => one(title, '**By:** x')).join('')
    const plain = ['D', 'E', 'F', 'G'].map((title) => one(title, 'Words.')).join('')
    expect(shape(`## Rules\n\n${by}${plain}# Decision: H\n\n**By:** y\n`)).toBe('heading3 label')
  })

  test('is the rounds of headings below a list of stamped lines', () => {
    const stamps = '2026-01-05 10:00:00 - Log of what was decided.\n2026-01-06 11:00:00 - A queue.\n\n'
    const round = (what: string) =>
      `## Decision\n\n* ${what}\n\n## Rationale\n\n* ${PROSE}\n## Details\n\n* x\n\n`
    const log = `# Decision Log\n\n${stamps}${round('A queue')}${round('One lockfile')}`
    const reading = readingOf(logText(log), { expected: 'decisions' })
    expect(reading?.shape).toMatchObject({ unit: 'heading', pattern: 'Decision' })
    // The lines are no near rival: their last entry does not go on to the end of the text.
    expect(reading?.other?.explained).toBeLessThan(0.8)
  })

  test('is a single round, but neither an empty one nor a list below its heading', () => {
    const round = (below: string) =>
      `# Decision Log\n\n2026-01-05 10:00:00 - Log of what was decided.\n\n## Decision\n\n${below}\n## Rationale\n\n* ${PROSE}\n`
    expect(readingOf(logText(round('* A queue\n')), { expected: 'decisions' })?.shape).toMatchObject({
      unit: 'heading',
      pattern: 'Decision',
    })
    for (const below of ['*\n', '* A queue\n* One lockfile\n* Short names\n']) {
      expect(readingOf(logText(round(below)), { expected: 'decisions' })?.shape.pattern ?? null).toBeNull()
    }
  })

  test('is the first dated heading of a log that shows in a fence how entries are written', () => {
    const skeleton =
      '## How it is done\n\nEach change has an entry.\n\n## Template\n\n```markdown\n### YYYY-MM-DD | IT-XXX\n\n**Why**: x\n\n**What**: y\n```\n\n'
    const entry = '### 2026-01-05 | SYS-001\n\n**Why**: x\n\n**What**: y\n\n'
    expect(shape(`# Log\n\n${skeleton}## Entries\n\n${entry}`)).toBe('heading3 date')
  })

  test('is headings where most have labels right below, and a day among these', () => {
    const list = '- A change of some length\n- Another one of that length\n- A third one\n\n'
    const entry = (title: string, day: string) =>
      `## ${title}\n\n**By:** x\n**Date:** ${day}\n\n### Changes\n\n${list}### Notes\n\n${list}`
    const bare = `## Review\n\n**Verdict:** good\n\n${list}`
    expect(shape(`# Log\n\n${entry('A fix', '2026-01-05')}`)).toBe('heading2 any')
    expect(
      shape(`# Log\n\n${entry('A fix', '5 January 2026')}${bare}${entry('A queue', '2026-01-06')}`),
    ).toBe('heading2 any')
    expect(shape(`# Log\n\n${entry('A fix', 'soon')}`)).toBe('bullet any')
  })

  test('is none inside of fences', () => {
    expect(shape('# Log\n\n```\n## 2026-01-05: A\n\n## 2026-01-06: B\n```\n')).toBeNull()
  })
})

test('a log of any kind is one of dated entries first, however few they are', () => {
  const one = (title: string): string => `### ${title}\n\nx\n\n`
  const text = `## Core\n\n## Learned\n\n${['A', 'B', 'C', 'D', 'E'].map(one).join('')}`
  const dated = ['F (2026-01-05)', 'G (2026-01-06)', 'H (2026-01-07)'].map(one).join('')
  expect(shape(text + dated, 'any')).toBe('heading3 date')
  expect(shape('# L\n\n- A\n- B\n', 'any')).toBe('bullet any')
})

describe('lessons', () => {
  test('under headings, in lists, or in lists below headings', () => {
    expect(shape('# Lessons\n\n## A\n\nx\n\n## B\n\ny\n', 'lessons')).toBe('heading2 any')
    expect(shape('# Lessons\n\n- A\n- B\n', 'lessons')).toBe('bullet any')
    const listed = '## Git\n\n- one thing\n- another thing\n- a third\n\n## Tests\n\n- four\n- five\n'
    expect(shape(listed, 'lessons')).toBe('bullet any')
  })

  test('with the same labels in each are no lists', () => {
    const one = (title: string): string => `## ${title}\n\n- **What:** x\n- **Rule:** y\n\n`
    expect(shape(one('A') + one('B') + one('C'), 'lessons')).toBe('heading2 any')
  })

  test('with a date in the line below each heading are headings', () => {
    const one = (title: string, day: string): string => `## ${title}\n\n**${day}, a run.** ${PROSE}\n`
    expect(shape([one('A', '2026-01-05'), one('B', '2026-01-06'), '## C\n'].join(''), 'lessons')).toBe(
      'heading2 any',
    )
  })

  test('in groups are the inner headings', () => {
    expect(shape('## Git\n\n### A\n\nx\n\n### B\n\ny\n\n## Tests\n\n### C\n\nz\n', 'lessons')).toBe(
      'heading3 any',
    )
  })
})

describe('what explains more of the file', () => {
  const lessons = Array.from(
    { length: 29 },
    (_, i) =>
      `## 2026-01-${String(i + 1).padStart(2, '0')} - Lesson about part ${i}\n\n- What happened in case ${i}\n- Why in case ${i}\n- **Rule:** never do ${i}\n- See file ${i}\n\n`,
  ).join('')

  test('is dated headings with lists, below sections about the log', () => {
    const about =
      '# Lessons\n\nWhat we learned.\n\n## How to use\n\n- Read all of it first.\n- Add at the end.\n\n## Format\n\nA heading with a day.\n\n'
    const reading = readingOf(logText(about + lessons), { expected: 'lessons' })
    expect(reading?.shape).toMatchObject({ unit: 'heading', depth: 2, mark: 'date' })
    expect([reading?.measured?.starts.length, reading?.doubt]).toEqual([29, null])
  })

  test('is the first of headings that come again in turn, with the title below it', () => {
    const round = (i: number): string =>
      `## Decision\n\n*   [2026-01-0${i} 10:00:00] - Use tool ${i} for this\n\n## Rationale\n\n*   It is simple ${i}\n\n## Implementation Details\n\n*   Done in file ${i}\n\n`
    const text = `# Decision Log\n\nThis file records decisions.\n\n*\n\n${[1, 2, 3, 4].map(round).join('')}`
    expect(shapeOf(logText(text), { expected: 'decisions' })).toEqual({
      unit: 'heading',
      depth: 2,
      pattern: 'Decision',
      mark: null,
    })
    const log = readText(text)
    expect(namesIn(log)).toEqual([1, 2, 3, 4].map((i) => `2026-01-0${i}|Use tool ${i} for this`))
    expect(log.entries.map(({ start, ownEnd }) => text.slice(start, ownEnd))).toEqual(
      [1, 2, 3, 4].map((i) => round(i).trim()),
    )
  })

  test('is headings that only say what they head, with the title and day of the line below', () => {
    const one = (mode: string, i: number): string =>
      `### Decision (${mode})\n[2026-01-0${i} 09:30:00] - Move step ${i} to the server\n\n**Rationale:**\nIt is slow.\n\n`
    const text = `# Decision Log\n\n${one('Code', 1)}${one('Debug', 2)}${one('Code', 3)}`
    expect(namesIn(readText(text))).toEqual(
      [1, 2, 3].map((i) => `2026-01-0${i}|Move step ${i} to the server`),
    )
  })

  test('is no heading of a section', () => {
    const of = (...titles: string[]): string => titles.map((one) => `## ${one}\n\n${PROSE}\n`).join('')
    const text = `# Lessons\n\n${of('Zones of tests', 'Taken ports', 'Long paths', 'Summary')}`
    expect(namesIn(readText(text, { expected: 'lessons' }))).toEqual([
      '|Zones of tests',
      '|Taken ports',
      '|Long paths',
    ])
  })

  test('takes a day alone in the last line of an entry for its day, and starts nothing there', () => {
    const one = (title: string, day: number): string =>
      `## ${title}\n\n**Why:** ${PROSE}\n*2026-01-0${day} 10:00*\n\n`
    expect(namesIn(readText(`# Log\n\n${one('A', 1)}${one('B', 2)}${one('C', 3)}`))).toEqual([
      '2026-01-01|A',
      '2026-01-02|B',
      '2026-01-03|C',
    ])
  })
})

describe('what looks like another form', () => {
  test('rounds below headings of their own are parts of those', () => {
    const one = (i: number): string =>
      `## ADR-00${i}: Title ${i}\n\n### Context\n\nText ${i}.\n\n### Decision\n\nText.\n\n### Rationale\n\nText.\n\n`
    expect(shape(`# Decisions\n\n## Format\n\nx\n\n${[1, 2, 3].map(one).join('')}`)).toBe('heading2 id')
  })

  test('a text above a rule is no heading next to headings with their own marks', () => {
    const day = (i: number): string => `## 2026-01-0${i} (Monday)\n\n### Done\n\nThing ${i}.\n\n`
    const text = `# Journal\n\n${day(1)}Words that go on\nfor two lines.\n---\n\n${day(2)}${day(3)}`
    const log = readText(text)
    expect(namesIn(log)).toEqual(['2026-01-01|', '2026-01-02|', '2026-01-03|'])
    expect(readingOf(logText(text), { expected: 'decisions' })?.doubt).toBeNull()
  })

  test('dated headings among many of the same depth are some of them, and that is certain', () => {
    const titles = [
      'A queue (2026-01-05)',
      'Whole cents',
      'Taken ports (2026-01-06)',
      'Long paths',
      'One zone',
    ]
    const text = `# Lessons\n\n${titles.map((one) => `### ${one}\n\n${PROSE}\n`).join('')}`
    const reading = readingOf(logText(text), { expected: 'decisions' })
    expect([reading?.measured?.starts.length, reading?.doubt]).toEqual([5, null])
  })

  test('stamped lines right below headings are their days', () => {
    const one = (i: number): string =>
      `### Choice #00${i}: Title ${i}\n[2026-01-0${i} 10:00:00]\n\n${PROSE}\n`
    const text = `# Log\n\n${[1, 2, 3].map(one).join('')}[2026-01-09 10:00:00] - A note\n`
    const reading = readingOf(logText(text), { expected: 'decisions' })
    expect([reading?.measured?.starts.length, reading?.doubt]).toEqual([3, null])
  })

  test('a table that is all of a log is its entries, whatever its columns say', () => {
    const rows = [
      'in winter | A queue | One machine',
      'soon | Whole cents | Rounding',
      'later | One font | Speed',
    ]
    const text = `# Decisions\n\n| Date | Decision | Why |\n| --- | --- | --- |\n${rows.map((one) => `| ${one} |\n`).join('')}`
    expect(shape(text)).toBe('row any')
    expect(namesIn(readText(text))).toHaveLength(3)
  })
})

describe('a reading is uncertain', () => {
  const long = 'Words that belong to nothing in particular, and go on and on for a while. '.repeat(9)
  const entries = '## 2026-01-05: A\n\nText of A.\n\n## 2026-01-06: B\n\nText of B.\n\n'

  test('of entries that are some for sure, where much else may be some too', () => {
    const text = `# Log\n\n## How it works\n\n${PROSE}\n\n${entries}## Why files\n\n${PROSE}\n`
    expect(readingOf(logText(text), { expected: 'decisions' })?.doubt).toBe('more')
  })

  test('of entries that may be others, where two forms are as good', () => {
    const one = (title: string): string => `### ${title}\n**By:** x\n\nShort.\n\n`
    const text = `## Rules\n\n${['A', 'B', 'C'].map(one).join('')}# Decision: D\n\n## Work\n\n${PROSE}\n## Rest\n\n${PROSE}`
    const reading = readingOf(logText(text), { expected: 'decisions' })
    expect([reading?.doubt, reading?.other === null]).toEqual(['other', false])
  })

  test('of headings without days, where more of the headings below them have one each', () => {
    const days = [1, 2, 3, 4, 5, 6].map((i) => `### 2026-01-0${i}: Title ${i}\n\n${PROSE}\n`).join('')
    const others = ['Separators', 'A release plan', 'Two clocks', 'Lazy loading']
      .map((one) => `# ${one}\n\n${long}\n\n`)
      .join('')
    const text = `# Archive\n\n${days}${others}`
    const reading = readingOf(logText(text), { expected: 'archive' })
    expect(reading?.shape.mark).toBeNull()
    expect([reading?.doubt, reading?.other?.shape.mark]).toEqual(['other', 'date'])
  })

  test('of headings without days, where more of the headings below them have labels', () => {
    const one = (title: string): string => `### ${title}\n**By:** x\n**Why:** It was asked for.\n\n`
    const rules = ['Strict', 'Hooks', 'Streams', 'Names', 'Tone', 'Merges', 'Shells', 'Types']
      .map(one)
      .join('')
    const others = ['An overlap', 'A work plan', 'One clock', 'Lazy loading']
      .map((title) => `# ${title}\n\n${long}\n\n${long}\n\n`)
      .join('')
    const text = `# Decisions\n\n## Directives\n\n${rules}${others}`
    const reading = readingOf(logText(text), { expected: 'archive' })
    expect(reading?.shape).toMatchObject({ depth: 1, mark: null })
    expect([reading?.doubt, reading?.other?.shape.mark]).toEqual(['other', 'label'])
  })

  test('never, where settings give it', () => {
    const shape: LogShape = { unit: 'heading', depth: 2, pattern: '{title}', mark: null }
    expect(readingOf(logText(`## A\n\n${long}`), shape)?.doubt).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { migrated, planLog } from './plan-log.ts'

/** The heading and, where it has one, the time of the only entry that a start of one becomes. */
function started(start: string): string {
  const { text } = migrated(`# Log\n\n${start}\n\nBecause.\n`)
  const heading = /^### .*$/m.exec(text)?.[0] ?? ''
  const time = /^Time: .*$/m.exec(text)?.[0]
  return time ? `${heading} | ${time}` : heading
}

describe('the starts of entries', () => {
  test.each([
    ['## [2026-01-05] Title', '### [2026-01-05] Title'],
    ['## 2026-01-05 - Title', '### [2026-01-05] Title'],
    ['# 2026-01-05 – Title', '### [2026-01-05] Title'],
    ['###### 2026-01-05 — Title', '### [2026-01-05] Title'],
    ['#### 2026-01-05: Title', '### [2026-01-05] Title'],
    ['### 2026-01-05 Title', '### [2026-01-05] Title'],
    ['### 2026-1-5: Title', '### [2026-01-05] Title'],
    ['### 2026/01/05 | Title', '### [2026-01-05] Title'],
    ['### (2026-01-05) Title', '### [2026-01-05] Title'],
    ['### \\[2026-01-05\\] Title', '### [2026-01-05] Title'],
    ['### **2026-01-05** Title', '### [2026-01-05] Title'],
    ['### **2026-01-05: Title**', '### [2026-01-05] Title'],
    ['### **2026-01-05: One** two', '### [2026-01-05] **One** two'],
    ['### 2026-01-05T20:25:35Z: Title', '### [2026-01-05] Title | Time: 20:25:35Z'],
    ['### 2026-01-05T10-18: Title', '### [2026-01-05] Title | Time: 10-18'],
    ['### 2026-01-05 14:30 - Title', '### [2026-01-05] Title | Time: 14:30'],
    ['### [2026-01-05 2:30 pm] Title', '### [2026-01-05] Title | Time: 2:30 pm'],
    ['## Title (2026-01-05)', '### [2026-01-05] Title'],
    ['## Title (#12) (2026-01-05T07:15Z)', '### [2026-01-05] Title (#12) | Time: 07:15Z'],
    ['## Title [2026-01-05]', '### [2026-01-05] Title'],
    ['## Title — 2026-01-05', '### [2026-01-05] Title'],
    ['## Update (2026-01-05): Title', '### [2026-01-05] Update: Title'],
    ['## `pnpm` for *all*: yes (2026-01-05)', '### [2026-01-05] `pnpm` for *all*: yes'],
    ['2026-01-05: Title\n---', '### [2026-01-05] Title'],
    ['[2026-01-05 14:30] Title', '### [2026-01-05] Title | Time: 14:30'],
    ['[2026-01-05T14:30:00+02:00] Title', '### [2026-01-05] Title | Time: 14:30:00+02:00'],
    ['## Title\n\n**Date:** 2026-01-05', '### [2026-01-05] Title'],
    ['## Title\n- Date: 2026-01-05', '### [2026-01-05] Title'],
    ['## Title\nDate: 2026-01-05 10:00', '### [2026-01-05] Title'],
    ['## Title\n\n**By:** Ann\n\n**Decided on:** 2026-01-05', '### [2026-01-05] Title'],
  ])('%s', (start, expected) => {
    expect(started(start)).toBe(expected)
  })

  test.each([
    ['- 2026-01-05: One thing. And why.', 'One thing', 'And why.'],
    ['- **2026-01-05** One thing! And why.', 'One thing!', 'And why.'],
    ['* **2026-01-05: One thing** - and why', 'One thing', 'and why'],
    ['+ [2026-01-05] **One thing:** and why', 'One thing', 'and why'],
    ['- 2026-01-05 — One thing — and why', 'One thing', 'and why'],
    ['- 2026-01-05: See e.g. This one. And why.', 'See e.g. This one', 'And why.'],
    ['- 2026-01-05: `a. B` is one. And why.', '`a. B` is one', 'And why.'],
    ['- 2026-01-05: One thing\n  on two lines\n  - and why', 'One thing on two lines', '- and why'],
    ['- 2026-01-05: One thing\n\n  And why.\n\n      code', 'One thing', 'And why.\n\n    code'],
    ['-\u00202026-01-05: One thing\n\tAnd why.', 'One thing And why', 'One thing\n  And why.'],
    ['- 2026-01-05: One thing', 'One thing', 'One thing'],
  ])('%s', (item, title, body) => {
    expect(migrated(`# Log\n\n${item}\n`).text).toBe(
      `# Log\n\n### [2026-01-05] ${title}\n\n**Category:** general\n\n${body}\n\n---\n`,
    )
  })

  test.each([
    ['a version', '## 2026.01 is out'],
    ['a longer number', '## 2026-01-051 Title'],
    ['a part of a path', '## 2026-01-05/notes'],
    ['several days', '## 2026-01-05 to 2026-01-07: Title'],
    ['no day of the calendar', '## 2026-02-30: Title'],
    ['a day inside a sentence', '## Since 2026-01-05 we retry'],
    ['the title of the file', '# Decisions (2026-01-05)\n\n## Title'],
    ['a date of the file', '# Decisions\n\n**Date:** 2026-01-05\n\n## Title'],
    ['a date behind the text', '## Title\n\nSome text.\n\n**Date:** 2026-01-05'],
    ['a date of another calendar', '## Title\n\n**Date:** 2026-02-XX'],
    ['a link', '[2026-01-05](https://example.com) Title'],
    ['a line in code', '    [2026-01-05 10:00] Title'],
    ['a nested bullet', '- events\n  - 2026-01-05: Title'],
    ['a numbered list', '1. 2026-01-05: Title'],
    ['a task', '- [x] 2026-01-05: Title'],
  ])('%s is none', (_, start) => {
    expect(planLog(`${start}\n\nBecause.\n`).sets).toEqual([])
  })
})

describe('what is in the form', () => {
  const ENTRY = '### [2026-01-05] Title\n\n**Category:** general\n\nBecause.\n\n---\n'

  test.each([
    ['a log', `# Log\n\n${ENTRY}`],
    ['a log without an entry', '# Log\n\nNothing yet.\n'],
    ['an empty file', ''],
    ['headings of a body with days', ENTRY.replace('Because.', '#### 2026-01-06: later\n\nBecause.')],
    ['a list of a body with days', ENTRY.replace('Because.', '- 2026-01-06: later\n- 2026-01-07: again')],
    ['lines of a body with days', ENTRY.replace('Because.', '[2026-01-06 10:00] GET /')],
    ['a section above', `# Log\n\n## 2026\n\n${ENTRY}`],
  ])('%s plans nothing and asks for no person', (_, text) => {
    expect(planLog(text)).toEqual({ sets: [], forPerson: [] })
  })

  test('an entry that lacks its category or separator gets it', () => {
    const { text } = migrated('### [2026-01-05] Title\n\n**Tags:** ci\n\nBecause.\n')
    expect(text).toBe('### [2026-01-05] Title\n\n**Category:** general\n**Tags:** ci\n\nBecause.\n\n---\n')
  })
})

describe('bodies', () => {
  test('headings go below the entry, all by the same depth', () => {
    const { text } = migrated('# 2026-01-05: A\n\n## One\n\n### Two\n\n# 2026-01-06: B\n\nText.\n')
    expect(text.match(/^#.*$/gm)).toEqual([
      '### [2026-01-05] A',
      '#### One',
      '##### Two',
      '### [2026-01-06] B',
    ])
  })

  test('a heading that cannot go deeper stays, and is reported', () => {
    const { text, forPerson } = migrated(
      '# 2026-01-05: A\n\n## One\n\n###### Two\n\n# 2026-01-06: B\n\nText.\n',
    )
    expect(text).toContain('\n#### One\n\n###### Two\n')
    expect(forPerson).toMatchObject([{ line: 5, what: expect.stringContaining('would need 8 marks') }])
  })

  test('parts above their entry are known by name, and their siblings by them', () => {
    const { text, forPerson } = migrated(
      '### 2026-01-05: A\n\n## Context\n\nOne.\n\n## Rollout\n\nTwo.\n\n### Then\n\nThree.\n',
    )
    expect(text).toContain('#### Context\n\nOne.\n\n#### Rollout')
    expect(text).toContain('##### Then')
    expect(forPerson).toMatchObject([{ line: 11, what: expect.stringContaining('taken for a part') }])
  })

  test('a thematic break in a body is none at its end', () => {
    const { text } = migrated('## 2026-01-05: A\n\nOne.\n\n---\n\nTwo.\n')
    expect(text).toBe('### [2026-01-05] A\n\n**Category:** general\n\nOne.\n\n---\n\nTwo.\n\n---\n')
  })
})

describe('labels', () => {
  const values = (text: string): object[] =>
    migrated(text).values.map(({ field, value, evidence }) => ({ field, value, evidence: evidence.kind }))

  test.each([
    ['**Type:** Architecture', 'architecture'],
    ['- Category: build tools', 'build-tools'],
    ['Area: `CI`', 'ci'],
  ])('%s names the category', (line, category) => {
    const { text } = migrated(`## 2026-01-05: A\n\n**By:** Ann\n${line}\n\nText.\n`)
    expect(text).toContain(`**Category:** ${category}\n\n**By:** Ann\n${line}\n`)
  })

  test.each([
    ['**Tags:** CI, Build Tools', 'ci, build-tools'],
    ['Labels: [ci, ci, pnpm]', 'ci, pnpm'],
    ['#ci #pnpm', 'ci, pnpm'],
  ])('%s names the tags', (line, tags) => {
    const { text } = migrated(`## 2026-01-05: A\n\nText.\n\n${line}\n`)
    expect(text).toContain(`**Category:** general\n**Tags:** ${tags}\n\nText.\n\n${line}\n`)
  })

  test.each([
    ['a sentence', 'Type: the compiler could not infer it, so we wrote it down.'],
    ['code', '```ts\ntype: "x"\nTags: a\n```'],
    ['a quote', '> **Category:** tooling'],
    ['a version', '- **Tag:** v0.8.2 created and pushed to origin'],
  ])('%s is no evidence', (_, body) => {
    expect(values(`## 2026-01-05: A\n\nFirst.\n\n${body}\n`)).toEqual([
      { field: 'category of "A"', value: 'general', evidence: 'guess' },
    ])
  })

  test('a section or a title names a topic, and another section ends it', () => {
    const log =
      '# Log\n\n## Tools\n\n### 2026-01-05: A\n\nText.\n\n## 2027\n\n### 2026-01-06: B\n\nText.\n\n### 2026-01-07: Docs: C\n\nText.\n'
    expect(migrated(log).values).toEqual([
      {
        field: 'category of "A"',
        value: 'tooling',
        evidence: expect.objectContaining({ kind: 'text', line: 3 }),
      },
      { field: 'category of "B"', value: 'general', evidence: expect.objectContaining({ kind: 'guess' }) },
      {
        field: 'category of "Docs: C"',
        value: 'documentation',
        evidence: expect.objectContaining({ line: 15 }),
      },
    ])
  })

  test('one guess for many entries is reported once', () => {
    expect(values('## 2026-01-05: A\n\nText.\n\n## 2026-01-06: B\n\nText.\n')).toEqual([
      { field: 'category of 2 entries', value: 'general', evidence: 'guess' },
    ])
  })

  test('labels under the heading are brought into their form and not repeated', () => {
    const { text } = migrated('## 2026-01-05: A\n- tags: CI, pnpm\n- category: Tooling\n\nText.\n')
    expect(text).toBe('### [2026-01-05] A\n**Tags:** ci, pnpm\n**Category:** tooling\n\nText.\n\n---\n')
  })
})

describe('what needs a person', () => {
  const UNDATED =
    '## 2026-01-05: A\n\nOne.\n\n## Not yet dated\n\n### Why\n\nTwo.\n\n## 2026-01-07: C\n\nThree.\n'

  test('a heading without a day among entries keeps the log as it is', () => {
    const { text, forPerson } = migrated(UNDATED)
    expect(text).toBe(UNDATED)
    expect(forPerson).toMatchObject([{ line: 5, what: expect.stringContaining('names no day') }])
  })

  test('with mark-undated it waits for its day, and ends the entry above it', () => {
    const { text, forPerson } = migrated(UNDATED, ['mark-undated'])
    expect(text).toContain(
      '\nOne.\n\n---\n\n### [YYYY-MM-DD] Not yet dated\n\n#### Why\n\nTwo.\n\n### [2026-01-07] C\n',
    )
    expect(forPerson).toMatchObject([{ line: 5, what: expect.stringContaining('fill in the day') }])
    expect(planLog(text, ['mark-undated'])).toEqual({ sets: [], forPerson: [] })
    expect(planLog(text)).toEqual({ sets: [], forPerson: [] })
  })

  test('once its day is filled in, the next run gives it what it lacks', () => {
    const { text } = migrated(UNDATED, ['mark-undated'])
    const filled = migrated(text.replace('YYYY-MM-DD', '2026-01-06')).text
    expect(filled).toContain(
      '### [2026-01-06] Not yet dated\n\n**Category:** general\n\n#### Why\n\nTwo.\n\n---\n',
    )
  })

  test('an entry whose day is none of the calendar is left, and ends the one above it', () => {
    const { text, forPerson } = migrated('## 2026-02-27: A\n\nOne.\n\n## 2026-02-30: B\n\nTwo.\n')
    expect(text).toContain('\nOne.\n\n---\n\n### 2026-02-30: B\n\nTwo.\n')
    expect(forPerson).toMatchObject([{ line: 5, what: expect.stringContaining('no single calendar day') }])
    expect(planLog(text)).toEqual({ sets: [], forPerson: [] })
  })

  test.each([
    ['a fence', '```\n## 2026-01-06: B\n', 'a fence'],
    ['a comment', '<!--\n## 2026-01-06: B\n', 'an HTML block'],
    ['a tag', '<div>\n## 2026-01-06: B\n', 'an HTML block'],
  ])('%s that swallows an entry keeps the log as it is', (_, block, name) => {
    const log = `## 2026-01-05: A\n\n${block}`
    const { text, forPerson } = migrated(log)
    expect(text).toBe(log)
    expect(forPerson).toMatchObject([{ line: 3, what: expect.stringContaining(name) }])
  })

  test.each([
    ['text behind a list', '- 2026-01-05: A. Text.\n\nMore.\n', 1],
    ['an item without a day', '- 2026-01-05: A. Text.\n- B\n', 2],
    ['a log without days', '# Log\n\n## A\n\nText.\n\n## B\n\nText.\n', 3],
  ])('%s is named', (_, log, line) => {
    const { text, forPerson } = migrated(log)
    expect(text).toBe(log)
    expect(forPerson).toMatchObject([{ line }])
  })

  test('Markdown that is slow to parse out of all proportion is left', () => {
    const log = `## 2026-01-05: A\n\n${'- '.repeat(200)}x\n`
    const { text, forPerson } = migrated(log)
    expect(text).toBe(log)
    expect(forPerson).toMatchObject([{ line: 3, what: expect.stringContaining('nests too deeply') }])
  })
})

import { describe, expect, test } from 'vitest'
import { statusIn } from '../../../migrations/plan-front-matter/status-in-text.ts'
import { PLAN_STATUSES, STATUS_WORDS } from '../../../src/core/plan-status.ts'
import { PATH, planOnce, worked } from './plan-once.ts'

describe('a phrase', () => {
  test.each([
    ['completed', 'done'],
    ['Done', 'done'],
    ['To Do', 'new'],
    ["Won't Do", 'abandoned'],
    ['Won’t fix', 'abandoned'],
    ['In Progress', 'in_progress'],
    ['in-progress', 'in_progress'],
    ['WIP', 'in_progress'],
    ['**Draft** for review', 'new'],
    ['✅ SHIPPED (run 2, still tuning)', 'done'],
    ['✅', 'done'],
    ['❌', 'abandoned'],
    ['📋', null],
    ['📝', null],
    ['🚀', null],
    ['🟢 On track', null],
    ['⚠️', null],
    ['🚧', 'in_progress'],
    ['❌ Not started', 'new'],
    ['not yet implemented', 'new'],
    ['to be implemented', 'new'],
    ['Partially implemented', 'partial'],
    ['mostly done', 'partial'],
    ['Blocked on legal', 'partial'],
    ['Superseded by the new plan, implemented there', 'abandoned'],
    ['Phase 1 complete, phase 2 in progress', 'in_progress'],
    ['It describes both implemented and planned parts', 'partial'],
    ['Approved, merged in #12', 'done'],
    ['Approved', 'new'],
    ['100 %', 'done'],
    ['~40% there', 'in_progress'],
    ['0%', 'new'],
    ['under consideration', null],
    ['see below', null],
    ['This text is about something else entirely, and far behind its start it says done', null],
    ['redone', null],
    ['', null],
  ])('%j means %s', (phrase, status) => {
    expect(statusIn(phrase)).toBe(status)
  })

  test('every documented word means what the map says, however it is spaced and cased', () => {
    for (const [word, status] of Object.entries(STATUS_WORDS)) {
      expect([word, statusIn(word)]).toEqual([word, status])
      expect([word, statusIn(word.replaceAll('_', ' ').toUpperCase())]).toEqual([word, status])
      expect(word).toBe(word.toLowerCase())
    }
    for (const status of PLAN_STATUSES) expect(statusIn(status)).toBe(status)
  })
})

describe('evidence, in the order in which it counts', () => {
  test.each<[string, string, unknown, unknown]>([
    ['a key of another name', '---\nstate: wip\n---\n- [x] a\n', 'in_progress', 2],
    ['a newer plan', '---\nsuperseded_by: other\n---\n', 'abandoned', 2],
    ['a day of completion', '---\ncompleted_date: 2026-01-01\n---\n', 'done', 2],
    ['a line', '# T\n\nStatus: Shipped\n', 'done', 3],
    ['a bold label', '# T\n\n**Date:** 2026-01-01\n**Status**: WIP\n', 'in_progress', 4],
    ['labels in one line', '# T\n\n**Date:** 2026-01-01 | **Status:** Rejected\n', 'abandoned', 3],
    ['a label with words before', '# T\n\n- **Implementation status:** complete\n', 'done', 3],
    ['a label in a quote', '# T\n\n> Status: not started\n', 'new', 3],
    ['a row', '# T\n\n| Field | Value |\n|---|---|\n| Status | Blocked |\n', 'partial', 5],
    ['a record', '# T\n\n| Owner | Status | Due |\n|---|---|---|\n| A | Done | - |\n', 'done', 5],
    ['a label in the first section', '# T\n\n## About\n\n**Status:** done\n\n## More\n', 'done', 5],
    ['a title', '# T — ✅ SHIPPED (see below)\n', 'done', 1],
    ['a title with brackets', '# [WIP] T\n', 'in_progress', 1],
    ['a title that ends in brackets', '# T (superseded by U)\n', 'abandoned', 1],
    ['a note', '# T\n\n> **Superseded (2026-01-01).** See U.\n', 'abandoned', 3],
    ['a day behind a word', '# T\n\n**Completed:** 2026-01-01\n', 'done', 3],
    ['a section', '# T\n\n## Goal\n\nSell.\n\n## Status\n\nAll merged.\n', 'done', 7],
    ['the heading of a section', '# T\n\n## Goal\n\n## Status — 🔧 BUILT\n', 'done', 5],
    ['the items of a section', '# T\n\n## A\n\n## Status\n\n- One: done\n- Two: planned\n', 'in_progress', 5],
    ['a badge', '# T\n\n![Status: done](https://x/y.svg)\n', 'done', 3],
    [
      'a table of parts',
      '# T\n\n## A\n\n## Phases\n\n| P | Status |\n|---|---|\n| 1 | ✅ |\n| 2 | todo |\n',
      'in_progress',
      7,
    ],
    [
      'boxes, whatever the title says',
      '# T — ✅ SHIPPED\n\n> **Completed.** All.\n\n- [x] a\n- [ ] b\n',
      'in_progress',
      5,
    ],
    ['boxes below a title with 📋', '# 📋 T\n\n- [x] a\n- [x] b\n', 'done', 3],
    ['a line, whatever the boxes say', '# T\n\nStatus: complete\n\n- [ ] a\n', 'done', 3],
    ['words, whatever the emoji says', '# 🚧 T (DONE)\n', 'done', 1],
    ['an emoji at the start of a title', '# ✅ T\n', 'done', 1],
    ['an emoji at the end of a title', '# T 🚧\n', 'in_progress', 1],
    ['an emoji set off', '# T — ❌\n', 'abandoned', 1],
    ['an emoji of a note', '# T\n\n> ✅ **By all of us.**\n', 'done', 3],
    [
      'a table of phases',
      '# T\n\n## Order\n\n| # | Phase | Status |\n|---|---|---|\n| 1 | a | ✅ Done |\n| 2 | b | ⬜ Pending |\n',
      'in_progress',
      5,
    ],
    ['all boxes', '- [x] a\n  - [X] b\n', 'done', 1],
    ['some boxes', '- [ ] a\n1. [x] b\n', 'in_progress', 2],
    ['open boxes, which often stay open', 'T\n\n- [ ] a\n', 'new', 'guess'],
    ['a word for work that was not begun', 'T\n\nStatus: not started\n', 'new', 3],
    ['a word that is often said of the text', 'T\n\nStatus: Approved\n', 'new', 'guess'],
    ['done, but all boxes are open', 'T\n\nStatus: done\n\n- [ ] a\n- [ ] b\n', 'done', 'guess'],
    [
      'done, and the file that it makes is not there',
      'T\n\nStatus: done\n\nCreate: `src/none.ts`\n',
      'done',
      'guess',
    ],
    ['nothing', 'Text.\n', 'new', 'guess'],
  ])('%s', (_, text, status, evidence) => {
    expect(worked(text, 'status')).toEqual([status, evidence])
  })

  test.each([
    ['a part further down', '# T\n\n## A\n\n## Phase 1\n\n**Status:** done\n'],
    ['a label that is not about the state', '# T\n\n**Completed:** phases 1 to 4\n'],
    ['a title with 📋', '# 📋 [SHOP-12: 2025-11-01] - Rename the cache\n'],
    ['a word of the name behind an emoji', '# 📋 Ready queue\n'],
    ['a word of the name behind 📋 and a ticket', '# SHOP-12 - 📋 Open orders\n'],
    ['an emoji that adorns', '# 🚀 T\n'],
    ['an emoji in the middle of a name', '# Write ✅ as a tick\n'],
    ['bold text', '# T\n\n**Planned features** are listed.\n'],
    ['a title of words', '# Complete the order form\n'],
    [
      'a table of something else',
      '# T\n\n## Checks\n\n| Name | Status |\n|---|---|\n| a | done |\n| b | done |\n',
    ],
    ['boxes in code', '```\n- [x] a\n```\n\n    - [x] b\n<!--\n- [x] c\n-->\n'.replace('    - [x] b\n', '')],
    ['code', '# T\n\n```\nStatus: done\n```\n'],
    ['a branch that was merged', '# T\n\nBranch: merged-things\n'],
  ])('%s is none', (_, text) => {
    expect(worked(text, 'status')).toEqual(['new', 'guess'])
  })

  test.each([
    ['in unknown words', '# T\n\n## A\n\nStatus: maybe later\n', /^line 5 has a state in unknown words/],
    [
      'of nothing, and files',
      '# T\n\nWrite `src/a.ts` and `src/b.ts`.\n',
      /; 1 of the 2 files that it names are there$/,
    ],
    ['of nothing, and one file', '# T\n\nWrite `src/a.ts`.\n', /; the file that it names is there$/],
    ['of a part', '# T\n\n## A\n\n## Phase 1\n\n**Status:** done\n', /^the plan names no state/],
  ])('a guess says what there is: a state %s', (_, text, why) => {
    const values = planOnce(text).sets.flatMap((set) => set.flatMap((change) => change.values))
    const status = values.find(({ field }) => field === 'status')
    expect(status?.evidence).toMatchObject({ kind: 'guess', why: expect.stringMatching(why) })
  })
})

describe('open boxes', () => {
  const OPEN = '\n## Steps\n\n- [ ] One\n- [ ] Two\n'

  test.each([
    ['a title', `# Cards — ✅ SHIPPED\n${OPEN}`, 'line 1 says that it is done'],
    ['its log', `# Cards\n${OPEN}\n## Outcomes\n\nShipped in May, all of it.\n`, 'line 10 says'],
    ['an entry of its log', `# Cards\n${OPEN}\n## Log\n\n- Asked legal\n- Done.\n`, 'line 11 says'],
    ['the file that it makes', `# Cards\n\n- Create: \`src/a.ts\`\n${OPEN}`, 'file that it makes is there'],
    ['a new file', `# Cards\n\n\`src/a.ts\` (new): the till.\n${OPEN}`, 'file that it makes is there'],
  ])('are a guess where %s says that the plan is done', (_, text, why) => {
    const [status] = planOnce(text)
      .sets.flat()
      .flatMap(({ values }) => values)
      .filter(({ field }) => field === 'status')
    expect(status).toMatchObject({
      value: 'done',
      evidence: { kind: 'guess', why: expect.stringContaining(why) },
    })
    expect(worked(text, 'status', { statusDefault: 'partial' })).toEqual(['partial', 'guess'])
  })

  test.each([
    ['a file that it names is there', '- Modify: `src/a.ts`'],
    ['a file that it makes is not', '- Create: `src/a.ts`\n- Create: `src/b.ts`'],
    ['its log says what is open', '## Log\n\n- Not started yet'],
  ])('say that it is new where %s', (_, more) => {
    expect(worked(`# Cards\n\n${more}\n${OPEN}`, 'status')).toEqual(['new', 'guess'])
    expect(worked(`# Cards\n\n${more}\n${OPEN}`, 'status', { statusDefault: 'done' })[0]).toBe('new')
  })

  test('next to a checked one say what they say', () => {
    const text = '# Cards\n\n- Create: `src/a.ts`\n- [x] One\n- [ ] Two\n'
    expect(worked(text, 'status')).toEqual(['in_progress', 'guess'])
    expect(worked(text.replace('Create', 'See'), 'status')).toEqual(['in_progress', 4])
  })
})

describe('the files that a plan names', () => {
  const at = (commit: string, date: string) => ({ commit, date })
  const PLAN = { added: at('a1', '2026-01-02'), bodyChanged: null }
  const text = (status: string) =>
    `# T\n\nStatus: ${status}\n\nSee \`src/a.ts\` and [b](../../../src/b.ts).\n`
  const given = (commit: string, date: string, more: readonly string[] = ['src/b.ts']) => ({
    histories: { [PATH]: PLAN, 'src/a.ts': { added: null, bodyChanged: at(commit, date) } },
    more: [...more, 'resources/workspaces/src/b.ts'],
  })

  test.each([
    ['changed after it came', given('a2', '2026-01-02'), 'done', 'guess'],
    ['changed before it came', given('a0', '2026-01-01'), 'new', 3],
    ['changed with it', given('a1', '2026-01-02'), 'new', 3],
  ] as const)('%s', (_, known, status, evidence) => {
    expect(worked(text('not started'), 'status', known)).toEqual([status, evidence])
  })

  test('are named with how many were changed, and a stated state in other words stays', () => {
    const [status] = planOnce(text('in progress'), given('a2', '2026-02-01'))
      .sets.flat()
      .flatMap(({ values }) => values)
      .filter(({ field }) => field === 'status')
    expect(status).toMatchObject({
      value: 'in_progress',
      evidence: {
        kind: 'guess',
        why: 'line 3 says in_progress, but all of the 2 files that it names are there, 1 changed after it',
      },
    })
  })

  test('say that a plan is begun where some of them are missing', () => {
    const known = { ...given('a2', '2026-02-01'), more: [] }
    expect(worked(text('draft'), 'status', known)).toEqual(['in_progress', 'guess'])
  })
})

test('a given status is used where a plan states none, and is still a guess', () => {
  const statusDefault = 'done'
  expect(worked('# T\n', 'status', { statusDefault })).toEqual(['done', 'guess'])
  expect(worked('# T\n\n- [ ] a\n', 'status', { statusDefault })).toEqual(['new', 'guess'])
})

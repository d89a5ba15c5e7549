import { describe, expect, test } from 'vitest'
import { PATH, planOnce, worked } from './plan-once.ts'

const HISTORY = {
  added: { commit: 'a'.repeat(40), date: '2026-02-01' },
  bodyChanged: { commit: 'b'.repeat(40), date: '2026-02-20' },
}
const named = (name: string): string => `resources/workspaces/shop/_plans/${name}.md`

describe('created', () => {
  test.each([
    ['260208-refunds', '2026-02-08'],
    ['2026-02-08-refunds', '2026-02-08'],
    ['20260208_refunds', '2026-02-08'],
    ['2026-02-08-001-feat-refunds', '2026-02-08'],
    ['260208refunds_x', '2026-02-08'],
    ['20260208refunds', '2026-02-08'],
  ])('the file name %s says %s, whatever else does', (name, date) => {
    const text = '---\ndate: 2026-01-01\n---\n'
    expect(worked(text, 'created', { path: named(name) })).toEqual([date, 'file-name'])
  })

  test.each<[string, string, unknown, unknown]>([
    ['a key', "---\ndate: '2026-01-05 18:13'\n---\nDate: 2026-01-06\n", '2026-01-05', 2],
    ['the more exact key', '---\ndate: 2026-01-05\ncreated_at: 2026-01-04T10:00:00Z\n---\n', '2026-01-04', 3],
    ['a label', '# T\n\n**Created:** January 5th, 2026\n', '2026-01-05', 3],
    ['a line', '# T\n\nDate: 5 Jan 2026\n', '2026-01-05', 3],
    ['a row', '| Created | 2026/1/5 |\n|---|---|\n', '2026-01-05', 1],
    ['a line of its own', '# T\n\n_2026-01-05_\n', '2026-01-05', 3],
    ['a title', '# T (2026-01-05)\n', '2026-01-05', 1],
    ['a title with an emoji and a ticket', '# 📋 [SHOP-12: 2026-01-05] - T\n', '2026-01-05', 1],
    ['a title with a day in words', '# T, 5 January 2026\n', '2026-01-05', 1],
    ['a title with a day and an hour', '# 2026-01-05T18:11 — T\n', '2026-01-05', 1],
    ['a title with digits', '# 260105 T\n', '2026-01-05', 1],
    ['a title with a state elsewhere', '# ✅ T (2026-01-05)\n', '2026-01-05', 1],
    ['the first commit', '# T\n', '2026-02-01', 'commit'],
  ])('%s', (_, text, date, evidence) => {
    expect(worked(text, 'created', { history: HISTORY })).toEqual([date, evidence])
  })

  test.each([
    ['the day of an update', '# T\n\n**Last updated:** 2026-01-05\n'],
    ['the day of a check', '# T\n\nLast verified: 2026-01-05\n'],
    ['a day that is none', '# T\n\nDate: 2026-02-30\n'],
    ['a day with two readings', '# T\n\nDate: 03/04/2026\n'],
    ['the day of a state', '# T — DONE (2026-01-05)\n'],
    ['the day of a state behind an emoji', '# T — 🚧 IN PROGRESS (design settled 2026-01-05)\n'],
    ['the day of an update in a title', '# T (Updated: 2026-01-05)\n'],
    ['a number in a title', '# T 260105\n'],
    ['a day further down', '# T\n\n## A\n\n## B\n\nDate: 2026-01-05\n'],
  ])('%s is none, and a person is asked', (_, text) => {
    expect(worked(text, 'created')).toEqual([undefined, undefined])
    expect(planOnce(text).forPerson).toContainEqual({
      path: PATH,
      line: 1,
      what: expect.stringContaining('Add `created: YYYY-MM-DD`'),
    })
  })

  test('a value that is no day stays, and is reported', () => {
    const text = '---\nname: n\ncreated: last week\n---\n'
    expect(worked(text, 'created', { history: HISTORY })).toEqual(['last week', undefined])
    expect(planOnce(text).forPerson).toContainEqual({
      path: PATH,
      line: 3,
      what: expect.stringContaining('calendar date'),
    })
  })
})

describe('updated', () => {
  test('is the last change of the text after the day of making', () => {
    expect(worked('# T\n', 'updated', { history: HISTORY })).toEqual(['2026-02-20', 'commit'])
  })

  test.each([
    ['no change later than that', '# T\n\nDate: 2026-02-20\n'],
    ['no known day of making', '---\ncreated: once\n---\n'],
    ['a value that is there', '---\nupdated: 2026-02-02\n---\n'],
  ])('is left with %s', (_, text) => {
    expect(worked(text, 'updated', { history: HISTORY })[1]).toBe(undefined)
  })

  test('is left with the commit that brought the plan in, long after it was made', () => {
    const { bodyChanged } = HISTORY
    const history = { added: bodyChanged, bodyChanged }
    expect(worked('# T\n\nDate: 2026-01-01\n', 'updated', { history })[1]).toBe(undefined)
  })
})

import { expect, test } from 'vitest'
import { migrated, planOnce } from './plan-once.ts'

const REST =
  'name: T\ndescription: It says what it is for.\ncreated: 2026-01-01\nupdated: 2026-01-01\ntags: [a]\n'

test.each([
  ['a word', 'status: Completed', 'status: done'],
  ['a word in quotes', 'status: "in progress"  # kept', 'status: in_progress  # kept'],
  ['a word on the next line', 'status:\n  completed', 'status:\n  done'],
  [
    'what says more',
    'status: Completed on 2025-01-02 by Zed (PR #12)',
    'status: done # Completed on 2025-01-02 by Zed (PR #12)',
  ],
])('%s becomes one of the five, and no word is lost', (_, before, after) => {
  const text = `---\n${before}\n${REST}---\n# T\n`
  expect(migrated(text)).toBe(text.replace(before, after))
  expect(migrated(migrated(text))).toBe(migrated(text))
})

test.each([
  ['a block scalar', `---\nstatus: |\n  completed\n${REST}---\n`],
  ['a folded scalar', `---\nstatus: >-\n  completed\n${REST}---\n`],
  ['a scalar on two lines', `---\nstatus: completed\n  by Zed\n${REST}---\n`],
  [
    'what says more in braces',
    '---\n{status: "completed by Zed", name: T, description: It says what it is for., created: 2026-01-01, updated: 2026-01-01, tags: [a]}\n---\n',
  ],
])('%s is left, and reported for a person', (_, text) => {
  expect(migrated(text)).toBe(text)
  expect(planOnce(text).forPerson.map(({ what }) => what)).toEqual([
    expect.stringContaining('is not one of new, in_progress'),
  ])
})

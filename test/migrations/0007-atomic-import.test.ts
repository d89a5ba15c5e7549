import { describe, expect, test } from 'vitest'
import { atomicImport, STATUS_WORDS, STATUSES } from '../../migrations/0007-atomic-import.ts'
import { GOAL_STATUSES, GOAL_WORDS, TASK_STATUSES, TASK_WORDS } from '../../src/layouts/atomic/lifecycle.ts'
import type { Files } from '../helpers/check-literal.ts'
import { planLiteral, withChanges } from '../helpers/migrate-literal.ts'

const item = (lines: string): string => `---\nid: x-1\ntitle: X\n${lines}\n---\n\nText.\n`

test('the words are those that the layout knows', () => {
  expect(STATUS_WORDS).toEqual({ tasks: TASK_WORDS, goals: GOAL_WORDS })
  expect(STATUSES).toEqual({ tasks: TASK_STATUSES, goals: GOAL_STATUSES })
})

describe('an item of another system', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['a task', 'created_at: 2026-01-02\nstatus: open', 'created: 2026-01-02\nstatus: todo', []],
    ['a word in capitals', 'created: 2026-01-02\nstatus: DONE', 'created: 2026-01-02\nstatus: done', []],
    [
      'a time of day, which stays',
      'created_at: 2026-01-02 08:00:00',
      'created_at: 2026-01-02 08:00:00\ncreated: 2026-01-02',
      [],
    ],
    ['a day that is none', 'created_at: 2026-02-30', 'created_at: 2026-02-30', ['4 `created_at`']],
    ['a number', 'created_at: 20260130', 'created_at: 20260130', ['4 `created_at`']],
    ['a status that is no text', 'created: 2026-01-02\nstatus: 3', 'created: 2026-01-02\nstatus: 3', []],
    [
      'a comment in the status',
      'created_at: 2026-01-02\nstatus: | # why\n  open',
      'created_at: 2026-01-02\nstatus: | # why\n  open',
      ['5 `status`'],
    ],
  ]
  test.each(cases)('with %s', (_, before, after, remarks) => {
    const files: Files = { 'memory/tasks/x.md': item(before) }
    const plan = planLiteral(atomicImport, files)
    expect(withChanges(files, plan)).toEqual({ 'memory/tasks/x.md': item(after) })
    expect(plan.forPerson.map(({ line, what }) => `${line} ${what.slice(0, 12)}`)).toEqual(
      remarks.map((one) => expect.stringContaining(one.slice(0, 10))),
    )
    expect(planLiteral(atomicImport, withChanges(files, plan)).sets).toEqual([])
  })

  test('goes to the archive in one step with its deletion, and each value has its evidence', () => {
    const files: Files = { 'mind/goals/archived/x.md': item('created_at: 2026-01-02\nstatus: reached') }
    const { sets } = planLiteral(atomicImport, files, { settings: 'atomic:\n  root: mind\n' })
    const evidence = (line: number): unknown => ({ kind: 'text', path: 'mind/goals/archived/x.md', line })
    expect(sets).toEqual([
      [
        {
          kind: 'create',
          path: 'mind/goals/archive/x.md',
          text: item('created: 2026-01-02\nstatus: achieved'),
          values: [
            { field: 'created', value: '2026-01-02', evidence: evidence(4) },
            { field: 'status', value: 'achieved', evidence: evidence(5) },
          ],
        },
        { kind: 'delete', path: 'mind/goals/archived/x.md', values: [] },
      ],
    ])
  })

  test.each([
    ['another folder', 'memory/notes/x.md'],
    ['a folder below', 'memory/tasks/archived/deep/x.md'],
    ['a readme', 'memory/tasks/archived/README.md'],
    ['another file', 'memory/tasks/archived/x.txt'],
  ])('is left in %s', (_, path) => {
    const plan = planLiteral(atomicImport, { [path]: item('created_at: 2026-01-02\nstatus: done') })
    expect(plan).toEqual({ sets: [], forPerson: [] })
  })
})

import { expect, test } from 'vitest'
import type { Memory } from '../../../src/core/document.ts'
import { layoutOverview } from '../../../src/engine/overview.ts'
import { atomic, setAside } from '../../../src/layouts/atomic/layout.ts'
import { checkLiteral, type Files, memoryFor } from '../../helpers/check-literal.ts'
import { cleanAtomic, GOAL, item } from './items.ts'

async function memoryOf(files: Files): Promise<Memory> {
  const memory = memoryFor((await checkLiteral(files)).memories, atomic)
  if (!memory) throw new Error('no memory')
  return memory
}

test('goals and tasks are plans; folders are categories', async () => {
  const { plans, categories, tags, budgets, logs } = layoutOverview(atomic, await memoryOf(cleanAtomic))
  expect(
    plans.map(({ path, part, status, created }) => [path, part, status, created]),
  ).toMatchInlineSnapshot(`
    [
      [
        "memory/goals/offline-mode.md",
        "",
        "active",
        "2026-02-08",
      ],
      [
        "memory/goals/second-region.md",
        "",
        "abandoned",
        "2026-02-08",
      ],
      [
        "memory/tasks/archive/write-runbook.md",
        "",
        "done",
        "2026-02-08",
      ],
      [
        "memory/tasks/rotate-keys.md",
        "",
        "in_progress",
        "2026-02-08",
      ],
    ]
  `)
  expect(categories).toMatchInlineSnapshot(`
    [
      {
        "count": 3,
        "name": "decision",
      },
      {
        "count": 2,
        "name": "goal",
      },
      {
        "count": 2,
        "name": "task",
      },
      {
        "count": 1,
        "name": "fact",
      },
      {
        "count": 1,
        "name": "reflection",
      },
    ]
  `)
  expect(tags).toMatchInlineSnapshot(`
    [
      {
        "count": 2,
        "name": "queue",
      },
      {
        "count": 1,
        "name": "people",
      },
    ]
  `)
  expect([budgets, logs]).toEqual([[], []])
})

test('a goal without a title or a day that exists', async () => {
  const odd = item({ id: 'goal-0001', status: 'active', created: 'soon' })
  const { plans } = layoutOverview(atomic, await memoryOf({ [GOAL]: odd }))
  expect(plans).toEqual([
    { path: GOAL, part: '', name: GOAL.slice('memory/'.length), status: 'active', created: null },
  ])
})

test('what is superseded and what is archived', async () => {
  const { superseded, archived } = setAside(await memoryOf(cleanAtomic))
  expect([...superseded].map(({ id }) => id)).toEqual(['dec-0001'])
  expect([...archived].map(({ kind, fields }) => [kind, fields.file])).toEqual([
    ['task', 'tasks/archive/write-runbook.md'],
  ])
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { updateGoal } from '../../../../src/layouts/atomic/operations/update-goal.ts'
import { updateTask } from '../../../../src/layouts/atomic/operations/update-task.ts'
import { writeDecision } from '../../../../src/layouts/atomic/operations/write-decision.ts'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { cleanAtomic, item } from '../items.ts'
import { answered, ask, carriedOut, errorsOf, findingsOf } from './asked.ts'

const STATES = { task: ['todo', 'in_progress', 'done'], goal: ['active', 'achieved', 'abandoned'] }

function pairs(states: readonly string[]): readonly (readonly [string, string])[] {
  return states.flatMap((from) => states.map((to) => [from, to] as const))
}

describe('every pair of states of a task: operation and gate agree', () => {
  test.each(pairs(STATES.task))('%s → %s', async (from, to) => {
    const path = 'memory/tasks/t.md'
    const before = { [path]: item({ id: 'task-1', title: 'T', status: from }) }
    const byHand = { [path]: item({ id: 'task-1', title: 'T', status: to }) }
    const answer = await ask(updateTask, before, { id: 'task-1', status: to })
    const isRefusedByGate = (await errorsOf(before, byHand)).length > 0
    expect('refusal' in answer).toBe(isRefusedByGate)
    if ('refusal' in answer) {
      expect(answer.help).toContain('write_task')
      return
    }
    const after = carriedOut(before, answer)
    expect(await findingsOf(before, after)).toEqual([])
    const place = to === 'done' ? 'memory/tasks/archive/t.md' : path
    expect(after).toEqual({ [place]: byHand[path] })
    expect(answer.plan === undefined).toBe(from === to && to !== 'done')
    // Called again, it does nothing more.
    const again = await answered(updateTask, after, { id: 'task-1', status: to })
    expect(again.plan).toBeUndefined()
    expect(again.data.saved).toBe(false)
  })

  test.each(STATES.task)('done in the archive → %s', async (to) => {
    const path = 'memory/tasks/archive/t.md'
    const before = { [path]: item({ id: 'task-1', title: 'T', status: 'done' }) }
    const byHand = { [path]: item({ id: 'task-1', title: 'T', status: to }) }
    const answer = await ask(updateTask, before, { id: 'task-1', status: to })
    expect('refusal' in answer).toBe((await errorsOf(before, byHand)).length > 0)
    expect(carriedOut(before, answer)).toEqual(before)
  })
})

describe('every pair of states of a goal: operation and gate agree', () => {
  const path = 'memory/goals/g.md'
  const goal = (
    status: string,
    more: { readonly [key: string]: string } = {},
  ): { [path: string]: string } => ({
    [path]: item({ id: 'goal-1', title: 'G', status, ...more }),
  })

  const cases = pairs(STATES.goal).flatMap(([from, to]) => [
    [from, to, null] as const,
    ...(from === to ? [] : [[from, to, 'The supplier failed.'] as const]),
  ])

  test.each(cases)('%s → %s, reason %j', async (from, to, reason) => {
    const before = goal(from)
    const field = to === 'active' ? 'reopened' : 'ended_reason'
    const byHand = goal(to, reason === null ? {} : { [field]: reason })
    const answer = await ask(updateGoal, before, { id: 'goal-1', status: to, reason })
    const isRefusedByGate = (await errorsOf(before, byHand)).length > 0
    // To abandon a goal the operation asks for more than the gate: words that say why.
    const isSilent = from === 'active' && to === 'abandoned' && reason === null
    expect('refusal' in answer).toBe(isRefusedByGate || isSilent)
    if ('refusal' in answer) {
      expect(answer.help).toMatch(/`reason`/)
      return
    }
    const after = carriedOut(before, answer)
    expect(after).toEqual(byHand)
    expect(await findingsOf(before, after)).toEqual([])
    const again = await answered(updateGoal, after, { id: 'goal-1', status: to, reason })
    expect(again).toMatchObject({ data: { saved: false, status: to } })
    expect(again.plan).toBeUndefined()
  })

  test('a goal that is reopened once more needs another reason, and its end is taken out', async () => {
    const before = goal('abandoned', { reopened: 'Again.', ended_reason: 'Too dear.' })
    const args = { id: 'goal-1', status: 'active' }
    expect(await ask(updateGoal, before, { ...args, reason: ' Again. ' })).toMatchObject({
      refusal: expect.stringContaining('for this reason before'),
    })
    const answer = await answered(updateGoal, before, { ...args, reason: 'The price fell.' })
    const after = carriedOut(before, answer)
    expect(after).toEqual(goal('active', { reopened: 'The price fell.' }))
    expect(answer.data.notes).toEqual(['The reason of its end is taken out: "Too dear."'])
    expect(await findingsOf(before, after)).toEqual([])
  })

  test.each<readonly [string, { readonly [key: string]: string }, JsonObject, RegExp]>([
    ['a reason without a step', {}, { status: 'active', reason: 'x' }, /Leave out `reason`/],
    ['a reason alone', {}, { reason: 'x' }, /a `reason` goes with a `status`/],
    ['a refinement of one that is over', { status: 'achieved' }, { title: 'H' }, /write_goal/],
    ['a status that is none', { status: 'open' }, { status: 'achieved' }, /Write one of them/],
  ])('%s is refused', async (_, fields, args, help) => {
    const before = goal('active', fields)
    expect(await ask(updateGoal, before, { id: 'goal-1', ...args })).toMatchObject({
      help: expect.stringMatching(help),
    })
  })

  test('one in the archive is not changed', async () => {
    const before = { 'memory/goals/archive/g.md': item({ id: 'goal-1', title: 'G', status: 'achieved' }) }
    const args = { id: 'goal-1', status: 'active', reason: 'x' }
    expect(await ask(updateGoal, before, args)).toMatchObject({ help: expect.stringContaining('write_goal') })
  })
})

describe('two branches that supersede one decision', () => {
  const text = (title: string, content: string) => ({ title, content, supersedes: 'dec-0002' })

  test('are each allowed, and refused where they meet', async () => {
    const ours = carriedOut(
      cleanAtomic,
      await answered(writeDecision, cleanAtomic, text('Queue in a file', 'One file is enough.')),
    )
    const mint = (n: number): string => `00000000-0000-4000-8000-00000000ab${n}0`
    const { operationInput } = await import('../../../helpers/ask-operation.ts')
    const { atomic } = await import('../../../../src/layouts/atomic/layout.ts')
    const args = text('Queue in memory', 'Jobs are short, and may be lost.')
    const input = await operationInput(writeDecision, {
      files: cleanAtomic,
      args,
      layout: atomic,
      stale: true,
    })
    const theirs = carriedOut(cleanAtomic, writeDecision.plan({ ...input, mint }))
    expect(await findingsOf(cleanAtomic, ours)).toEqual([])
    expect(await findingsOf(cleanAtomic, theirs)).toEqual([])
    const merged = { ...ours, ...theirs }
    const { diagnostics } = await checkLiteral(merged, {
      before: ours,
      merge: { others: [theirs], bases: [{ between: [0, 1], files: cleanAtomic }] },
    })
    expect(diagnostics).toMatchObject([{ rule: 'supersedes', severity: 'error', new: true }])
    expect(await errorsOf(cleanAtomic, merged)).toMatchObject([{ rule: 'supersedes' }])
  })
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { estimateTokens } from '../../../../src/formats/tokens.ts'
import { workingMemory } from '../../../../src/layouts/working-memory/layout.ts'
import { finishTask } from '../../../../src/layouts/working-memory/operations/finish-task.ts'
import { listTasks } from '../../../../src/layouts/working-memory/operations/list-tasks.ts'
import { showTask } from '../../../../src/layouts/working-memory/operations/show-task.ts'
import { startTask } from '../../../../src/layouts/working-memory/operations/start-task.ts'
import { operationInput } from '../../../helpers/ask-operation.ts'
import { cleanWorkingMemory, OTHER_STATE, STATE } from '../task-files.ts'
import { answered, ask, carriedOut, findingsOf } from './asked.ts'

describe('start', () => {
  test('makes an empty state, and does nothing more when it is called again', async () => {
    const args = { task: 'prices', description: 'Prices are wrong in CHF.' }
    const first = await answered(startTask, {}, args)
    expect(first.data).toEqual({
      saved: true,
      created: true,
      task: 'prices',
      path: '.working-memory/prices/state.yaml',
    })
    const after = carriedOut({}, first)
    expect(after['.working-memory/prices/state.yaml']).toBe(
      'updated: null\ntask: Prices are wrong in CHF.\ncurrent_progress: null\nkey_learnings: []\nverbatim_context: []\n',
    )
    expect(await findingsOf({}, after)).toEqual([])
    const second = await answered(startTask, after, args)
    expect(second.plan).toBeUndefined()
    expect(second.data).toMatchObject({ saved: false, created: false, notes: ['The task was there.'] })
  })

  test('keeps a task that is there, but for a description that is given', async () => {
    const plain = await answered(startTask, cleanWorkingMemory, { task: 'lost-retries' })
    expect(plain.plan).toBeUndefined()
    const described = await answered(startTask, cleanWorkingMemory, {
      task: 'lost-retries',
      description: 'a: b',
    })
    const after = carriedOut(cleanWorkingMemory, described)
    expect(after[STATE]).toBe(`${cleanWorkingMemory[STATE]}task: "a: b"\n`)
    expect(described.data).toMatchObject({ saved: true, created: false })
    expect(await findingsOf(cleanWorkingMemory, after)).toEqual([])
  })

  test.each(['Lost', 'a/b', '..', 'a..b', '.a', 'a b', 'größe', 'con', 'nul.x', 'a.', '-a', 'x'.repeat(65)])(
    'refuses the name %s',
    async (task) => {
      expect(await ask(startTask, {}, { task })).toHaveProperty('refusal')
    },
  )

  test('refuses a name that some file systems take for another task', async () => {
    const files = {
      '.working-memory/Lost/state.yaml':
        'updated: null\ncurrent_progress: null\nkey_learnings: []\nverbatim_context: []\n',
    }
    expect(await ask(startTask, files, { task: 'lost' })).toMatchObject({
      refusal: expect.stringContaining('Task Lost is there'),
    })
  })
})

describe('show', () => {
  async function show(args: JsonObject): Promise<{ readonly text: string; readonly data: JsonObject }> {
    return answered(showTask, cleanWorkingMemory, { task: 'lost-retries', ...args })
  }

  test('gives progress, and the entries that hold, with ids and reasons', async () => {
    const { text, data } = await show({})
    expect(data).toMatchObject({
      progress: { completed: ['reproduce it'], in_progress: ['write a failing test'], remaining: [] },
      learnings: [{ id: 'KL-2', reason: 'the failing test needs it' }],
      snippets: [{ id: 'VC-1', snippet: 'queue:\n  lease: 30s' }],
      omitted: [],
    })
    expect(text).toContain('information, not instructions')
    expect(text).toContain('- KL-2 because the failing test needs it: The clock')
    expect(text).toContain(
      'VC-1 because the test has to use the same values: config/queue.yaml\n\n```\nqueue:\n  lease: 30s\n```',
    )
    expect(text).not.toContain('KL-1')
  })

  test('gives archived entries on request', async () => {
    const { text, data } = await show({ archived: true })
    expect(data.learnings).toMatchObject([
      { id: 'KL-1', archived: { reason: 'the trace had two jobs with one name' } },
      { id: 'KL-2' },
    ])
    expect(text).toContain(
      '- KL-1 (archived 2026-04-02T10:00:00Z because the trace had two jobs with one name)',
    )
  })

  test('keeps the progress whatever the budget, then what fits, and names the rest', async () => {
    const whole = (await show({})).data.tokens as { readonly used: number }
    for (let budget = 1; budget <= whole.used; budget += 7) {
      const { text, data } = await show({ token_budget: budget })
      expect(text).toContain('- write a failing test')
      const shown = [data.learnings, data.snippets].flatMap((list) =>
        (list as readonly { id: string }[]).map(({ id }) => id),
      )
      const omitted = (data.omitted as readonly { id: string }[]).map(({ id }) => id)
      expect([...shown, ...omitted].sort()).toEqual(['KL-2', 'VC-1'])
      const unnamed = omitted.filter((id) => !text.includes(`- ${id}: `)).length
      expect(text.includes(`- and ${unnamed} more`)).toBe(unnamed > 0)
      expect(estimateTokens(text)).toBe((data.tokens as { used: number }).used)
      if (shown.length > 0 || unnamed < omitted.length) {
        expect(estimateTokens(text)).toBeLessThanOrEqual(budget)
      }
    }
    expect((await show({ token_budget: whole.used })).data.omitted).toEqual([])
  })

  test('says why the last update by a hook failed', async () => {
    const input = await operationInput(showTask, {
      files: cleanWorkingMemory,
      args: { task: 'lost-retries' },
      layout: workingMemory,
      stale: true,
    })
    const failed = showTask.plan({
      ...input,
      outside: { hookFailure: (task) => `2026-06-01: no model for ${task}` },
    })
    if ('refusal' in failed) throw new Error(failed.refusal)
    expect(failed.data.hook_failure).toBe('2026-06-01: no model for lost-retries')
    expect(failed.text).toMatch(
      /\nThe last update by a hook failed: 2026-06-01: no model for lost-retries\n$/,
    )
    const fine = showTask.plan({ ...input, outside: { hookFailure: () => null } })
    expect('data' in fine && fine.data).not.toHaveProperty('hook_failure')
  })

  test('fences a snippet with fences of its own', async () => {
    const files = {
      ...cleanWorkingMemory,
      [STATE]: String(cleanWorkingMemory[STATE]).replace('      queue:\n', '      ````\n'),
    }
    expect((await answered(showTask, files, { task: 'lost-retries' })).text).toContain(
      '`````\n````\n  lease: 30s\n`````',
    )
  })
})

describe('list', () => {
  test('gives the tasks, the last updated first, and finished ones on request', async () => {
    const { data } = await answered(listTasks, cleanWorkingMemory, {})
    expect(data).toMatchObject({
      items: [
        { task: 'größere Bilder', in_progress: ['measure'], learnings: 0, snippets: 0 },
        { task: 'lost-retries', in_progress: ['write a failing test'], learnings: 1, snippets: 1 },
      ],
      total: 2,
      omitted: 0,
      diagnostics: { malformed: 0, unreadable: 0 },
    })
    const done = await answered(finishTask, cleanWorkingMemory, {
      task: 'lost-retries',
      because: 'the fix is merged',
    })
    const after = carriedOut(cleanWorkingMemory, done)
    expect((await answered(listTasks, after, {})).data).toMatchObject({ items: [{}], total: 2, omitted: 1 })
    expect((await answered(listTasks, after, { finished: true })).data.items).toHaveLength(2)
  })

  test('goes on without states that cannot be read, and names them', async () => {
    const files = { ...cleanWorkingMemory, [STATE]: 'a: [', [OTHER_STATE]: 'key_learnings: 7\n' }
    expect((await answered(listTasks, files, {})).data).toMatchObject({
      items: [],
      diagnostics: { malformed: 1, unreadable: 1, files: [OTHER_STATE, STATE] },
    })
  })
})

describe('finish', () => {
  test('marks the task, and does nothing more when it is called again', async () => {
    const args = { task: 'lost-retries', because: 'the fix is merged' }
    const first = await answered(finishTask, cleanWorkingMemory, args)
    const after = carriedOut(cleanWorkingMemory, first)
    expect(after[STATE]).toBe(
      `${cleanWorkingMemory[STATE]}finished:\n  at: "2026-02-08T09:30:00.250Z"\n  reason: the fix is merged\n`,
    )
    expect(await findingsOf(cleanWorkingMemory, after)).toEqual([])
    const second = await answered(finishTask, after, args)
    expect(second.plan).toBeUndefined()
    expect(second.data).toMatchObject({ saved: false, finished: '2026-02-08T09:30:00.250Z' })
    expect((await answered(showTask, after, { task: 'lost-retries' })).text).toContain(
      'Finished: 2026-02-08T09:30:00.250Z',
    )
    expect((await answered(startTask, after, { task: 'lost-retries' })).data.notes).toHaveLength(2)
  })
})

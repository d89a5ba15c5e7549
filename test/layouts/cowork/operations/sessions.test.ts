import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { cowork } from '../../../../src/layouts/cowork/layout.ts'
import { endSession } from '../../../../src/layouts/cowork/operations/end-session.ts'
import { queryMemory } from '../../../../src/layouts/cowork/operations/query-memory.ts'
import { saveSessionMemory } from '../../../../src/layouts/cowork/operations/save-session-memory.ts'
import { setSessionStage } from '../../../../src/layouts/cowork/operations/set-session-stage.ts'
import { startSession } from '../../../../src/layouts/cowork/operations/start-session.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import { checkLiteral, type Files } from '../../../helpers/check-literal.ts'
import { cleanCowork, ITERATION, iteration, json, MEMORY, SESSION } from '../clean-memory.ts'
import { call, NOW, parsed, refused } from './store.ts'

const NEXT = '.cowork/memory/iterations/iter-4.json'
const IDLE = json({
  current_session: null,
  latest_session: 'iter-1',
  sessions: [{ id: 'iter-1', status: 'completed' }],
})
const { [ITERATION]: _, ...withoutIteration } = cleanCowork
const idle: Files = { ...withoutIteration, [SESSION]: IDLE }

describe('a session that starts', () => {
  test('is named and has its memory', async () => {
    const { data, files } = await call(startSession, {
      files: idle,
      args: { session: 'iter-4', stage: 'design' },
    })
    expect(data).toMatchObject({ saved: true, id: 'iter-4', path: NEXT })
    expect(parsed(files, SESSION)).toEqual({
      current_session: 'iter-4',
      latest_session: 'iter-4',
      sessions: [
        { id: 'iter-1', status: 'completed' },
        { id: 'iter-4', status: 'active', stage: 'design', started_at: NOW, completed_at: null },
      ],
    })
    expect(parsed(files, NEXT)).toEqual({ iteration_id: 'iter-4', insights: [], issues: [], learnings: [] })
  })

  test('has a name made of the time where none is given', async () => {
    const { data } = await call(startSession, { files: idle })
    expect(data.id).toBe('iter-20260302-080000')
  })

  test('in a memory without session.json lists the iterations of rows, so that none of them counts as unknown', async () => {
    const files = { [MEMORY]: cleanCowork[MEMORY] ?? '' }
    const made = await call(startSession, { files, args: { session: 'iter-4' } })
    expect(parsed(made.files, SESSION).sessions).toEqual([
      { id: 'iter-1' },
      { id: 'iter-3' },
      expect.objectContaining({ id: 'iter-4' }),
    ])
    expect((await checkLiteral(made.files, { before: files })).diagnostics).toEqual([])
  })

  test('is written in the spelling that the file has', async () => {
    const odd =
      '{"current_iteration_id":null,"latest_session_id":"iter-1","sessions":[{"session_id":"iter-1","status":"completed"}],"x":1.0}'
    const { files } = await call(startSession, {
      files: { ...idle, [SESSION]: odd },
      args: { session: 'iter-4' },
    })
    expect(files[SESSION]).toBe(
      `{"current_iteration_id":"iter-4","latest_session_id":"iter-4","sessions":[{"session_id":"iter-1","status":"completed"},{"id":"iter-4","status":"active","stage":null,"started_at":"${NOW}","completed_at":null}],"x":1.0}`,
    )
  })

  test('goes on with one that failed, and with one that is active already', async () => {
    const failed = json({
      current_session: null,
      sessions: [
        {
          id: 'iter-3',
          status: 'failed',
          started_at: '2026-03-01T00:00:00Z',
          completed_at: '2026-03-01T12:00:00Z',
        },
      ],
    })
    const again = await call(startSession, {
      files: { ...cleanCowork, [SESSION]: failed },
      args: { session: 'iter-3' },
    })
    expect(parsed(again.files, SESSION)).toMatchObject({
      current_session: 'iter-3',
      sessions: [{ id: 'iter-3', status: 'active', started_at: '2026-03-01T00:00:00Z', completed_at: null }],
    })
    expect(again.files[ITERATION]).toBe(cleanCowork[ITERATION])
    const known = await call(startSession, { files: again.files, args: { session: 'iter-3' } })
    expect(known.data).toMatchObject({ saved: false, already: true })
  })

  test('leaves another one active only by force', async () => {
    expect(await refused(startSession, { files: cleanCowork, args: { session: 'iter-4' } })).toMatch(
      /Session iter-3 is active → End it first/,
    )
    const { data, files } = await call(startSession, {
      files: cleanCowork,
      args: { session: 'iter-4', force: true },
    })
    expect(data.notes).toEqual([expect.stringContaining('iter-3 stays active')])
    expect(parsed(files, SESSION).current_session).toBe('iter-4')
  })

  test.each<readonly [JsonObject, RegExp]>([
    [{ session: 'iter-1' }, /iter-1 is completed/],
    [{ session: 'a/b' }, /cannot name a session/],
    [{ session: '..' }, /cannot name a session/],
    [{ session: 'x\u202ey' }, /cannot name a session/],
    [{ session: ' ' }, /cannot name a session/],
    [{ stage: 'a\nb' }, /one line/],
  ])('is refused: %o', async (args, words) => {
    expect(await refused(startSession, { files: idle, args })).toMatch(words)
  })

  test('is refused where it is not known which one is active', async () => {
    expect(
      await refused(startSession, { files: { ...idle, [SESSION]: '[]' }, args: { session: 'iter-4' } }),
    ).toMatch(/It is not known which session is active/)
  })
})

test('a session that stays active when the current one ends is named, and can be written to', async () => {
  const insight = { memory_type: 'insight', content: 'It is so.' }
  const first = await call(startSession, { files: idle, args: { session: 'first' } })
  const other = await call(startSession, { files: first.files, args: { session: 'other', force: true } })
  const { files } = await call(endSession, { files: other.files, args: { session: 'other' } })
  const words = 'No session is the current one, and active is first'
  expect(await refused(saveSessionMemory, { files, args: insight })).toBe(
    `${words} → Name it with \`session\`, or make it current with \`start_session\`.`,
  )
  expect((await call(queryMemory, { files })).data.notes).toContain(
    `${words}: only project memory was searched.`,
  )
  const named = await call(saveSessionMemory, { files, args: { ...insight, session: 'first' } })
  expect(named.data).toMatchObject({ saved: true, session: 'first' })
  const again = await call(startSession, { files, args: { session: 'first' } })
  expect((await call(saveSessionMemory, { files: again.files, args: insight })).data).toMatchObject({
    session: 'first',
  })
  // It has no file to clear, which the end of a session without a name would take.
  const { [NEXT]: _, ...rest } = files
  expect((await call(endSession, { files: rest })).data.notes).toContain(`${words}.`)
})

describe('a stage', () => {
  test('is set in the row of the session, and another word is taken with a note', async () => {
    const known = await call(setSessionStage, { files: cleanCowork, args: { stage: 'coding' } })
    expect(parsed(known.files, SESSION)).toMatchObject({
      sessions: [{}, { session_id: 'iter-3', status: 'in_progress', stage: 'coding' }],
    })
    expect(known.data.notes).toBeUndefined()
    const odd = await call(setSessionStage, { files: cleanCowork, args: { stage: 'polish' } })
    expect(odd.data.notes).toEqual([expect.stringContaining('none of idea, prd')])
  })

  test('makes the row of a session that has none', async () => {
    const { files } = await call(setSessionStage, {
      files: { ...cleanCowork, [SESSION]: '{ "session_id": "iter-3" }\n' },
      args: { stage: 'check' },
    })
    expect(parsed(files, SESSION)).toEqual({
      session_id: 'iter-3',
      sessions: [{ id: 'iter-1' }, { id: 'iter-3', status: 'active', stage: 'check' }],
    })
  })

  test('needs a session', async () => {
    expect(await refused(setSessionStage, { files: idle, args: { stage: 'check' } })).toMatch(
      /No session is active/,
    )
  })
})

describe('a session that ends', () => {
  test('is marked, and its file goes last, with a copy of what no commit has', async () => {
    const open = {
      id: 'iss-1',
      stage: 'coding',
      content: 'Slow.',
      resolved: false,
      created_at: '2026-03-01T09:40:00Z',
    }
    const files = { ...cleanCowork, [ITERATION]: json({ ...iteration, issues: [open] }) }
    const { data, answer, files: after } = await call(endSession, { files })
    expect(data).toMatchObject({
      saved: true,
      id: 'iter-3',
      status: 'completed',
      cleared: true,
      open_issues: [{ memory_id: 'iss-1' }],
      notes: ['1 issue is open.'],
    })
    expect([...(answer.plan ?? [])].map(([path]) => path)).toEqual([SESSION, ITERATION])
    expect(answer.plan?.get(ITERATION)).toEqual({ kind: 'delete', keepCopy: true })
    expect(parsed(after, SESSION)).toMatchObject({
      current_session: null,
      latest_session: 'iter-3',
      sessions: [{}, { session_id: 'iter-3', status: 'completed', completed_at: NOW }],
    })
    expect(after).not.toHaveProperty([ITERATION])
  })

  test.each<readonly [JsonObject, string]>([
    [{ failed: true }, 'failed'],
    [{ keep: true }, 'completed'],
  ])('keeps its file with %o', async (args, status) => {
    const { data, files } = await call(endSession, { files: cleanCowork, args })
    expect(data).toMatchObject({ status, cleared: false })
    expect(files[ITERATION]).toBe(cleanCowork[ITERATION])
    const again = await call(endSession, { files, args: {} })
    expect(again.data).toMatchObject({ saved: false, already: true })
  })

  test('is ended once: by name, and without one', async () => {
    const { files } = await call(endSession, { files: cleanCowork })
    const calls: readonly JsonObject[] = [{}, { session: 'iter-3' }, { session: 'iter-1' }]
    for (const args of calls) {
      expect((await call(endSession, { files, args })).data).toMatchObject({ saved: false, already: true })
    }
  })

  test.each<JsonObject>([{}, { session: 'iter-3' }])(
    'that was stopped before its file was cleared is finished: %o',
    async (args) => {
      const whole = await call(endSession, { files: cleanCowork })
      const half = { ...whole.files, [ITERATION]: cleanCowork[ITERATION] ?? '' }
      const { data, files } = await call(endSession, { files: half, args })
      expect(data).toMatchObject({ saved: true, cleared: true, already: true })
      expect(files).toEqual(whole.files)
    },
  )

  test('is named no longer under any key, and the latest that ended well is another key', async () => {
    const odd = '{"session_id": "iter-3", "iteration_id": "iter-3", "latest_successful_session": "iter-1"}\n'
    const { files } = await call(endSession, { files: { ...cleanCowork, [SESSION]: odd } })
    expect(parsed(files, SESSION)).toMatchObject({
      session_id: null,
      iteration_id: null,
      latest_successful_session: 'iter-3',
      latest_session: 'iter-3',
    })
    const failed = await call(endSession, {
      files: { ...cleanCowork, [SESSION]: odd },
      args: { failed: true },
    })
    expect(parsed(failed.files, SESSION)).toMatchObject({
      session_id: null,
      latest_successful_session: 'iter-1',
    })
  })

  test('is one that there is', async () => {
    expect(await refused(endSession, { files: cleanCowork, args: { session: 'iter-7' } })).toMatch(
      /There is no session iter-7/,
    )
    expect(await refused(endSession, { files: { ...cleanCowork, [SESSION]: '{' } })).toMatch(
      /not known which session/,
    )
  })

  test('with a memory that cannot be read is marked, and the deletion is for the check to refuse', async () => {
    const files = { ...cleanCowork, [ITERATION]: '{' }
    const answer = await askOperation(endSession, {
      files,
      args: { keep: true },
      layout: cowork,
      stale: true,
    })
    expect(answer).toMatchObject({ data: { cleared: false, status: 'completed' } })
  })
})

import { describe, expect, test } from 'vitest'
import { isJsonObject, type JsonObject } from '../../../../src/core/json.ts'
import { promoteToProjectMemory } from '../../../../src/layouts/cowork/operations/promote-to-project-memory.ts'
import { resolveSessionIssue } from '../../../../src/layouts/cowork/operations/resolve-session-issue.ts'
import { saveSessionMemory } from '../../../../src/layouts/cowork/operations/save-session-memory.ts'
import { checkLiteral, type Files } from '../../../helpers/check-literal.ts'
import {
  cleanCowork,
  DECISIONS,
  firstDecision,
  ITERATION,
  iteration,
  json,
  MEMORY,
  PATTERNS,
  projectMemory,
  SESSION,
} from '../clean-memory.ts'
import { call, MILLIS, NOW, parsed, refused } from './store.ts'

const INSIGHT = { memory_type: 'insight', content: 'Async reads improved the start by 40%.', stage: 'coding' }

function rows(files: Files, path: string, list: string): readonly JsonObject[] {
  const value = parsed(files, path)[list]
  return (Array.isArray(value) ? value : []).filter((one) => isJsonObject(one))
}

describe('an item of the session', () => {
  test('is appended, and every other byte stays', async () => {
    const { data, files } = await call(saveSessionMemory, { files: cleanCowork, args: INSIGHT })
    const id = `ins-iter-3-${MILLIS}`
    expect(data).toMatchObject({
      saved: true,
      memory_id: id,
      id,
      file: 'iterations/iter-3.json',
      session: 'iter-3',
    })
    const { insights } = iteration
    const item = { id, stage: 'coding', content: INSIGHT.content, importance: 'normal', created_at: NOW }
    expect(files[ITERATION]).toBe(json({ ...iteration, insights: [...insights, item] }))
  })

  test.each<readonly [string, JsonObject, JsonObject]>([
    [
      'issues',
      { memory_type: 'issue', title: 'Locks', content: 'It locks.' },
      {
        id: `iss-iter-3-${MILLIS}`,
        title: 'Locks',
        stage: 'general',
        content: 'It locks.',
        resolved: false,
        created_at: NOW,
        resolved_at: null,
      },
    ],
    [
      'learnings',
      { memory_type: 'learning', content: 'Close it.' },
      { id: `lrn-iter-3-${MILLIS}`, content: 'Close it.', created_at: NOW },
    ],
    [
      'learnings',
      { memory_type: 'learning', content: 'Close it.', stage: 'check', title: 'Closing' },
      { id: `lrn-iter-3-${MILLIS}`, title: 'Closing', stage: 'check', content: 'Close it.', created_at: NOW },
    ],
  ])('of %s has the fields of its model: %o', async (list, args, item) => {
    const { files } = await call(saveSessionMemory, { files: cleanCowork, args })
    expect(rows(files, ITERATION, list).at(-1)).toEqual(item)
  })

  test('has the stage of its session where the call says none', async () => {
    const session = json({ current_session: 'iter-3', sessions: [{ id: 'iter-3', stage: 'design' }] })
    const args = { memory_type: 'insight', content: 'A thing.' }
    const { files } = await call(saveSessionMemory, { files: { ...cleanCowork, [SESSION]: session }, args })
    expect(rows(files, ITERATION, 'insights').at(-1)).toMatchObject({ stage: 'design' })
  })

  test('that the session has already is named, also one without an id', async () => {
    const args = { memory_type: 'insight', content: 'Reads outnumber writes by far.' }
    const { data, answer } = await call(saveSessionMemory, { files: cleanCowork, args })
    expect(answer.plan).toBeUndefined()
    expect(data).toMatchObject({
      saved: false,
      already: true,
      memory_id: expect.stringMatching(/^ins-[0-9a-f]{12}$/),
    })
  })

  test('gets the next free millisecond, across all sessions', async () => {
    const first = await call(saveSessionMemory, { files: cleanCowork, args: INSIGHT })
    const args = { ...INSIGHT, content: 'Another one.' }
    const second = await call(saveSessionMemory, { files: first.files, args })
    expect(second.data.memory_id).toBe(`ins-iter-3-${MILLIS + 1}`)
  })

  test('makes the file of a session that has none', async () => {
    const args = { ...INSIGHT, session: 'iter-9' }
    const { files } = await call(saveSessionMemory, { files: cleanCowork, args })
    expect(parsed(files, '.cowork/memory/iterations/iter-9.json')).toMatchObject({
      iteration_id: 'iter-9',
      insights: [{ id: `ins-iter-9-${MILLIS}` }],
      issues: [],
      learnings: [],
    })
  })

  test('keeps CRLF, a byte order mark, tabs and keys that no model has', async () => {
    const text = `\ufeff{\r\n\t"iteration_id": "iter-3",\r\n\t"x": 1.50,\r\n\t"insights": []\r\n}`
    const { files } = await call(saveSessionMemory, {
      files: { ...cleanCowork, [ITERATION]: text },
      args: INSIGHT,
    })
    const after = String(files[ITERATION])
    expect(
      after.startsWith('\ufeff{\r\n\t"iteration_id": "iter-3",\r\n\t"x": 1.50,\r\n\t"insights": [\r\n\t\t{'),
    ).toBe(true)
    expect(after.endsWith('\r\n\t]\r\n}')).toBe(true)
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  test('is not written in a dry run', async () => {
    const { data, files } = await call(saveSessionMemory, {
      files: cleanCowork,
      args: { ...INSIGHT, dry_run: true },
    })
    expect(data).toMatchObject({ saved: false, dry_run: true })
    expect(files[ITERATION]).toBe(cleanCowork[ITERATION])
  })

  test.each<readonly [string, Files, JsonObject, RegExp]>([
    ['no session', { ...cleanCowork, [SESSION]: '{}\n' }, {}, /No session is active → Start one/],
    ['no session.json', { [MEMORY]: cleanCowork[MEMORY] ?? '' }, {}, /No session is active/],
    ['an ended session', cleanCowork, { session: 'iter-1' }, /Session iter-1 has ended/],
    ['a session.json that is broken', { ...cleanCowork, [SESSION]: '{ "current' }, {}, /session\.json:1 /],
    [
      'a broken iteration',
      { ...cleanCowork, [ITERATION]: '{ "insights": [' },
      {},
      /iter-3\.json:1 cannot be read/,
    ],
    [
      'a list that is none',
      { ...cleanCowork, [ITERATION]: '{ "insights": {} }' },
      {},
      /cannot be changed in place|cannot be read/,
    ],
    ['empty content', cleanCowork, { content: ' \n' }, /says nothing/],
    ['a title of two lines', cleanCowork, { title: 'a\nb' }, /one line/],
    ['a NUL', cleanCowork, { content: 'a\0b' }, /^Hidden text: U\+0000 null in content, line 1/],
    ['hidden tags', cleanCowork, { content: 'a\u{e0041}\u{e0042}' }, /`content` holds a hidden/],
    ['half a character', cleanCowork, { content: 'a\ud800' }, /half of a character/],
    [
      'two MiB',
      cleanCowork,
      { content: 'x'.repeat(2 * 1024 * 1024) },
      /2097152 characters, and at most 65536 are/,
    ],
    ['a session outside', cleanCowork, { session: '../../x' }, /cannot name a session/],
    ['an absolute session', cleanCowork, { session: '/etc/passwd' }, /cannot name a session/],
    ['a session with a NUL', cleanCowork, { session: 'a\0' }, /^Hidden text: U\+0000 null in session/],
    ['a device', cleanCowork, { session: 'CON' }, /cannot name a session/],
    ['a name that ends in a dot', cleanCowork, { session: 'a.' }, /cannot name a session/],
    ['a name that is too long', cleanCowork, { session: 'é'.repeat(100) }, /cannot name a session/],
    ['a name in another case', cleanCowork, { session: 'ITER-3' }, /differs from "iter-3" in case alone/],
  ])('is refused: %s', async (_, files, args, words) => {
    expect(await refused(saveSessionMemory, { files, args: { ...INSIGHT, ...args } })).toMatch(words)
  })
})

describe('an issue that is solved', () => {
  const OPEN = json({
    ...iteration,
    issues: [
      ...iteration.issues,
      {
        id: 'iss-iter-3-1',
        stage: 'coding',
        content: 'It is slow.',
        resolved: false,
        created_at: '2026-03-01T09:40:00Z',
        resolved_at: null,
      },
    ],
  })
  const files = { ...cleanCowork, [ITERATION]: OPEN }

  test('says so and when', async () => {
    const args = { memory_id: 'iss-iter-3-1', resolution: 'A bigger pool.' }
    const made = await call(resolveSessionIssue, { files, args })
    expect(made.data).toMatchObject({ saved: true, resolved_at: NOW })
    expect(rows(made.files, ITERATION, 'issues').at(-1)).toMatchObject({
      resolved: true,
      resolved_at: NOW,
      resolution: 'A bigger pool.',
    })
  })

  test('is not solved before it came up, whatever the clocks say', async () => {
    const made = await call(resolveSessionIssue, {
      files,
      args: { memory_id: 'iss-iter-3-1' },
      now: '2026-01-01T00:00:00.000Z',
    })
    expect(made.data.resolved_at).toBe('2026-03-01T09:40:00Z')
  })

  test('stays as it is the second time', async () => {
    const known = json({ ...iteration, issues: [{ ...iteration.issues[0], id: 'iss-a' }] })
    const made = await call(resolveSessionIssue, {
      files: { ...files, [ITERATION]: known },
      args: { memory_id: 'iss-a' },
    })
    expect(made.data).toMatchObject({ saved: false, already: true, resolved_at: '2026-03-01T10:30:00+01:00' })
  })

  test('is an issue', async () => {
    expect(await refused(resolveSessionIssue, { files, args: { memory_id: 'iss-none' } })).toMatch(
      /has no issue/,
    )
    const { data, files: more } = await call(saveSessionMemory, { files, args: INSIGHT })
    expect(
      await refused(resolveSessionIssue, { files: more, args: { memory_id: data.memory_id ?? '' } }),
    ).toMatch(/is no issue/)
  })
})

describe('a promotion', () => {
  const REASON = 'It held in every project.'

  async function saved(args: JsonObject = {}): Promise<{ files: Files; id: string }> {
    const { data, files } = await call(saveSessionMemory, {
      files: cleanCowork,
      args: { ...INSIGHT, ...args },
    })
    return { files, id: String(data.memory_id) }
  }

  test('makes a decision with its detail file, and the item names it', async () => {
    const { files, id } = await saved()
    const { data, files: after } = await call(promoteToProjectMemory, {
      files,
      args: { memory_id: id, reason: REASON },
    })
    const row = `dec-iter-3-${MILLIS}`
    expect(data).toMatchObject({
      saved: true,
      id: row,
      memory_id: row,
      kind: 'decision',
      file: `project/decisions/${row}.md`,
      promoted_from: id,
    })
    const expected = {
      id: row,
      title: INSIGHT.content,
      context: `${REASON}\n\nStage: coding`,
      decision: INSIGHT.content,
      consequences: [],
      iteration_id: 'iter-3',
      created_at: NOW,
      promoted_at: NOW,
      promoted_from: { session: 'iter-3', memory_id: id, created_at: NOW },
      reason: REASON,
      stage: 'coding',
    }
    expect(after[MEMORY]).toBe(json({ ...projectMemory, decisions: [...projectMemory.decisions, expected] }))
    expect(after[`${DECISIONS}/${row}.md`]).toContain('Async reads improved the start by 40%')
    expect(rows(after, ITERATION, 'insights').at(-1)).toMatchObject({ id, promoted_to: row })
  })

  test('makes a pattern with the first piece of code', async () => {
    const content = 'Wrap it:\n\n```ts\nconst a = 1\n```\n\nAlways.'
    const { files, id } = await saved({ content, title: 'Wrapping' })
    const { data, files: after } = await call(promoteToProjectMemory, {
      files,
      args: { memory_id: id, reason: REASON, as: 'pattern' },
    })
    expect(rows(after, MEMORY, 'patterns').at(-1)).toMatchObject({
      id: data.id,
      name: 'Wrapping',
      description: content,
      usage: [REASON],
      tags: ['coding'],
      code_example: 'const a = 1',
    })
    expect(after[`${PATTERNS}/${data.id}.md`]).toContain('const a = 1')
  })

  test('takes an item without an id by the one that is computed, and writes no id to it', async () => {
    const listed = await call(saveSessionMemory, {
      files: cleanCowork,
      args: { memory_type: 'insight', content: 'Reads outnumber writes by far.' },
    })
    const memory_id = String(listed.data.memory_id)
    const { files } = await call(promoteToProjectMemory, {
      files: cleanCowork,
      args: { memory_id, reason: REASON },
    })
    expect(rows(files, ITERATION, 'insights')[0]).toEqual({
      ...iteration.insights[0],
      // The instant of the item.
      promoted_to: `dec-iter-3-${Date.parse(iteration.insights[0]?.created_at ?? '')}`,
    })
  })

  test('is made once, also after the session is cleared', async () => {
    const { files, id } = await saved()
    const args = { memory_id: id, reason: REASON }
    const first = await call(promoteToProjectMemory, { files, args })
    const { [ITERATION]: _, ...cleared } = first.files
    const session = json({
      current_session: null,
      sessions: [
        { id: 'iter-3', status: 'completed' },
        { id: 'iter-1', status: 'completed' },
      ],
    })
    const again = await call(promoteToProjectMemory, {
      files: { ...cleared, [SESSION]: session },
      args,
    })
    expect(again.data).toMatchObject({ saved: false, already: true, id: first.data.id })
  })

  test('once more as something else is refused, and the way out promotes it', async () => {
    const { files, id } = await saved()
    const args = { memory_id: id, reason: REASON }
    const first = await call(promoteToProjectMemory, { files, args })
    const other = { ...args, as: 'pattern' }
    await expect(call(promoteToProjectMemory, { files: first.files, args: other })).rejects.toThrow(
      `The item is a decision of the project already: ${first.data.id}`,
    )
    const both = await call(promoteToProjectMemory, {
      files: first.files,
      args: { ...other, allow_duplicate: true },
    })
    expect(both.data).toMatchObject({ saved: true, kind: 'pattern' })
  })

  test('that was stopped between its two files is finished', async () => {
    const { files, id } = await saved()
    const args = { memory_id: id, reason: REASON }
    const whole = await call(promoteToProjectMemory, { files, args })
    const half = { ...whole.files, [ITERATION]: files[ITERATION] ?? '' }
    const made = await call(promoteToProjectMemory, { files: half, args, now: '2026-03-02T08:30:00.000Z' })
    expect(made.data).toMatchObject({ saved: true, already: true, id: whole.data.id })
    expect(made.files).toEqual(whole.files)
  })

  test('in the same millisecond gets the next one, also where only a detail file has the id', async () => {
    const { files, id } = await saved()
    const stray = { ...files, [`${PATTERNS}/dec-iter-3-${MILLIS}.md`]: '# Mine\n' }
    const found = await refusedOrId(stray, id)
    expect(found).toBe(`dec-iter-3-${MILLIS + 1}`)
    const first = await call(promoteToProjectMemory, { files, args: { memory_id: id, reason: REASON } })
    const more = await call(saveSessionMemory, {
      files: first.files,
      args: { ...INSIGHT, content: 'Another.' },
    })
    const second = await call(promoteToProjectMemory, {
      files: more.files,
      args: { memory_id: more.data.id ?? '', reason: REASON },
    })
    expect(second.data.id).toBe(`dec-iter-3-${MILLIS + 1}`)
  })

  async function refusedOrId(files: Files, memory_id: string): Promise<unknown> {
    const { askOperation } = await import('../../../helpers/ask-operation.ts')
    const { cowork } = await import('../../../../src/layouts/cowork/layout.ts')
    const answer = await askOperation(promoteToProjectMemory, {
      files,
      args: { memory_id, reason: REASON },
      layout: cowork,
      now: NOW,
    })
    return 'data' in answer ? answer.data.id : answer.refusal
  }

  test('of an item of another session says so, and keeps its iteration', async () => {
    const other = json({
      iteration_id: 'iter-2',
      learnings: [{ id: 'lrn-x', content: 'Rest.', created_at: '2026-02-20T10:00:00Z' }],
    })
    const files = { ...cleanCowork, '.cowork/memory/iterations/iter-2.json': other }
    const { data } = await call(promoteToProjectMemory, {
      files,
      args: { memory_id: 'lrn-x', reason: REASON },
    })
    expect(data).toMatchObject({
      id: `dec-iter-2-${Date.parse('2026-02-20T10:00:00Z')}`,
      notes: [expect.stringContaining('iter-2')],
    })
  })

  test('of what the project has is refused, unless it is allowed', async () => {
    const { files, id } = await saved({ title: firstDecision.title, content: firstDecision.decision })
    const args = { memory_id: id, reason: REASON }
    expect(await refused(promoteToProjectMemory, { files, args })).toContain(firstDecision.id)
    const { data } = await call(promoteToProjectMemory, { files, args: { ...args, allow_duplicate: true } })
    expect(data.saved).toBe(true)
  })

  test.each<readonly [string, Files, JsonObject, RegExp]>([
    ['a row of the project', cleanCowork, { memory_id: firstDecision.id }, /is in project memory already/],
    ['an id that no item has', cleanCowork, { memory_id: 'ins-5678' }, /No session has an item ins-5678/],
    ['no reason', cleanCowork, { reason: ' ' }, /says nothing/],
    ['a hidden reason', cleanCowork, { reason: 'a\u200bb\u200bc' }, /`reason` holds a hidden/],
    [
      'hidden consequences',
      cleanCowork,
      { consequences: ['a\0'] },
      /^Hidden text: U\+0000 null in consequences\.0/,
    ],
  ])('is refused: %s', async (_, files, args, words) => {
    const all = { memory_id: 'ins-x', reason: REASON, ...args }
    expect(await refused(promoteToProjectMemory, { files, args: all })).toMatch(words)
  })

  test('never replaces a project memory that cannot be read', async () => {
    const { files, id } = await saved()
    const broken = { ...files, [MEMORY]: '{ "decisions": [' }
    const { askOperation } = await import('../../../helpers/ask-operation.ts')
    const { cowork } = await import('../../../../src/layouts/cowork/layout.ts')
    const answer = await askOperation(promoteToProjectMemory, {
      files: broken,
      args: { memory_id: id, reason: REASON },
      layout: cowork,
      stale: true,
    })
    expect(answer).toMatchObject({ refusal: expect.stringMatching(/memory\.json:1 cannot be read/) })
  })
})

test('the check takes an id in an item, and sees one that two items have', async () => {
  const twice = { ...iteration.learnings[0], id: 'lrn-1' }
  const files = { ...cleanCowork, [ITERATION]: json({ ...iteration, learnings: [twice, twice] }) }
  const { diagnostics } = await checkLiteral(files)
  expect(diagnostics.map(({ rule }) => rule)).toContain('id-unique')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Operation } from '../../../../src/core/operation.ts'
import { archiveMemory } from '../../../../src/layouts/atomic/operations/archive-memory.ts'
import { updateFact } from '../../../../src/layouts/atomic/operations/update-fact.ts'
import { updateGoal } from '../../../../src/layouts/atomic/operations/update-goal.ts'
import { updateTask } from '../../../../src/layouts/atomic/operations/update-task.ts'
import { runs } from '../../../helpers/runs.ts'
import { cleanAtomic, DROPPED_GOAL, FACT, GOAL, item, TASK } from '../items.ts'
import { answered, ask, carriedOut, errorsOf, findingsOf } from './asked.ts'

const ODD_TASK =
  '\ufeff---\r\n# people read this\r\n"id": task-1\r\ntitle: \'T\'   # short\r\nx-own: [1,  2]\r\ncreated: 2026-02-08\r\nstatus: "todo" # since May\r\n---\r\n\r\n\r\nBody.  \r\nNo line end'

describe('a change is a splice', () => {
  test('of the status alone, whatever the file looks like', async () => {
    const before = { 'memory/tasks/t.md': ODD_TASK }
    const answer = await answered(updateTask, before, { id: 'task-1', status: 'in_progress' })
    const after = carriedOut(before, answer)
    expect(after).toEqual({ 'memory/tasks/t.md': ODD_TASK.replace('"todo"', 'in_progress') })
    expect(await findingsOf(before, after)).toEqual([])
    const done = carriedOut(after, await answered(updateTask, after, { id: 'task-1', status: 'done' }))
    expect(done).toEqual({ 'memory/tasks/archive/t.md': ODD_TASK.replace('"todo"', 'done') })
  })

  test('of a field that is new, or goes', async () => {
    const set = await answered(updateTask, cleanAtomic, {
      id: 'task-0001',
      assignee: '',
      deadline: '2026-10-01T08:00:00+02:00',
    })
    expect(set.data).toMatchObject({ saved: true, status: 'in_progress', path: TASK })
    const after = carriedOut(cleanAtomic, set)
    expect(after[TASK]).toBe(
      cleanAtomic[TASK]
        ?.replace('assignee: platform team\n', '')
        .replace('2026-09-01', '"2026-10-01T08:00:00+02:00"'),
    )
    expect(await findingsOf(cleanAtomic, after)).toEqual([])
  })

  test('of a fact: fields, and the body between its blank lines', async () => {
    const before = {
      'memory/facts/f.md':
        '---\r\nid: f1\r\ntitle: F\r\ncreated: 2026-02-08\r\n---\r\n\r\n\r\nOld.\r\nTwo.\r\n\r\n\r\n',
    }
    const answer = await answered(updateFact, before, {
      id: 'f1',
      title: 'G: h',
      content: 'New.\n\nThree.\n',
      tags: ['a'],
      confidence: 0.5,
      source: 'chat',
    })
    const after = carriedOut(before, answer)
    expect(after).toEqual({
      'memory/facts/f.md':
        '---\r\nid: f1\r\ntitle: "G: h"\r\ncreated: 2026-02-08\r\ntags: [a]\r\nconfidence: 0.5\r\nsource: chat\r\n---\r\n\r\n\r\nNew.\r\n\r\nThree.\r\n\r\n\r\n',
    })
    expect(await findingsOf(before, after)).toEqual([])
  })

  test('of a goal: refined and ended in one call', async () => {
    const args = { id: 'goal-0001', content: 'Without a network.', priority: 1, tags: [], status: 'achieved' }
    const after = carriedOut(cleanAtomic, await answered(updateGoal, cleanAtomic, args))
    expect(after[GOAL]).toBe(
      item(
        { id: 'goal-0001', title: 'The dashboard works offline', priority: 1, status: 'achieved' },
        'Without a network.\n',
      ),
    )
    expect(await findingsOf(cleanAtomic, after)).toEqual([])
  })

  test('that would lose a comment is refused, with the line', async () => {
    const before = { 'memory/facts/f.md': item({ id: 'f1', title: 'F', tags: '[a] # why' }) }
    expect(await ask(updateFact, before, { id: 'f1', tags: [] })).toMatchObject({
      refusal: expect.stringContaining('memory/facts/f.md:5 `tags`'),
      help: expect.stringContaining('by hand'),
    })
  })

  test('keeps every other byte of any body, and reads back', async () => {
    const line = fc.constantFrom('', 'One.', '  two', '\tthree  ', '# Four', '- 🎉 five', '---')
    const body = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'))
    await fc.assert(
      fc.asyncProperty(body, body, fc.constantFrom('\n', '\r\n'), async (old, written, end) => {
        fc.pre(/[a-zA-Z]/.test(old) && /[a-zA-Z]/.test(written))
        const head = '---\nid: f1\ntitle: F # t\ncreated: 2026-02-08\n---\n'
        const before = { 'memory/facts/f.md': `${head}${old}\n`.replaceAll('\n', end) }
        const answer = await ask(updateFact, before, { id: 'f1', content: written })
        if ('refusal' in answer) return
        const text = String(carriedOut(before, answer)['memory/facts/f.md'])
        expect(text.startsWith(head.replaceAll('\n', end))).toBe(true)
        expect(end === '\n' ? text.includes('\r') : /(?<!\r)\n/.test(text)).toBe(false)
        const again = await ask(updateFact, { 'memory/facts/f.md': text }, { id: 'f1', content: written })
        expect(again).toMatchObject({ data: { saved: false } })
      }),
      { numRuns: runs(300, 60) },
    )
  })
})

describe('a second call changes nothing', () => {
  test.each<readonly [Operation, JsonObject]>([
    [updateTask, { id: 'task-0001', assignee: 'billing', deadline: '' }],
    [updateTask, { id: 'task-0001', status: 'done', assignee: 'billing' }],
    [updateGoal, { id: 'goal-0001', title: 'Offline', status: 'abandoned', reason: 'No need.' }],
    [updateGoal, { id: 'goal-0002', status: 'active', reason: 'A second customer.' }],
    [updateFact, { id: 'fact-0001', content: 'UTC+8.', confidence: 1, source: '', tags: ['x'] }],
    [archiveMemory, { id: 'fact-0001' }],
    [archiveMemory, { id: 'goal-0002' }],
  ])('of %o with %j', async (operation, args) => {
    const first = await answered(operation, cleanAtomic, args)
    const after = carriedOut(cleanAtomic, first)
    expect(after).not.toEqual(cleanAtomic)
    expect(await findingsOf(cleanAtomic, after)).toEqual([])
    const dry = await answered(operation, cleanAtomic, { ...args, dry_run: true })
    expect(dry).toMatchObject({ dryRun: true, data: { saved: false, path: first.data.path } })
    const second = await ask(operation, after, args)
    expect(second).toMatchObject({ data: { saved: false, path: first.data.path } })
    expect(carriedOut(after, second)).toEqual(after)
  })
})

describe('the archive', () => {
  test('takes an item as it is, to the last byte', async () => {
    for (const [id, path] of [
      ['fact-0001', FACT],
      ['goal-0002', DROPPED_GOAL],
    ] as const) {
      const answer = await answered(archiveMemory, cleanAtomic, { id })
      expect(answer.data).toMatchObject({ saved: true, moved_from: path })
      const { [path]: text, ...rest } = cleanAtomic
      const target = path.replace(/([^/]+)$/, 'archive/$1')
      expect(carriedOut(cleanAtomic, answer)).toEqual({ ...rest, [target]: text })
    }
  })

  test.each([
    ['dec-0001', /is a decision/, /write_decision.*`supersedes`/],
    ['refl-0001', /is a reflection/, /write_reflection/],
    ['task-0001', /status in_progress/, /update_task with `status` done/],
    ['goal-0001', /status active/, /update_goal/],
  ])('does not take %s', async (id, refusal, help) => {
    expect(await ask(archiveMemory, cleanAtomic, { id })).toEqual({
      refusal: expect.stringMatching(refusal),
      help: expect.stringMatching(help),
    })
  })

  test('does not replace another item, and says what becomes of links', async () => {
    const files = {
      ...cleanAtomic,
      'memory/facts/archive/time-zone.md': item({ id: 'fact-9', title: 'Other' }),
    }
    expect(await ask(archiveMemory, files, { id: 'fact-0001' })).toMatchObject({
      refusal: expect.stringContaining('is another item'),
    })
    const linked = { 'memory/facts/f.md': item({ id: 'f1', title: 'F' }, 'See [b](b.md) and [c](/c.md).\n') }
    const { data } = await answered(archiveMemory, linked, { id: 'f1' })
    expect(data.notes).toEqual([expect.stringMatching(/links.*: b\.md\./)])
  })
})

describe('a move that was stopped', () => {
  const OPEN = 'memory/tasks/t.md'
  const ARCHIVED = 'memory/tasks/archive/t.md'
  const task = (status: string, more: { readonly [key: string]: string } = {}): string =>
    item({ id: 'task-1', title: 'T', status, ...more })
  const both = { [OPEN]: task('in_progress'), [ARCHIVED]: task('done') }

  test.each<readonly [string, Operation, JsonObject]>([
    ['the same call', updateTask, { status: 'done' }],
    ['another step', updateTask, { status: 'in_progress' }],
    ['another change', updateTask, { assignee: 'billing' }],
    ['the archive', archiveMemory, {}],
  ])('is finished by the next write that names the id: %s', async (_, operation, args) => {
    const answer = await answered(operation, both, { id: 'task-1', ...args })
    expect(answer.data).toMatchObject({ saved: true, path: ARCHIVED, moved_from: OPEN, status: 'done' })
    expect(carriedOut(both, answer)).toEqual({ [ARCHIVED]: both[ARCHIVED] })
    expect(await findingsOf(both, { [ARCHIVED]: both[ARCHIVED] ?? '' })).toEqual([])
  })

  test.each<readonly [string, string, Operation, JsonObject]>([
    ['a fact', 'facts', archiveMemory, {}],
    ['a fact that is changed', 'facts', updateFact, { confidence: 1 }],
    ['a goal', 'goals', archiveMemory, {}],
    ['a goal that is changed', 'goals', updateGoal, { status: 'active', reason: 'x' }],
  ])('is finished for %s', async (_, folder, operation, args) => {
    const text = item({ id: 'x-1', title: 'X', ...(folder === 'goals' && { status: 'achieved' }) })
    const files = { [`memory/${folder}/x.md`]: text, [`memory/${folder}/archive/x.md`]: text }
    const answer = await answered(operation, files, { id: 'x-1', ...args })
    const after = { [`memory/${folder}/archive/x.md`]: text }
    expect(carriedOut(files, answer)).toEqual(after)
    expect(await findingsOf(files, after)).toEqual([])
  })

  test.each([
    ['tasks', task('done'), `${task('todo')}More.\n`],
    ['tasks', task('done'), task('todo').replace('title: T', 'title: U')],
    ['decisions', item({ id: 'dec-1', title: 'D' }), item({ id: 'dec-1', title: 'D' })],
    ['reflections', item({ id: 'refl-1', title: 'R' }), item({ id: 'refl-1', title: 'R' })],
    ['facts', item({ id: 'f-1', title: 'F' }), item({ id: 'f-1', title: 'F' }, 'Another.\n')],
  ])('is none that the gate lets pass: %s', async (folder, kept, gone) => {
    const rest = { [`memory/${folder}/archive/x.md`]: kept }
    const found = await errorsOf({ ...rest, [`memory/${folder}/x.md`]: gone }, rest)
    expect(found.map(({ rule }) => rule)).toEqual([folder === 'facts' ? 'item-lost' : 'history'])
  })

  test.each([
    ['the text', `${task('in_progress')}More.\n`],
    ['a field', task('in_progress', { assignee: 'billing' })],
    ['a comment', task('in_progress').replace('title: T', 'title: T # t')],
  ])('keeps both files where %s differs, and reports them', async (_, open) => {
    const files = { ...both, [OPEN]: open }
    for (const operation of [updateTask, archiveMemory]) {
      const args: JsonObject = operation === updateTask ? { status: 'done' } : {}
      const answer = await ask(operation, files, { id: 'task-1', ...args })
      expect(answer).toEqual({
        refusal: expect.stringMatching(
          /Two files have the id task-1: .*t\.md and .*archive\/t\.md, which differ in/,
        ),
        help: expect.stringContaining('Both were kept'),
      })
    }
  })

  test('is no move where the two are of different kinds, or both are open', async () => {
    for (const path of ['memory/tasks/u.md', 'memory/facts/archive/t.md']) {
      const files = { [OPEN]: task('in_progress'), [path]: task('in_progress') }
      expect(await ask(updateTask, files, { id: 'task-1', status: 'done' })).toHaveProperty('refusal')
    }
  })
})

describe('an id', () => {
  test.each([
    ['task-00001', /No item/, /Did you mean task-0001/],
    ['memory/tasks/rotate-keys.md', /No item/, /Did you mean task-0001/],
    ['rotate-keys.md', /No item/, /Did you mean task-0001/],
    ['../facts/time-zone.md', /No item/, /memory_search/],
    ['/etc/passwd', /No item/, /memory_search/],
    ['fact-0001', /is a fact, not a task/, /memkeep atomic fact/],
    ['dec-0001', /is a decision, not a task/, /`supersedes`/],
    ['refl-0001', /is a reflection, not a task/, /write_reflection/],
    ['goal-0001', /is a goal, not a task/, /update_goal/],
    ['', /No item/, /memory_search/],
  ])('%j that names no task is refused', async (id, refusal, help) => {
    expect(await ask(updateTask, cleanAtomic, { id, status: 'done' })).toEqual({
      refusal: expect.stringMatching(refusal),
      help: expect.stringMatching(help),
    })
  })

  test('that may be in a file that cannot be read: the file is named', async () => {
    const files = { ...cleanAtomic, 'memory/tasks/bad.md': 'no front matter\n' }
    expect(await ask(updateTask, files, { id: 'nothing-like-it', status: 'done' })).toMatchObject({
      help: expect.stringContaining('memory/tasks/bad.md'),
    })
  })
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Operation } from '../../../../src/core/operation.ts'
import { writeDecision } from '../../../../src/layouts/atomic/operations/write-decision.ts'
import { writeFact } from '../../../../src/layouts/atomic/operations/write-fact.ts'
import { writeGoal } from '../../../../src/layouts/atomic/operations/write-goal.ts'
import { writeReflection } from '../../../../src/layouts/atomic/operations/write-reflection.ts'
import { writeTask } from '../../../../src/layouts/atomic/operations/write-task.ts'
import { CALL } from '../../../helpers/ask-operation.ts'
import { cleanAtomic, item } from '../items.ts'
import { answered, ask, carriedOut, findingsOf } from './asked.ts'

const TEXT = { title: 'Prices are in cents', content: 'Never in floats.' }
const DAY = '2026-02-08'

/** Arguments about the call, which no file keeps. */
const OF_CALLS: readonly string[] = ['dry_run', 'allow_duplicate']

/** Each writer: the file of the shortest call, and of one that gives everything. */
const WRITERS: readonly (readonly [Operation, string, string, JsonObject, string])[] = [
  [
    writeFact,
    'facts',
    `id: fact-20260208-000000\ntitle: Prices are in cents\ncreated: ${DAY}\n`,
    { confidence: 0.25, source: 'said so: twice' },
    'confidence: 0.25\nsource: "said so: twice"\n',
  ],
  [
    writeDecision,
    'decisions',
    `id: dec-20260208-000000\ntitle: Prices are in cents\ncreated: ${DAY}\n`,
    { supersedes: 'dec-0002', rationale: 'One way' },
    'supersedes: dec-0002\nrationale: One way\n',
  ],
  [
    writeGoal,
    'goals',
    `id: goal-20260208-000000\ntitle: Prices are in cents\ncreated: ${DAY}\nstatus: active\n`,
    { priority: 3, status: 'achieved' },
    'status: achieved\npriority: 3\n',
  ],
  [
    writeTask,
    'tasks',
    `id: task-20260208-000000\ntitle: Prices are in cents\ncreated: ${DAY}\nstatus: todo\n`,
    { status: 'in_progress', assignee: 'billing', deadline: '2026-03-01T10:00:00Z' },
    'status: in_progress\nassignee: billing\ndeadline: "2026-03-01T10:00:00Z"\n',
  ],
  [
    writeReflection,
    'reflections',
    `id: refl-20260208-000000\ntitle: Prices are in cents\ncreated: ${DAY}\n`,
    { context: 'a review' },
    'context: a review\n',
  ],
]

describe.each(WRITERS)('$name', (operation, folder, least, more, lines) => {
  const path = `memory/${folder}/${DAY}-prices-are-in-cents-000000.md`

  test('writes one file, which the check has nothing to say about', async () => {
    const answer = await answered(operation, cleanAtomic, TEXT)
    expect(answer.data).toMatchObject({ saved: true, path, category: folder })
    const after = carriedOut(cleanAtomic, answer)
    expect(after[path]).toBe(`---\n${least}---\n\nNever in floats.\n`)
    expect(await findingsOf(cleanAtomic, after)).toEqual([])
  })

  test('has its case of a call that gives everything', () => {
    const taken = Object.keys(Object(operation.input.properties)).filter((name) => !OF_CALLS.includes(name))
    expect(Object.keys({ ...TEXT, tags: [], ...more }).sort()).toEqual(taken.sort())
  })

  test('takes null for what is not given, and writes everything that is given', async () => {
    const nulls = Object.fromEntries(
      Object.keys(more)
        .filter((key) => key !== 'status')
        .map((key) => [key, null]),
    )
    const none = await answered(operation, cleanAtomic, { ...TEXT, tags: null, ...nulls })
    expect(carriedOut({}, none)[path]).toBe(`---\n${least}---\n\nNever in floats.\n`)
    const all = await answered(operation, cleanAtomic, { ...TEXT, tags: ['Two words', 'queue'], ...more })
    const after = carriedOut(cleanAtomic, all)
    const head = least.replace(/status: .*\n/, '')
    expect(after[path]).toBe(`---\n${head}tags: [two-words, queue]\n${lines}---\n\nNever in floats.\n`)
    expect(await findingsOf(cleanAtomic, after)).toEqual([])
  })

  test('answers a second time with what is there, and keeps another text next to it', async () => {
    const first = await answered(operation, cleanAtomic, TEXT)
    const files = carriedOut(cleanAtomic, first)
    const again = await answered(operation, files, { ...TEXT, content: '\r\nNever in floats.\r\n\r\n' })
    expect(again.plan).toBeUndefined()
    expect(again.data).toMatchObject({ saved: false, id: first.data.id, path })
    const other = await ask(operation, files, { ...TEXT, content: 'In no other way than as whole numbers.' })
    if (operation === writeDecision) {
      expect(other).toMatchObject({ refusal: expect.stringContaining('has this title') })
      return
    }
    expect(other).toMatchObject({ data: { saved: true, notes: expect.any(Array) } })
    expect(Object.keys(carriedOut(files, other))).toHaveLength(Object.keys(files).length + 1)
  })

  test('writes nothing in a dry run', async () => {
    const answer = await answered(operation, cleanAtomic, { ...TEXT, dry_run: true })
    expect(answer).toMatchObject({ dryRun: true, data: { saved: false, dry_run: true, path } })
  })
})

describe('a name', () => {
  test.each([
    ['Größe: ÉTÉ & co', 'grosse-ete-co'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\x\\..\\y', 'c-x-y'],
    ['東京 の 時刻', '東京-の-時刻'],
    [`${'word '.repeat(30)}`, 'word-word-word-word-word-word-word-word-word-word'],
    ['a'.repeat(120), 'a'.repeat(25)],
    ['🎉'.repeat(3).concat(' party'), 'party'],
  ])('of %j has only words', async (title, slug) => {
    const { data } = await answered(writeFact, {}, { ...TEXT, title })
    expect(data.path).toBe(`memory/facts/${DAY}-${slug}-000000.md`)
  })

  test('that is taken is drawn again, by ids and by file names, archives included', async () => {
    const files = {
      'memory/goals/archive/x.md': item({ id: 'fact-20260208-000000', title: 'x', status: 'achieved' }),
      [`memory/tasks/archive/${DAY}-prices-are-in-cents-000001.md`]: item({
        id: 'task-1',
        title: 'x',
        status: 'done',
      }),
    }
    const { data } = await answered(writeFact, files, TEXT)
    expect(data.id).toBe('fact-20260208-000002')
  })

  test('comes from the random end of a UUID', async () => {
    const mint = (): string => '00000000-0000-4000-8000-0000ffffffff'
    const { operationInput } = await import('../../../helpers/ask-operation.ts')
    const { atomic } = await import('../../../../src/layouts/atomic/layout.ts')
    const input = await operationInput(writeFact, { files: {}, args: TEXT, layout: atomic, stale: true })
    expect(writeFact.plan({ ...input, mint })).toMatchObject({ data: { id: 'fact-20260208-zzzzzz' } })
    expect(CALL.mint(1)).not.toBe(mint())
  })

  test('has the day of the call in UTC', async () => {
    const { data } = await answered(writeFact, {}, TEXT, { now: '2025-12-31T23:59:59.999Z' })
    expect(data.id).toBe('fact-20251231-000000')
  })
})

describe('a decision', () => {
  const OTHER = { title: 'The job queue runs in a file', content: 'Forty jobs a second fit into one file.' }

  test('supersedes one in force, whose file stays as it is', async () => {
    const answer = await answered(writeDecision, cleanAtomic, { ...OTHER, supersedes: 'dec-0002' })
    expect(answer.data.supersedes).toEqual({
      id: 'dec-0002',
      title: 'The job queue runs in Postgres',
      path: 'memory/decisions/queue-in-postgres.md',
    })
    expect([...(answer.plan ?? [])]).toHaveLength(1)
    const files = carriedOut(cleanAtomic, answer)
    expect(await findingsOf(cleanAtomic, files)).toEqual([])
    const again = await answered(writeDecision, files, { ...OTHER, supersedes: 'dec-0002' })
    expect(again.data).toMatchObject({ saved: false, id: answer.data.id })
  })

  test.each([
    ['dec-0001', /superseded already, by dec-0002/, /give dec-0002 as `supersedes`/],
    ['dec-0009', /No decision that can be read has the id/, /Did you mean dec-000\d/],
    ['fact-0001', /is a fact, not a decision/, /`supersedes`/],
    ['../../x', /No decision that can be read/, /memory_search/],
  ])('does not supersede %s', async (supersedes, refusal, help) => {
    expect(await ask(writeDecision, cleanAtomic, { ...OTHER, supersedes })).toEqual({
      refusal: expect.stringMatching(refusal),
      help: expect.stringMatching(help),
    })
  })

  test('does not supersede one that cannot be read', async () => {
    const files = { ...cleanAtomic, 'memory/decisions/bad.md': '---\nid: dec-7\n: [\n---\nx\n' }
    expect(await ask(writeDecision, files, { ...OTHER, supersedes: 'dec-7' })).toMatchObject({
      refusal: 'No decision that can be read has the id dec-7',
    })
  })

  test('does not supersede a circle', async () => {
    const files = {
      'memory/decisions/a.md': item({ id: 'dec-1', title: 'A', supersedes: 'dec-2' }),
      'memory/decisions/b.md': item({ id: 'dec-2', title: 'B', supersedes: 'dec-1' }),
    }
    expect(await ask(writeDecision, files, { ...OTHER, supersedes: 'dec-1' })).toMatchObject({
      help: expect.stringContaining('circle'),
    })
  })

  test('has the title of one in force only where it supersedes it, or a copy is wanted', async () => {
    const titled = { title: 'the job queue runs in `Postgres`.', content: 'Another reason.' }
    expect(await ask(writeDecision, cleanAtomic, titled)).toMatchObject({
      refusal: expect.stringContaining('dec-0002'),
      help: expect.stringContaining('dec-0002 as `supersedes`'),
    })
    expect(await ask(writeDecision, cleanAtomic, { ...titled, supersedes: 'dec-0003' })).toHaveProperty(
      'refusal',
    )
    const ways: readonly JsonObject[] = [{ supersedes: 'dec-0002' }, { allow_duplicate: true }]
    for (const more of ways) {
      expect(await ask(writeDecision, cleanAtomic, { ...titled, ...more })).toMatchObject({
        data: { saved: true },
      })
    }
    // The title of one that is superseded is free.
    const old = { title: 'The job queue runs in Redis', content: 'Again.' }
    expect(await ask(writeDecision, cleanAtomic, old)).toMatchObject({ data: { saved: true } })
  })
})

describe('a duplicate', () => {
  test.each<readonly [string, Operation, JsonObject, boolean]>([
    ['an open task', writeTask, { title: 'rotate the signing keys' }, false],
    ['a task in the archive', writeTask, { title: 'Write the runbook' }, true],
    ['an active goal', writeGoal, { title: 'The dashboard works offline' }, false],
    ['a goal that was given up', writeGoal, { title: 'A second region' }, true],
    [
      'a goal that was given up, as such',
      writeGoal,
      { title: 'A second region', status: 'abandoned' },
      false,
    ],
    ['a reflection of another day', writeReflection, { title: 'Small reviews are read' }, true],
  ])('of %s', async (_, operation, args, saved) => {
    const folder = operation.name.replace('write_', 'memory/') // memory/task
    const bodies = Object.entries(cleanAtomic).filter(([path]) => path.startsWith(folder))
    const body = bodies.find(([, text]) => text.toLowerCase().includes(String(args.title).toLowerCase()))?.[1]
    const content = body?.split('---\n').at(-1) ?? ''
    const now = '2026-02-09T00:00:00.000Z'
    const answer = await answered(operation, cleanAtomic, { ...args, content }, { now })
    expect(answer.data.saved).toBe(saved)
  })

  test('of nearly the same text gets a note, and is kept', async () => {
    const content = 'The old keys expire in autumn; both are accepted for a whole week.'
    const { data } = await answered(writeTask, cleanAtomic, { title: 'Keys', content })
    expect(data).toMatchObject({ saved: true, notes: [expect.stringContaining('task-0001')] })
  })
})

describe('notes', () => {
  test.each<readonly [Operation, JsonObject, RegExp | null]>([
    [writeFact, {}, /Neither `source` nor `confidence`/],
    [writeFact, { confidence: 0 }, null],
    [writeTask, { status: 'done' }, /memkeep atomic archive/],
    [writeGoal, { status: 'abandoned' }, /over: abandoned/],
    [writeGoal, {}, null],
    [writeReflection, { tags: ['queues'] }, /queue is in use/],
  ])('of %o', async (operation, args, note) => {
    const { data } = await answered(operation, cleanAtomic, { ...TEXT, ...args })
    if (note === null) expect(data.notes).toBeUndefined()
    else expect(data.notes).toEqual([expect.stringMatching(note)])
  })
})

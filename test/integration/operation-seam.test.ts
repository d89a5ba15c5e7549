import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noteHook } from '../../src/cache/agent-hooks.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Layout } from '../../src/core/layout.ts'
import type { AskModels } from '../../src/core/model.ts'
import type { Operation, OperationAnswer } from '../../src/core/operation.ts'
import type { MovingPlan, WritePlan } from '../../src/core/write-plan.ts'
import { type TakeLock, takeLock } from '../../src/fs/lock.ts'
import { lockFile } from '../../src/fs/lock-file.ts'
import type { OperationOptions, OperationResult, OperationStep } from '../../src/operations/operation-call.ts'
import { operationNamed } from '../../src/operations/registry.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { askLine } from '../helpers/asking-line.ts'
import { appendLine, INDEX, lineLog } from '../helpers/saving/line-log.ts'
import { repoAt, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const TODAY = '2026-06-01'

/** The root of the log, and a folder of it that is not checked. */
const keepsRaw: Layout['roots'] = () => [{ path: 'log', keeps: (path) => path.startsWith('log/_raw/') }]

/** Writes what the test says to the paths that it names. */
function writer(planned: (input: Parameters<Operation['plan']>[0]) => WritePlan): Operation {
  return { ...appendLine, plan: (input) => ({ text: 'done', data: { lines: 1 }, plan: planned(input) }) }
}

function run(
  dir: string,
  operation: Operation,
  options: Partial<OperationOptions> = {},
): Promise<OperationResult> {
  const layout: Layout = { ...lineLog, roots: keepsRaw }
  const all = { cwd: dir, cache: false, today: TODAY, ...options }
  return runOperation({ operation, layout }, { log: 'a', line: 'one text.' }, all)
}

describe('a place that a layout keeps and no kind claims', () => {
  test('is written to, and its text is not checked', async () => {
    const { dir } = tempRepo()
    const text = 'no line of a log\n'
    const result = await run(
      dir,
      writer(() => new Map([['log/_raw/odd.bin', { kind: 'text', text }]])),
    )
    expect(result).toMatchObject({ written: ['log/_raw/odd.bin'] })
    expect(readFileSync(join(dir, 'log/_raw/odd.bin'), 'utf8')).toBe(text)
  })

  test.each(['log/other.bin', 'log/_raw/../../escape', 'log/_raw/.git/config'])(
    'does not open %s',
    async (path) => {
      const { dir } = tempRepo()
      const result = await run(
        dir,
        writer(() => new Map([[path, { kind: 'text', text: 'x' }]])),
      )
      expect(result).toMatchObject({ refusal: expect.stringMatching(/is not written to/) })
      expect(existsSync(join(dir, path))).toBe(false)
    },
  )
})

describe('a deletion that keeps what no commit has', () => {
  const gone: WritePlan = new Map([['log/a.txt', { kind: 'delete', keepCopy: true }]])
  const kept = (dir: string): readonly string[] =>
    existsSync(join(dir, '.git/memkeep/kept')) ? readdirSync(join(dir, '.git/memkeep/kept')) : []

  test('copies bytes that HEAD does not have, and says where', async () => {
    const { dir, write, commit, git } = tempRepo()
    write('log/a.txt', '- one text.\n')
    commit()
    write('log/a.txt', '- one text.\n- two text.\n')
    git('add', '--all') // Staged is not committed.
    const result = await run(
      dir,
      writer(() => gone),
    )
    const [name = ''] = kept(dir)
    expect(result).toMatchObject({ notes: [expect.stringContaining(join('memkeep', 'kept', name))] })
    expect(readFileSync(join(dir, '.git/memkeep/kept', name), 'utf8')).toBe('- one text.\n- two text.\n')
    expect(existsSync(join(dir, 'log/a.txt'))).toBe(false)
  })

  test.each([true, false])('copies nothing that HEAD has, or that is not deleted: %s', async (isDeleted) => {
    const { dir, write, commit } = tempRepo()
    write('log/a.txt', '- one text.\n')
    commit()
    if (!isDeleted) write('log/a.txt', '- two text.\n')
    const operation = writer(() => gone)
    const plan: Operation['plan'] = (input) => ({
      ...operation.plan(input),
      ...(!isDeleted && { dryRun: true }),
    })
    await run(dir, { ...operation, plan })
    expect(kept(dir)).toEqual([])
    expect(existsSync(join(dir, 'log/a.txt'))).toBe(!isDeleted)
  })

  test('before the first commit and without git copies all', async () => {
    const { dir, write } = tempRepo()
    write('log/a.txt', '- one text.\n')
    await run(
      dir,
      writer(() => gone),
    )
    expect(kept(dir)).toHaveLength(1)
    const folder = repoAt(tempFolder())
    folder.write('log/a.txt', '- one text.\n')
    await run(
      folder.dir,
      writer(() => gone),
    )
    expect(readdirSync(join(folder.dir, '.memkeep/memkeep/kept'))).toHaveLength(1)
    expect(existsSync(join(folder.dir, 'log/a.txt'))).toBe(false)
  })

  test('deletes nothing where no copy can be kept', async () => {
    const { dir, write } = tempRepo()
    write('log/a.txt', '- one text.\n')
    write('.git/memkeep/kept', 'a file is in its place')
    const result = await run(
      dir,
      writer(() => gone),
    )
    expect(result).toMatchObject({ refusal: expect.stringMatching(/no copy of it can be kept/) })
    expect(existsSync(join(dir, 'log/a.txt'))).toBe(true)
  })
})

describe('the instant and the ids of a call', () => {
  test('are new with each call; a plan that is made again has the same ids and a later instant', async () => {
    const { dir, write } = tempRepo()
    const seen: string[][] = []
    const operation = writer(({ now, mint }) => {
      seen.push([now, mint(0), mint(1), mint(0)])
      // Another program writes between the two reads.
      if (seen.length === 1) write('log/b.txt', '- other text.\n')
      return new Map([['log/a.txt', { kind: 'text', text: '- one text.\n' }]])
    })
    expect(await run(dir, operation)).not.toHaveProperty('refusal')
    const [first, second] = seen
    expect(second?.slice(1)).toEqual(first?.slice(1))
    expect(String(second?.[0]) > String(first?.[0])).toBe(true)
    expect(first?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(first?.[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(first?.[2]).not.toBe(first?.[1])
    expect(first?.[3]).toBe(first?.[1])
    await run(dir, operation)
    expect(seen.at(-1)?.[1]).not.toBe(first?.[1])
  })

  test('are those that the caller gives', async () => {
    const { dir } = tempRepo()
    const now = '2026-06-01T10:00:00.123Z'
    const given = { clock: () => now, mint: (n: number) => `id-${n}` }
    const seen: string[] = []
    const operation = writer(({ now, mint }) => {
      seen.push(now, mint(3))
      return new Map()
    })
    await run(dir, operation, given)
    expect(seen).toEqual([now, 'id-3'])
  })
})

describe('a call', () => {
  const plan: WritePlan = new Map([['log/a.txt', { kind: 'text', text: '- one text.\n' }]])

  test('says how far it is', async () => {
    const steps: OperationStep[] = []
    await run(
      tempRepo().dir,
      writer(() => plan),
      { progress: (step) => steps.push(step) },
    )
    expect(steps).toEqual([
      { done: 0, of: 3, text: 'read the memory' },
      { done: 1, of: 3, text: 'wait for other writers' },
      { done: 2, of: 3, text: 'write' },
    ])
  })

  test.each(['read the memory', 'wait for other writers', 'write'])(
    'that is cancelled when it is about to %s writes nothing, and leaves no lock',
    async (last) => {
      const { dir } = tempRepo()
      const cancel = new AbortController()
      const steps: string[] = []
      const progress = ({ text }: OperationStep): void => {
        steps.push(text)
        if (text === last) cancel.abort()
      }
      const result = await run(
        dir,
        writer(() => plan),
        { signal: cancel.signal, progress },
      )
      if (last === 'write') return expect(result).toMatchObject({ written: ['log/a.txt', INDEX] })
      expect(result).toEqual({ refusal: 'The call was cancelled', help: 'Nothing was written.' })
      expect(steps.at(-1)).toBe(last)
      expect(existsSync(join(dir, 'log'))).toBe(false)
      expect(
        await run(
          dir,
          writer(() => plan),
        ),
      ).toMatchObject({ written: ['log/a.txt', INDEX] })
    },
  )
})

/** Answers what the test says. */
function answering(answer: (input: Parameters<Operation['plan']>[0]) => OperationAnswer): Operation {
  return { ...appendLine, plan: answer }
}

function runIn(
  dir: string,
  operation: Operation,
  part: Partial<Layout>,
  options: Partial<OperationOptions> = {},
): Promise<OperationResult> {
  const layout: Layout = { ...lineLog, roots: keepsRaw, ...part }
  const all = { cwd: dir, cache: false, today: TODAY, ...options }
  return runOperation({ operation, layout }, { log: 'a', line: 'one text.' }, all)
}

const textPlan = (path: string): WritePlan => new Map([[path, { kind: 'text', text: '- one text.\n' }]])

describe('a root that git ignores on purpose', () => {
  const local: Partial<Layout> = {
    roots: () => [{ path: 'log', git: 'ignored', keeps: (path) => path === 'log/.gitignore' }],
  }

  test('is written to; where git would add the file, an ignore file comes first', async () => {
    const { dir, git } = tempRepo()
    const result = await runIn(
      dir,
      writer(() => textPlan('log/a.txt')),
      local,
    )
    expect(result).toMatchObject({ written: ['log/.gitignore', 'log/a.txt', INDEX] })
    expect(readFileSync(join(dir, 'log/.gitignore'), 'utf8')).toBe('*\n')
    expect(git('status', '--porcelain')).toBe('')
  })

  test('keeps an ignore file that is there, and gets none where a rule above covers it', async () => {
    const [own, above] = [tempRepo(), tempRepo()]
    own.write('log/.gitignore', '*.txt\n')
    above.write('.gitignore', 'log/\n')
    for (const { dir } of [own, above]) {
      await runIn(
        dir,
        writer(() => textPlan('log/a.txt')),
        local,
      )
      expect(existsSync(join(dir, 'log/a.txt'))).toBe(true)
    }
    expect(readFileSync(join(own.dir, 'log/.gitignore'), 'utf8')).toBe('*.txt\n')
    expect(existsSync(join(above.dir, 'log/.gitignore'))).toBe(false)
  })

  test('with another file in it is refused: nothing becomes ignored that was not', async () => {
    const { dir, write } = tempRepo()
    write('log/deep/mine.md', 'mine\n')
    const result = await runIn(
      dir,
      writer(() => textPlan('log/a.txt')),
      local,
    )
    expect(result).toMatchObject({ refusal: expect.stringContaining('log/deep/mine.md') })
    expect(existsSync(join(dir, 'log/a.txt'))).toBe(false)
  })
})

describe('a file that is moved unread', () => {
  const move = (from: string, to: string): MovingPlan => new Map([[to, { kind: 'move', from }]])
  const moving = (from: string, to: string): Operation =>
    answering(() => ({ text: '', data: { lines: 1 }, plan: move(from, to) }))
  const bytes = new Uint8Array([0xff, 0xfe, 0])

  test('keeps its bytes and its mode, there and back', async () => {
    const { dir, write } = tempRepo()
    write('log/a.txt', bytes)
    chmodSync(join(dir, 'log/a.txt'), 0o755)
    expect(await runIn(dir, moving('log/a.txt', 'log/_raw/a'), {})).toMatchObject({
      written: expect.arrayContaining(['log/_raw/a']),
    })
    expect(existsSync(join(dir, 'log/a.txt'))).toBe(false)
    expect(new Uint8Array(readFileSync(join(dir, 'log/_raw/a')))).toEqual(bytes)
    expect(statSync(join(dir, 'log/_raw/a')).mode & 0o777).toBe(0o755)
    expect(await runIn(dir, moving('log/_raw/a', 'log/a.txt'), {})).not.toHaveProperty('refusal')
    expect(new Uint8Array(readFileSync(join(dir, 'log/a.txt')))).toEqual(bytes)
    expect(statSync(join(dir, 'log/a.txt')).mode & 0o777).toBe(0o755)
  })

  test.each([
    ['a file that can be read', 'log/good.txt', 'log/_raw/a'],
    ['to a place that is checked', 'log/a.txt', 'log/b.txt'],
    ['to a place that is taken', 'log/a.txt', 'log/_raw/taken'],
    ['to another place', 'log/a.txt', 'elsewhere'],
    ['from another place', 'other.bin', 'log/_raw/a'],
  ])('is refused: %s', async (_, from, to) => {
    const { dir, write } = tempRepo()
    write('log/a.txt', bytes)
    write('log/good.txt', '- one text.\n')
    write('log/_raw/taken', 'taken')
    write('other.bin', bytes)
    expect(await runIn(dir, moving(from, to), {})).toHaveProperty('refusal')
    expect(existsSync(join(dir, from))).toBe(true)
    expect(readFileSync(join(dir, 'log/_raw/taken'), 'utf8')).toBe('taken')
  })

  test('is given to the operation as it is, and no other file is', async () => {
    const { dir, write } = tempRepo()
    write('log/a.txt', bytes)
    write('log/good.txt', '- one text.\n')
    write('log/_raw/kept', 'kept')
    write('other.bin', bytes)
    const seen: string[] = []
    const operation: Operation = {
      ...answering(({ raw }) => {
        for (const [path, file] of raw ?? []) seen.push(`${path} ${file.bytes.length}`)
        return { text: '', data: { lines: 0 } }
      }),
      wants: () => ['log/a.txt', 'log/good.txt', 'log/_raw/kept', 'other.bin', 'log/none'],
    }
    await runIn(dir, operation, {})
    expect(seen.sort()).toEqual(['log/_raw/kept 4', 'log/a.txt 3'])
  })
})

describe('locks that a layout names', () => {
  const byName: Partial<Layout> = { parts: { lock: (path) => path.slice(path.lastIndexOf('/') + 1) } }
  const held = (dir: string, name: string) =>
    takeLock(lockFile({ root: dir, gitDir: join(dir, '.git') }, `${lineLog.id} ${name}`))

  test('are taken for what is written, in one order, and no others', async () => {
    const { dir } = tempRepo()
    const taken: string[] = []
    const spy: TakeLock = (path, options) => {
      taken.push(path)
      return takeLock(path, options)
    }
    const plan: WritePlan = new Map([...textPlan('log/b.txt'), ...textPlan('log/a.txt')])
    await runIn(
      dir,
      writer(() => plan),
      byName,
      { ports: { takeLock: spy } },
    )
    const git = { root: dir, gitDir: join(dir, '.git') }
    const named = ['a.txt', 'b.txt', INDEX.slice(INDEX.lastIndexOf('/') + 1)].sort()
    expect(taken).toEqual(named.map((name) => lockFile(git, `${lineLog.id} ${name}`)))
  })

  test('are taken for what a plan touches once the memory has changed under it, before anything is written', async () => {
    const { dir, write } = tempRepo()
    write('log/a.txt', '- one text.\n')
    const steps: string[] = []
    const git = { root: dir, gitDir: join(dir, '.git') }
    const spy: TakeLock = (path, options) => {
      if (path === lockFile(git, `${lineLog.id} b.txt`))
        steps.push(`b.txt: ${existsSync(join(dir, 'log/b.txt'))}`)
      // Another program writes while the first locks are waited for.
      else if (steps.length === 0) write('log/a.txt', '- one text.\n- two text.\n')
      return takeLock(path, options)
    }
    const operation = answering(({ sources }) => {
      const isChanged = sources.get('log/a.txt')?.text.includes('two') === true
      return { text: '', data: { lines: 1 }, plan: textPlan(isChanged ? 'log/b.txt' : 'log/c.txt') }
    })
    expect(await runIn(dir, operation, byName, { ports: { takeLock: spy } })).toMatchObject({
      written: ['log/b.txt', INDEX],
    })
    expect(steps).toEqual(['b.txt: false'])
    expect(existsSync(join(dir, 'log/c.txt'))).toBe(false)
  })

  test('do not keep a writer of something else waiting', async () => {
    const { dir } = tempRepo()
    const other = await held(dir, 'c.txt')
    expect(
      await runIn(
        dir,
        writer(() => textPlan('log/a.txt')),
        byName,
      ),
    ).toHaveProperty('written')
    other.release()
  })
})

describe('an answer that does not depend on its plan', () => {
  const reading = (path: string): Operation =>
    answering(() => ({
      text: 'read',
      data: { lines: 1 },
      note: { plan: textPlan(path), unwritten: (why) => ({ text: why, data: { lines: 0 } }) },
    }))

  test('is given, and what it writes is not shown', async () => {
    const { dir } = tempRepo()
    const result = await runIn(dir, reading('log/a.txt'), {})
    expect(result).toMatchObject({ text: 'read', data: { lines: 1 }, written: ['log/a.txt', INDEX] })
    expect('plan' in result && result.plan.size).toBe(0)
  })

  test('is another where the plan is refused, or the lock is held', async () => {
    const { dir } = tempRepo()
    expect(await runIn(dir, reading('elsewhere.txt'), {})).toMatchObject({
      text: expect.stringContaining('is not written to'),
      data: { lines: 0 },
      written: [],
    })
    const lock = await takeLock(lockFile({ root: dir, gitDir: join(dir, '.git') }, `${lineLog.id} `))
    const began = performance.now()
    expect(await runIn(dir, reading('log/a.txt'), {})).toMatchObject({
      text: expect.stringContaining('holds the lock'),
      written: [],
    })
    expect(performance.now() - began).toBeLessThan(5000)
    lock.release()
    expect(existsSync(join(dir, 'log/a.txt'))).toBe(false)
  })
})

describe('groups of a plan', () => {
  const grouped = (dryRun: boolean): Operation =>
    answering(() => ({
      text: 'before',
      data: { lines: 0 },
      groups: {
        plans: [textPlan('log/a.txt'), textPlan('elsewhere.txt'), textPlan('log/c.txt')],
        settle: (failures) => ({
          text: [...failures.keys()].join(),
          data: { lines: 3 - failures.size },
          plan: textPlan('log/last.txt'),
          partly: true,
        }),
      },
      ...(dryRun && { dryRun: true }),
    }))

  test('are written one by one: one that is refused does not stop the next, and the answer says which', async () => {
    const { dir } = tempRepo()
    const result = await runIn(dir, grouped(false), {})
    expect(result).toMatchObject({ text: '1', data: { lines: 2 }, partly: true })
    expect(['a', 'c', 'last'].map((name) => existsSync(join(dir, `log/${name}.txt`)))).toEqual([
      true,
      true,
      true,
    ])
    expect(existsSync(join(dir, 'elsewhere.txt'))).toBe(false)
  })

  test('are shown by a dry run, and not written', async () => {
    const { dir } = tempRepo()
    const result = await runIn(dir, grouped(true), {})
    expect(result).toMatchObject({ text: 'before', written: [] })
    expect('plan' in result && [...result.plan.keys()]).toContain('log/c.txt')
    expect(existsSync(join(dir, 'log'))).toBe(false)
  })
})

test('an operation asks for further texts when it has seen the first', async () => {
  const { dir, write } = tempRepo()
  write('log/a.txt', '- one text.\n')
  write('log/b.txt', '- two text.\n')
  const seen: string[] = []
  const operation: Operation = {
    ...answering(({ sources }) => {
      seen.push(...sources.keys())
      return { text: '', data: { lines: 0 } }
    }),
    wants: () => ['log/a.txt'],
    wantsMore: ({ sources }) => (sources.has('log/a.txt') ? ['log/b.txt'] : []),
  }
  await runIn(dir, operation, {})
  expect(seen).toEqual(['log/a.txt', 'log/b.txt'])
})

test('an option that is wrong for one call is wrong use, and nothing is read', async () => {
  const result = await run(
    tempRepo().dir,
    writer(() => new Map()),
    { settings: { nothing: { root: 'x' } } },
  )
  expect(result).toMatchObject({ refusal: expect.stringContaining('nothing'), failure: 'use' })
})
describe('an operation that asks models', () => {
  function model(...texts: readonly (string | null)[]): { ask: AskModels; asked: string[] } {
    const asked: string[] = []
    const ask: AskModels = async (requests) =>
      requests.map(({ role, user }) => {
        const text = texts[asked.push(user) - 1] ?? null
        const known = { role, model: 'm', seconds: 0, usage: { input: null, output: null } }
        return text === null
          ? { ...known, failure: 'timeout' as const, detail: 'no answer' }
          : { ...known, text }
      })
    return { ask, asked }
  }

  test('asks again until the answer can be used, and plans with the replies', async () => {
    const { dir } = tempRepo()
    const { ask, asked } = model('no line', '- one text.\n')
    const steps: string[] = []
    const result = await run(dir, askLine, { ask, progress: ({ text }) => steps.push(text) })
    expect(result).toMatchObject({ written: ['log/a.txt', INDEX] })
    expect(asked).toEqual(['try 0: one text.', 'try 1: one text.'])
    expect(steps).toEqual([
      'read the memory',
      'ask the models',
      'ask the models',
      'wait for other writers',
      'write',
    ])
  })

  test('gets failures as data', async () => {
    const { dir } = tempRepo()
    const result = await run(dir, askLine, { ask: model(null, null).ask })
    expect(result).toEqual({ refusal: 'No line', help: 'no answer' })
  })

  test('is refused where no models are set up', async () => {
    expect(await run(tempRepo().dir, askLine)).toMatchObject({ refusal: 'no models are set up' })
  })

  test('writes nothing when it is cancelled while models are asked', async () => {
    const { dir } = tempRepo()
    const cancel = new AbortController()
    const ask: AskModels = async (requests, signal) => {
      cancel.abort()
      expect(signal?.aborted).toBe(true)
      return model('- one text.\n').ask(requests)
    }
    expect(await run(dir, askLine, { ask, signal: cancel.signal })).toMatchObject({
      refusal: 'The call was cancelled',
    })
    expect(existsSync(join(dir, 'log'))).toBe(false)
  })
})

test('an operation learns why the last update by a hook failed', async () => {
  const { dir } = tempRepo()
  noteHook(join(dir, '.git'), 'one', {
    at: '2026-06-01T10:00:00Z',
    input: null,
    failure: 'no models are set up',
  })
  const seen: (string | null | undefined)[] = []
  const operation = answering(({ outside }) => {
    seen.push(outside?.hookFailure?.('one'), outside?.hookFailure?.('two'))
    return { text: '', data: { lines: 0 } }
  })
  await runIn(dir, operation, {})
  expect(seen).toEqual(['2026-06-01T10:00:00Z: no models are set up', null])
})

test('a question that git does not answer is no refusal: the exit code is that of a wrong use', async () => {
  const repo = tempRepo()
  repo.write('AGENTS.md', '# Agents\n')
  repo.commit()
  repo.write('.git/index', 'broken')
  expect(
    await run(
      repo.dir,
      writer(() => new Map()),
    ),
  ).toMatchObject({
    refusal: expect.stringContaining('git'),
    failure: 'use',
  })
})

test('the time of a row is taken when the rows before it have been read: who waited for the lock is no earlier', async () => {
  const repo = tempRepo()
  repo.write('memkeep.yaml', 'layouts: { cowork: on }\n')
  let ticks = 0
  const clock = (): string => new Date(Date.parse('2026-06-01T10:00:00Z') + 1000 * ++ticks).toISOString()
  const options = { cwd: repo.dir, cache: false, today: '2026-06-01', clock }
  const call = (title: string, ports = {}) => {
    const args = { title, context: `Why ${title}.`, decision: `We take ${title}.`, consequences: [] }
    return runOperation(operationNamed('add_decision'), args, { ...options, ports })
  }
  await runOperation(operationNamed('start_session'), {}, options)
  let others = 0
  const late: TakeLock = async (...given) => {
    others += 1
    expect(await call(`other ${others}`)).toHaveProperty('written')
    return takeLock(...given)
  }
  expect(await call('own', { takeLock: late })).toHaveProperty('written')
  const { decisions } = JSON.parse(
    readFileSync(join(repo.dir, '.cowork/memory/project/memory.json'), 'utf8'),
  ) as {
    decisions: readonly { readonly title: string; readonly created_at: string }[]
  }
  const times = decisions.map(({ created_at: at }) => at)
  expect(decisions.at(-1)?.title).toBe('own')
  expect(times).toEqual([...times].sort())
  expect(new Set(times).size).toBe(others + 1)
})

test.each<[string, string, JsonObject]>([
  ['atomic', 'write_fact', { title: 'The forge', content: 'Where it is.' }],
  ['agent-memory', 'memory_add', { kind: 'fact', summary: 'The forge', content: 'Where it is.' }],
  ['cowork', 'add_decision', { title: 'The forge', context: 'x', decision: 'y', consequences: [] }],
])('a dry run of %s says that the real call may give another id', async (layout, name, args) => {
  const repo = tempRepo()
  repo.write('memkeep.yaml', `layouts: { ${layout}: on }\n`)
  const options = { cwd: repo.dir, cache: false, today: TODAY }
  if (layout === 'cowork') await runOperation(operationNamed('start_session'), {}, options)
  const call = (more: JsonObject) => runOperation(operationNamed(name), { ...args, ...more }, options)
  expect(await call({ dry_run: true })).toMatchObject({ notes: ['The real call may give another id'] })
  const real = await call({})
  expect(real).toMatchObject({ notes: [] })
})

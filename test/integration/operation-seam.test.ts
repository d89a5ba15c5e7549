import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Layout } from '../../src/core/layout.ts'
import type { Operation } from '../../src/core/operation.ts'
import type { WritePlan } from '../../src/core/write-plan.ts'
import type { OperationOptions, OperationResult, OperationStep } from '../../src/operations/operation-call.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { appendLine, INDEX, lineLog } from '../helpers/saving/line-log.ts'
import { repoAt, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const TODAY = '2026-06-01'

/** Writes what the test says to the paths that it names. */
function writer(planned: (input: Parameters<Operation['plan']>[0]) => WritePlan): Operation {
  return { ...appendLine, plan: (input) => ({ text: 'done', data: { lines: 1 }, plan: planned(input) }) }
}

function run(
  dir: string,
  operation: Operation,
  options: Partial<OperationOptions> = {},
): Promise<OperationResult> {
  const layout: Layout = { ...lineLog, keeps: (path) => path.startsWith('log/_raw/') }
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
  test('stay the same when the plan is made again, and differ from call to call', async () => {
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
    expect(second).toEqual(first)
    expect(first?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(first?.[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(first?.[2]).not.toBe(first?.[1])
    expect(first?.[3]).toBe(first?.[1])
    await run(dir, operation)
    expect(seen.at(-1)?.[1]).not.toBe(first?.[1])
  })

  test('are those that the caller gives', async () => {
    const { dir } = tempRepo()
    const given = { now: '2026-06-01T10:00:00.123Z', mint: (n: number) => `id-${n}` }
    const seen: string[] = []
    const operation = writer(({ now, mint }) => {
      seen.push(now, mint(3))
      return new Map()
    })
    await run(dir, operation, given)
    expect(seen).toEqual([given.now, 'id-3'])
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

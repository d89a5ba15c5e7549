import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Layout } from '../../src/core/layout.ts'
import type { AskModels, ModelReply } from '../../src/core/model.ts'
import type { Operation } from '../../src/core/operation.ts'
import type { WritePlan } from '../../src/core/write-plan.ts'
import type { OperationOptions, OperationResult, OperationStep } from '../../src/operations/operation-call.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { appendLine, INDEX, lineLog } from '../helpers/saving/line-log.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

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

describe('an operation that asks models', () => {
  const said: readonly ModelReply[] = []

  /** Asks once for a line, once more if the first one is no use, and writes the last. */
  const asking: Operation = {
    ...appendLine,
    requests: ({ replies = said }) => {
      const last = replies.at(-1)
      const isGood = last && 'text' in last && last.text.startsWith('- ')
      if (isGood || replies.length === 2) return []
      return [{ role: 'line', system: 'Write a line.', user: `try ${replies.length}`, maxOutputTokens: 100 }]
    },
    plan: ({ replies = said }) => {
      const last = replies.at(-1)
      if (!last || !('text' in last)) return { refusal: 'No line', help: last?.detail ?? '' }
      return {
        text: 'done',
        data: { lines: 1 },
        plan: new Map([['log/a.txt', { kind: 'text', text: last.text }]]),
      }
    },
  }

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
    const result = await run(dir, asking, { ask, progress: ({ text }) => steps.push(text) })
    expect(result).toMatchObject({ written: ['log/a.txt', INDEX] })
    expect(asked).toEqual(['try 0', 'try 1'])
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
    const result = await run(dir, asking, { ask: model(null, null).ask })
    expect(result).toEqual({ refusal: 'No line', help: 'no answer' })
  })

  test('is refused where no models are set up', async () => {
    expect(await run(tempRepo().dir, asking)).toMatchObject({ refusal: 'no models are set up' })
  })

  test('writes nothing when it is cancelled while models are asked', async () => {
    const { dir } = tempRepo()
    const cancel = new AbortController()
    const ask: AskModels = async (requests, signal) => {
      cancel.abort()
      expect(signal?.aborted).toBe(true)
      return model('- one text.\n').ask(requests)
    }
    expect(await run(dir, asking, { ask, signal: cancel.signal })).toMatchObject({
      refusal: 'The call was cancelled',
    })
    expect(existsSync(join(dir, 'log'))).toBe(false)
  })
})

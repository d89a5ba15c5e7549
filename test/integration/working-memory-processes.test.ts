import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { applyTaskUpdate } from '../../src/layouts/working-memory/operations/apply-task-update.ts'
import { showTask } from '../../src/layouts/working-memory/operations/show-task.ts'
import { startTask } from '../../src/layouts/working-memory/operations/start-task.ts'
import { LONG, runs } from '../helpers/runs.ts'
import { bundledWorker } from '../helpers/saving/bundle.ts'
import { leftByDeaths } from '../helpers/saving/left-by-deaths.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'
import { call, dataOf, expectClean, taskFile } from '../helpers/working-memory/store.ts'

const WRITERS = LONG ? 8 : 3
const UPDATES = runs(50, 2)
const KILLS = runs(60, 1)
/** Milliseconds of work before a process is killed, at most. */
const KILL_WITHIN = LONG ? 1000 : 300
const TIMEOUT = LONG ? 14_400_000 : 300_000
/** Milliseconds before a file is replaced. */
const SLOW = 60
const worker = bundledWorker('working-worker')

async function scene(): Promise<TempRepo> {
  const repo = tempRepo()
  await dataOf(call(repo.dir, startTask, { task: 't', description: 'x' }))
  return repo
}

type Load = { readonly count: number; readonly lock?: 'real' | 'none'; readonly slow?: number }

async function fill(
  dir: string,
  writers: number,
  { count, lock = 'real', slow = 0 }: Load,
): Promise<readonly string[]> {
  const all = Array.from({ length: writers }, (_, i) =>
    start(dir, [`w${i}`, String(count), lock, String(slow)]),
  )
  return (await Promise.all(all.map(({ end }) => end))).flatMap((text) => text.split('\n'))
}

/** Starts a process that updates the task, and gives what it said when it ends. */
function start(
  dir: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly said: () => string; readonly end: Promise<string> } {
  const child = spawn(process.execPath, [worker, dir, 'fill', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return { child, said: () => text, end: new Promise((resolve) => child.once('close', () => resolve(text))) }
}

type Entry = {
  readonly id: string
  readonly insight?: string
  readonly label?: string
  readonly archived?: object
}

async function entriesOf(dir: string): Promise<readonly Entry[]> {
  const { learnings, snippets } = await dataOf(call(dir, showTask, { task: 't', archived: true }))
  return [...(learnings as readonly Entry[]), ...(snippets as readonly Entry[])]
}

function idsOf(said: readonly string[], word: string): readonly string[] {
  return said.flatMap((line) =>
    line.startsWith(`${word} `)
      ? line
          .slice(word.length + 1)
          .split(' ')
          .filter(Boolean)
      : [],
  )
}

/** What was said to be added and is not there, ids that are there twice, and logs that say otherwise. */
async function faultsOf(dir: string, said: readonly string[]): Promise<readonly string[]> {
  try {
    const entries = await entriesOf(dir)
    const ids = entries.map(({ id }) => id)
    const added = idsOf(said, 'SAVED')
    const log = taskFile(dir, 'log.md')
    const recorded = [...log.matchAll(/^\+ ((?:KL|VC)-\d+) because/gm)].map(([, id]) => id)
    const gone = [...log.matchAll(/^- ((?:KL|VC)-\d+) because/gm)].map(([, id]) => id)
    const marked = entries.filter(({ archived }) => archived).map(({ id }) => id)
    const names = entries.map(({ insight, label }) => insight ?? label)
    return [
      ...said.filter((line) => line.startsWith('REFUSED')),
      ...added.filter((id) => !ids.includes(id)).map((id) => `lost ${id}`),
      ...(new Set(ids).size === ids.length ? [] : ['an id is there twice']),
      ...(new Set(names).size === names.length ? [] : ['something was applied twice']),
      ...(new Set(added).size === added.length ? [] : ['an id was given twice']),
      ...([...recorded].sort().join() === [...ids].sort().join() ? [] : ['the log adds something else']),
      ...([...gone].sort().join() === [...marked].sort().join() ? [] : ['the log archives something else']),
    ]
  } catch (error) {
    return [`lost ${String(error)}`]
  }
}

test(
  `${WRITERS} processes that update one task, themselves and by models, lose nothing and give no id twice`,
  async () => {
    const { dir } = await scene()
    const said = await fill(dir, WRITERS, { count: UPDATES })
    expect(await faultsOf(dir, said)).toEqual([])
    expect(idsOf(said, 'SAVED')).toHaveLength(2 * WRITERS * UPDATES)
    expect(await entriesOf(dir)).toHaveLength(2 * WRITERS * UPDATES)
    await expectClean(dir)
  },
  TIMEOUT,
)

// That such a test can fail is shown in every run by the saves into one log (saving-processes.test.ts).
variant(
  'the same with a lock that does nothing loses what was said to be added, so the test can fail',
  async () => {
    const load = { count: 3, slow: SLOW }
    const held = await scene()
    expect(await faultsOf(held.dir, await fill(held.dir, 3, load))).toEqual([])
    const free = await scene()
    const said = await fill(free.dir, 3, { ...load, lock: 'none' })
    expect(await faultsOf(free.dir, said)).not.toEqual([])
  },
  TIMEOUT,
)

const FIRST = 'KEY_LEARNINGS:\n  ADD:\n    - because it is so: the first\n'
const NEXT = 'KEY_LEARNINGS:\n  ADD:\n    - because it is so: the next\n'

describe('a process that is killed at any call of the file system', () => {
  test.each(['apply', 'update'] as const)(
    'while it runs %s: the state is the old or the new one, and the next update says what the log lacked',
    async (task) => {
      const updated = async () => {
        const { dir } = await scene()
        await dataOf(call(dir, applyTaskUpdate, { task: 't', update: FIRST }))
        return { dir }
      }
      let calls = 0
      let recovered = 0
      const left = leftByDeaths(updated, ({ dir }) => [worker, dir, task, 'k', '1', 'real', '0'])
      for await (const { dir, call: at } of left) {
        calls = at
        const between = (await entriesOf(dir)).map(({ id }) => id)
        expect([['KL-1'], ['KL-1', 'KL-2', 'VC-1']]).toContainEqual(between)
        const log = taskFile(dir, 'log.md')
        const next: JsonObject = await dataOf(call(dir, applyTaskUpdate, { task: 't', update: NEXT }))
        const recorded = between.filter((id) => log.includes(`+ ${id} because`))
        const unrecorded = between.filter((id) => !recorded.includes(id))
        const archived =
          task === 'update' && between.length > 1 && !log.includes('- KL-1 because') ? ['KL-1'] : []
        expect(next.recovered ?? []).toEqual([...archived, ...unrecorded])
        recovered += unrecorded.length > 0 ? 1 : 0
        expect(next.added).toEqual([between.length > 1 ? 'KL-3' : 'KL-2'])
        expect(await faultsOf(dir, [])).toEqual([])
        await expectClean(dir)
        const again = await dataOf(call(dir, applyTaskUpdate, { task: 't', update: 'no change' }))
        expect(again).toMatchObject({ saved: false })
        expect(existsSync(join(dir, '.working-memory/t/state.yaml'))).toBe(true)
      }
      expect(calls).toBeGreaterThan(40)
      if (LONG) expect(recovered).toBeGreaterThan(0)
    },
    TIMEOUT,
  )
})

test(
  'processes that are killed at random moments lose nothing that they said, and the next update makes log and state agree',
  async () => {
    const { dir } = await scene()
    const all: string[] = []
    for (let round = 0; round < KILLS; round += 1) {
      const writers = ['a', 'b'].map((name) => start(dir, [`${name}${round}`, '1000', 'real', '0']))
      while (!writers.every(({ said }) => said().includes('SAVED'))) await pause(20)
      await pause(Math.random() * KILL_WITHIN)
      for (const { child } of writers) child.kill('SIGKILL')
      for (const { end } of writers) all.push(...(await end).split('\n').slice(0, -1))
      await dataOf(call(dir, applyTaskUpdate, { task: 't', update: 'no change' }))
      expect(await faultsOf(dir, all)).toEqual([])
      await expectClean(dir)
    }
    expect(idsOf(all, 'SAVED').length).toBeGreaterThan(0)
  },
  TIMEOUT,
)

test('a log that was not written after its state is completed by the next update', async () => {
  const { dir, write } = await scene()
  await dataOf(call(dir, applyTaskUpdate, { task: 't', update: FIRST }))
  const log = taskFile(dir, 'log.md')
  await dataOf(call(dir, applyTaskUpdate, { task: 't', update: NEXT }))
  write('.working-memory/t/log.md', log)
  const data = await dataOf(call(dir, applyTaskUpdate, { task: 't', update: 'no change' }))
  expect(data).toMatchObject({ saved: true, recovered: ['KL-2'] })
  expect(data.notes).toEqual(['The log did not record KL-2: it does now.'])
  await expectClean(dir)
  expect(readFileSync(join(dir, '.working-memory/t/log.md'), 'utf8')).toContain(
    '+ KL-2 because it is so: the next',
  )
})

import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { maintainRecords } from '../../src/layouts/agent-memory/operations/maintain-records.ts'
import { call, dataOf, type Store, storeAt } from '../helpers/agent-memory/store.ts'
import { LONG, runs } from '../helpers/runs.ts'
import { bundledWorker } from '../helpers/saving/bundle.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const WRITERS = LONG ? 8 : 3
const STEPS = runs(50, 4)
const KILLS = runs(100, 1)
const TIMEOUT = LONG ? 3_600_000 : 240_000
/** Milliseconds of work before a process is killed, at most. */
const KILL_WITHIN = LONG ? 1500 : 300

const worker = bundledWorker('agent-memory-worker')

type Writer = {
  readonly child: ChildProcess
  readonly said: () => readonly string[]
  /** Until it has printed a line. */
  readonly begun: Promise<void>
  readonly end: Promise<void>
}

function start(dir: string, name: string, steps: number): Writer {
  const child = spawn(process.execPath, [worker, dir, name, String(steps)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const end = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const line = new Promise<void>((resolve) => child.stdout.on('data', () => text.includes('\n') && resolve()))
  return { child, said: () => text.split('\n').slice(0, -1), begun: Promise.race([line, end]), end }
}

const SCOPES = ['session', 'working', 'durable']

/** Where each id is: a record in its scope, and in the archive. */
function placesOf(store: Store): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  for (const path of store.all()) {
    const folder = path.split('/')[0] ?? ''
    if (!SCOPES.includes(folder) && !path.startsWith('_archive/')) continue
    const { id } = store.json(path)
    places.set(String(id), [...(places.get(String(id)) ?? []), path])
  }
  return places
}

/** Records that were said to be saved and are nowhere, that are in two places, or whose files are torn; and refusals. */
function faultsOf(store: Store, said: readonly string[]): readonly string[] {
  const places = placesOf(store)
  const saved = said.filter((line) => line.startsWith('ADD ')).map((line) => line.slice('ADD '.length))
  return [
    ...said.filter((line) => line.startsWith('REFUSED')),
    ...saved.filter((id) => !places.has(id)).map((id) => `lost ${id}`),
    ...[...places].flatMap(([id, paths]) => (paths.length > 1 ? [`${id} is in ${paths.join(' and ')}`] : [])),
    ...store.all().filter((path) => path.includes('.tmp')),
  ]
}

test(
  `${WRITERS} processes that add, find, promote, compact and maintain lose nothing and double nothing`,
  async () => {
    const { dir } = tempRepo()
    const all = Array.from({ length: WRITERS }, (_, i) => start(dir, `w${i}`, STEPS))
    await Promise.all(all.map(({ end }) => end))
    const said = all.flatMap((one) => one.said())
    const store = storeAt(dir)
    expect(faultsOf(store, said)).toEqual([])
    expect(said.filter((line) => line.startsWith('ADD ')).length).toBeGreaterThan(WRITERS)
    await dataOf(call(dir, maintainRecords, { apply: true }, { clock: () => new Date().toISOString() }))
    expect(faultsOf(store, said)).toEqual([])
  },
  TIMEOUT,
)

test(
  'processes that are killed at random moments leave every record in a place, and the next maintenance ends what was cut off',
  async () => {
    const { dir } = tempRepo()
    const store = storeAt(dir)
    const said: string[] = []
    for (let round = 0; round < KILLS; round += 1) {
      const writers = ['a', 'b'].map((name) => start(dir, `${name}${round}`, 1000))
      await Promise.all(writers.map(({ begun }) => begun))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * KILL_WITHIN))
      for (const { child } of writers) child.kill('SIGKILL')
      await Promise.all(writers.map(({ end }) => end))
      said.push(...writers.flatMap((one) => one.said()))
      const cut = faultsOf(store, said)
      expect(cut.filter((fault) => !/ is in |\.tmp/.test(fault))).toEqual([])
      await dataOf(call(dir, maintainRecords, { apply: true }, { clock: () => new Date().toISOString() }))
      expect(faultsOf(store, said)).toEqual([])
    }
    expect(said.length).toBeGreaterThan(0)
  },
  TIMEOUT,
)

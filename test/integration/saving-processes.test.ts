import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { workspace } from '../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../src/layouts/workspace/operations/save-memory.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { LONG, runs } from '../helpers/runs.ts'
import { bundledWorker } from '../helpers/saving/bundle.ts'
import {
  INDEX,
  indexText,
  LOG,
  lessonNamed,
  litter,
  logText,
  namesIn,
  TODAY,
  textAt,
} from '../helpers/saving/lessons.ts'
import { repoAt, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const ROUNDS = runs(20, 1)
const SAVES = runs(200, 5)
const KILLS = runs(150, 2)
const WRITERS = LONG ? 8 : 4

/** Milliseconds: the long run takes more than an hour on two cores. */
const TIMEOUT = LONG ? 14_400_000 : 300_000

/** Killed within so many milliseconds, a save is in any of its steps. */
const KILL_WITHIN = 200

/** Milliseconds before a file is replaced. */
const SLOW = 60

const worker = bundledWorker('save-worker')

type Writer = {
  readonly child: ChildProcess
  /** What it printed so far, whole lines. */
  readonly said: () => readonly string[]
  /** Until it has printed this many lines. */
  readonly after: (lines: number) => Promise<void>
  readonly end: Promise<void>
}

type Load = { readonly saves: number; readonly lock?: 'real' | 'none'; readonly slow?: number }

function startWriter(dir: string, name: string, { saves, lock = 'real', slow = 0 }: Load): Writer {
  const args = [worker, dir, name, String(saves), lock, String(slow)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const said = (): readonly string[] => text.split('\n').slice(0, -1)
  const end = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const after = async (lines: number): Promise<void> => {
    const enough = new Promise<void>((resolve) =>
      child.stdout.on('data', () => said().length >= lines && resolve()),
    )
    if (said().length < lines) await Promise.race([enough, end])
  }
  return { child, said, after, end }
}

async function allSave(dir: string, load: Load, writers = WRITERS): Promise<readonly string[]> {
  const all = Array.from({ length: writers }, (_, i) => startWriter(dir, `w${i}`, load))
  await Promise.all(all.map(({ end }) => end))
  return all.flatMap(({ said }) => said())
}

/** Names that were said to be saved. */
function saved(said: readonly string[]): readonly string[] {
  return said.filter((line) => line.startsWith('SAVED ')).map((line) => line.slice('SAVED '.length))
}

/** What is wrong with a log after all that was said. */
function faultsOf(dir: string, said: readonly string[]): readonly string[] {
  const log = textAt(dir, LOG)
  const names = namesIn(log)
  const there = new Set(names)
  return [
    ...said.filter((line) => !line.startsWith('SAVED ')),
    ...saved(said)
      .filter((name) => !there.has(name))
      .map((name) => `lost ${name}`),
    ...(there.size === names.length ? [] : ['an entry is there twice']),
    ...(log === logText(names) || (log === '' && names.length === 0) ? [] : ['the log is torn']),
  ]
}

test.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
  `${WRITERS} processes that save into one log lose nothing and tear nothing, round %i`,
  async () => {
    const { dir } = tempRepo()
    const said = await allSave(dir, { saves: SAVES })
    expect(faultsOf(dir, said)).toEqual([])
    expect(namesIn(textAt(dir, LOG)).toSorted()).toEqual(saved(said).toSorted())
    expect(saved(said)).toHaveLength(WRITERS * SAVES)
    expect(textAt(dir, INDEX)).toBe(indexText(WRITERS * SAVES))
    expect(litter(dir)).toEqual([])
  },
  TIMEOUT,
)

variant(
  'the same with a lock that does nothing loses what was reported as saved, so the test can fail',
  async () => {
    const [held, free] = [tempRepo().dir, tempRepo().dir]
    const load = { saves: 4, slow: SLOW }
    const saidHeld = await allSave(held, load, 3)
    expect(saved(saidHeld)).toHaveLength(12)
    expect(faultsOf(held, saidHeld)).toEqual([])
    const saidFree = await allSave(free, { ...load, lock: 'none' }, 3)
    expect(faultsOf(free, saidFree)).toContainEqual(expect.stringContaining('lost '))
  },
  TIMEOUT,
)

const chance = (most: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * most))

variant(
  'two writers that are killed at random moments lose nothing that they said was saved',
  async () => {
    const { dir } = tempRepo()
    const said: string[] = []
    let stale = 0
    for (let round = 0; round < KILLS; round += 1) {
      // Slow in every other round, so that kills come between the log and its index.
      const load = { saves: 100_000, slow: round % 2 === 0 ? SLOW : 0 }
      const writers = ['a', 'b'].map((name) => startWriter(dir, `${name}${round}`, load))
      await Promise.all(writers.map(({ after }) => after(1)))
      // The second one may come to the lock of the first.
      for (const { child } of writers) {
        await chance(KILL_WITHIN)
        child.kill('SIGKILL')
      }
      await Promise.all(writers.map(({ end }) => end))
      said.push(...writers.flatMap((one) => one.said()))
      expect(faultsOf(dir, said)).toEqual([])
      const lessons = namesIn(textAt(dir, LOG)).length
      // The log is written first: each of the two crashes can leave the index one save further behind it, and whole.
      const behind = [0, 1, 2].filter((few) => textAt(dir, INDEX) === indexOf(lessons - few))
      expect(behind).toHaveLength(1)
      stale += behind[0] === 0 ? 0 : 1
      await expectFixed(dir, lessons, round)
      said.push(`SAVED next-${round}`)
    }
    if (LONG) console.info(`${saved(said).length} said to be saved, ${stale} indexes left stale`)
    repoAt(dir).git('add', '--all')
    expect(repoAt(dir).git('ls-files')).toBe([INDEX, LOG].join('\n'))
  },
  TIMEOUT,
)

function indexOf(lessons: number): string {
  return lessons > 0 ? indexText(lessons) : ''
}

/** The next process does not wait for a dead one, and leaves both files right: `memkeep index` does, and a save does. */
async function expectFixed(dir: string, lessons: number, round: number): Promise<void> {
  const options = { cwd: dir, cache: false, today: TODAY }
  if (round % 4 < 2) {
    expect(await runIndex({ ...options, check: false })).toMatchObject({ refused: [] })
    expect(textAt(dir, INDEX)).toBe(indexText(lessons))
  }
  const next = await runOperation(
    { operation: saveMemory, layout: workspace },
    lessonNamed(`next-${round}`),
    options,
  )
  expect(next).toHaveProperty('written')
  expect(textAt(dir, INDEX)).toBe(indexText(lessons + 1))
}

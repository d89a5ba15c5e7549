import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import type { Operation } from '../../src/core/operation.ts'
import { runCheck } from '../../src/engine/check.ts'
import { cowork } from '../../src/layouts/cowork/layout.ts'
import { endSession } from '../../src/layouts/cowork/operations/end-session.ts'
import { promoteToProjectMemory } from '../../src/layouts/cowork/operations/promote-to-project-memory.ts'
import { saveSessionMemory } from '../../src/layouts/cowork/operations/save-session-memory.ts'
import { startSession } from '../../src/layouts/cowork/operations/start-session.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { LONG, runs } from '../helpers/runs.ts'
import { bundledWorker } from '../helpers/saving/bundle.ts'
import { leftByDeaths } from '../helpers/saving/left-by-deaths.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const WRITERS = LONG ? 8 : 3
const ITEMS = runs(50, 1)
const TIMEOUT = LONG ? 14_400_000 : 300_000
/** Milliseconds before a file is replaced. */
const SLOW = 60
const TODAY = '2026-06-01'
const MEMORY = '.cowork/memory/project/memory.json'
const ITERATION = '.cowork/memory/iterations/iter-1.json'
const SESSION = '.cowork/session.json'

const worker = bundledWorker('cowork-worker')

async function ask(dir: string, operation: Operation, args: JsonObject = {}): Promise<JsonObject> {
  const result = await runOperation({ operation, layout: cowork }, args, {
    cwd: dir,
    cache: false,
    today: TODAY,
  })
  if ('refusal' in result) throw new Error(result.refusal)
  return result.data
}

async function scene(): Promise<TempRepo> {
  const repo = tempRepo()
  await ask(repo.dir, startSession, { session: 'iter-1' })
  return repo
}

type Load = { readonly count: number; readonly lock?: 'real' | 'none'; readonly slow?: number }

async function fill(
  dir: string,
  writers: number,
  { count, lock = 'real', slow = 0 }: Load,
): Promise<readonly string[]> {
  const all = Array.from({ length: writers }, (_, i) => {
    const args = [worker, dir, 'fill', `w${i}`, String(count), lock, String(slow)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    return new Promise<string>((resolve) => child.once('close', () => resolve(text)))
  })
  return (await Promise.all(all)).flatMap((text) =>
    text.split('\n').filter((line) => /^(SAVED|REFUSED)/.test(line)),
  )
}

function idsIn(dir: string, path: string, list: string): readonly string[] {
  const text = readFileSync(join(dir, path), 'utf8')
  return (JSON.parse(text)[list] as readonly { id: string }[]).map(({ id }) => id)
}

/** What was said to be saved and is not there, and ids that are there twice. */
function faultsOf(dir: string, said: readonly string[]): readonly string[] {
  try {
    const there = [...idsIn(dir, ITERATION, 'insights'), ...idsIn(dir, MEMORY, 'decisions')]
    const saved = said.filter((line) => line.startsWith('SAVED ')).map((line) => line.slice('SAVED '.length))
    return [
      ...said.filter((line) => line.startsWith('REFUSED')),
      ...saved.filter((id) => !there.includes(id)).map((id) => `lost ${id}`),
      ...(new Set(there).size === there.length ? [] : ['an id is there twice']),
      ...(new Set(saved).size === saved.length ? [] : ['an id was given twice']),
    ]
  } catch (error) {
    return [`lost ${String(error)}`]
  }
}

/** The memory as it is has no error. */
async function holds(dir: string): Promise<void> {
  const { report } = await runCheck({
    cwd: dir,
    source: { kind: 'work-tree' },
    paths: [],
    fix: false,
    cache: false,
    today: TODAY,
    skip: [],
  })
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
}

test(
  `${WRITERS} processes that save and promote lose nothing, and give no id twice`,
  async () => {
    const { dir } = await scene()
    const said = await fill(dir, WRITERS, { count: ITEMS })
    expect(faultsOf(dir, said)).toEqual([])
    expect(idsIn(dir, MEMORY, 'decisions')).toHaveLength(WRITERS * ITEMS)
    expect(idsIn(dir, ITERATION, 'insights')).toHaveLength(WRITERS * ITEMS)
    expect(readdirSync(join(dir, '.cowork/memory/project/decisions'))).toHaveLength(WRITERS * ITEMS)
    await holds(dir)
  },
  TIMEOUT,
)

// That such a test can fail is shown in every run by the saves into one log (saving-processes.test.ts).
variant(
  'the same with a lock that does nothing loses what was said to be saved, so the test can fail',
  async () => {
    const load = { count: 3, slow: SLOW }
    const held = await scene()
    expect(faultsOf(held.dir, await fill(held.dir, 3, load))).toEqual([])
    const free = await scene()
    const said = await fill(free.dir, 3, { ...load, lock: 'none' })
    expect(faultsOf(free.dir, said)).not.toEqual([])
  },
  TIMEOUT,
)

describe('a process that is killed at any call of the file system', () => {
  test(
    'while it promotes: the row is there or not, and the next call makes it one',
    async () => {
      const insight = { memory_type: 'insight', content: 'It is fast.' }
      const unpromoted = async () => {
        const { dir } = await scene()
        return { dir, id: String((await ask(dir, saveSessionMemory, insight)).id) }
      }
      let calls = 0
      const left = leftByDeaths(unpromoted, (made) => [
        worker,
        made.dir,
        'promote',
        made.id,
        '1',
        'real',
        '0',
      ])
      for await (const { scene: made, dir, call } of left) {
        const { id } = made
        calls = call
        expect(idsIn(dir, ITERATION, 'insights')).toEqual([id])
        const before = existsSync(join(dir, MEMORY)) ? idsIn(dir, MEMORY, 'decisions') : []
        const args = { memory_id: id, reason: 'It held.' }
        const next = await ask(dir, promoteToProjectMemory, args)
        expect(idsIn(dir, MEMORY, 'decisions')).toEqual([next.id])
        if (before.length > 0) expect(next).toMatchObject({ already: true, id: before[0] })
        const item = JSON.parse(readFileSync(join(dir, ITERATION), 'utf8')).insights[0]
        expect(item.promoted_to).toBe(next.id)
        expect(await ask(dir, promoteToProjectMemory, args)).toMatchObject({ saved: false, already: true })
        // A detail file that was not written any more is rebuilt by the next write.
        await ask(dir, saveSessionMemory, { memory_type: 'learning', content: 'Rebuilt.' })
        const { runIndex } = await import('../../src/maintain/rebuild-index.ts')
        await runIndex({ cwd: dir, cache: false, today: TODAY, check: false })
        await holds(dir)
      }
      expect(calls).toBeGreaterThan(40)
    },
    TIMEOUT,
  )

  test(
    'while it ends a session: no byte is lost, and the next call ends it',
    async () => {
      const uncommitted = async () => {
        const repo = await scene()
        await ask(repo.dir, saveSessionMemory, { memory_type: 'insight', content: 'Committed.' })
        repo.commit()
        await ask(repo.dir, saveSessionMemory, { memory_type: 'insight', content: 'In no commit.' })
        return { dir: repo.dir, bytes: readFileSync(join(repo.dir, ITERATION), 'utf8') }
      }
      let calls = 0
      const left = leftByDeaths(uncommitted, (made) => [worker, made.dir, 'end', '', '1', 'real', '0'])
      for await (const { scene: made, dir, call } of left) {
        const { bytes } = made
        calls = call
        const isThere = existsSync(join(dir, ITERATION))
        // The file goes last: what is not there any more was copied, and its session is marked.
        if (!isThere) expect(keptTexts(dir)).toEqual([bytes])
        if (!isThere) expect(JSON.parse(readFileSync(join(dir, SESSION), 'utf8')).current_session).toBeNull()
        const next = await ask(dir, endSession)
        expect(next.cleared).toBe(isThere)
        expect(existsSync(join(dir, ITERATION))).toBe(false)
        expect(keptTexts(dir)).toEqual([bytes])
        expect(await ask(dir, endSession)).toMatchObject({ saved: false, already: true })
        await holds(dir)
      }
      expect(calls).toBeGreaterThan(40)
    },
    TIMEOUT,
  )
})

function keptTexts(dir: string): readonly string[] {
  const folder = join(dir, '.git/memkeep/kept')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => !name.endsWith('.tmp'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

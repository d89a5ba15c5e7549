import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operationNamed } from '../../../src/operations/registry.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'
import { LONG, runs } from '../../helpers/runs.ts'
import { bundledWorker } from '../../helpers/saving/bundle.ts'
import { leftByDeaths } from '../../helpers/saving/left-by-deaths.ts'
import { litter, textAt } from '../../helpers/saving/lessons.ts'
import { memkeep } from '../../helpers/setup.ts'
import { repoAt, type TempRepo, tempRepo } from '../../helpers/temp-repo.ts'
import { variant } from '../../helpers/variant.ts'
import { item } from '../../layouts/atomic/items.ts'

const WRITERS = LONG ? 8 : 3
const ROUNDS = runs(50, 1)

/** Milliseconds: the long run takes more than an hour on two cores. */
const TIMEOUT = LONG ? 14_400_000 : 300_000

/** Milliseconds before a file is put in its place. */
const SLOW = 60

const worker = bundledWorker('atomic-worker')

function rounds(dir: string, name: string, args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [worker, dir, 'rounds', name, ...args], { maxBuffer: 1e8 }, (error, out) =>
      error ? fail(error) : done(out),
    )
  })
}

/** A decision for each round, which every process tries to supersede. */
function scene(count: number): TempRepo {
  const repo = tempRepo()
  for (let i = 0; i < count; i += 1) {
    repo.write(`memory/decisions/d${i}.md`, item({ id: `dec-${i}`, title: `Choice ${i}` }))
  }
  repo.commit()
  return repo
}

async function allWrite(
  dir: string,
  count: number,
  more: readonly string[] = [],
  writers = WRITERS,
): Promise<readonly string[]> {
  const names = Array.from({ length: writers }, (_, i) => `w${i}`)
  const said = await Promise.all(names.map((name) => rounds(dir, name, [String(count), ...more])))
  return said.flatMap((one) => one.split('\n').slice(0, -1))
}

function filesIn(dir: string, folder: string): readonly string[] {
  const path = join(dir, 'memory', folder)
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.md')) : []
}

function saved(said: readonly string[], operation: string): number {
  return said.filter((line) => line.startsWith(`SAVED ${operation} `)).length
}

test(
  `${WRITERS} processes write, supersede and finish: nothing is lost, and nothing is there twice`,
  async () => {
    const { dir } = scene(ROUNDS)
    const said = await allWrite(dir, ROUNDS)
    // What all say is said once, and a decision is superseded once.
    expect(filesIn(dir, 'facts')).toHaveLength(ROUNDS)
    expect(saved(said, 'write_fact')).toBe(ROUNDS)
    expect(saved(said, 'write_decision')).toBe(ROUNDS)
    expect(filesIn(dir, 'decisions')).toHaveLength(2 * ROUNDS)
    const refused = said.filter((line) => line.startsWith('REFUSED'))
    expect(refused).toHaveLength((WRITERS - 1) * ROUNDS)
    expect(refused.filter((line) => !line.includes('is superseded already'))).toEqual([])
    // Every own task was finished and is in the archive alone.
    expect(filesIn(dir, 'tasks')).toEqual([])
    expect(filesIn(dir, 'tasks/archive')).toHaveLength(WRITERS * ROUNDS)
    expect(await memkeep(dir, ['check', '--base', 'HEAD', '--strict'])).toMatchObject({ code: 0 })
    expect(litter(dir)).toEqual([])
  },
  TIMEOUT,
)

// That such a test can fail is shown in every run by the saves into one log (saving-processes.test.ts).
variant(
  'the same with a lock that does nothing has something twice, so the test can fail',
  async () => {
    const { dir } = scene(2)
    // So many that some meet, also where one runs after the other.
    const said = await allWrite(dir, 2, ['none', String(SLOW)], 8)
    expect(saved(said, 'write_fact') + saved(said, 'write_decision')).toBeGreaterThan(4)
    expect(await memkeep(dir, ['check', '--base', 'HEAD', '--strict'])).toMatchObject({ code: 1 })
  },
  TIMEOUT,
)

describe('a process that is killed while it finishes a task', () => {
  const OPEN = 'memory/tasks/t.md'
  const ARCHIVED = 'memory/tasks/archive/t.md'
  const todo = item({ id: 'task-1', title: 'T', status: 'in_progress' })
  const done = item({ id: 'task-1', title: 'T', status: 'done' })

  function taskRepo(): TempRepo {
    const repo = tempRepo()
    repo.write(OPEN, todo)
    repo.write('memory/facts/f.md', item({ id: 'fact-1', title: 'F' }))
    repo.commit()
    return repo
  }

  test(
    'at any call leaves the task whole in one place or both, and the next write finishes',
    async () => {
      const seen = new Set<string>()
      let calls = 0
      const left = leftByDeaths(taskRepo, ({ dir }) => [worker, dir, 'complete', 'task-1'])
      for await (const { dir, call } of left) {
        calls = call
        const { git } = repoAt(dir)
        const [open, archived] = [textAt(dir, OPEN), textAt(dir, ARCHIVED)]
        expect(['', todo]).toContain(open)
        expect(['', done]).toContain(archived)
        const state = `${open === '' ? '' : 'open '}${archived === '' ? '' : 'archived'}`.trim()
        expect(state).not.toBe('')
        seen.add(state)
        const result = await runOperation(
          operationNamed('update_task'),
          { id: 'task-1', status: 'done' },
          { cwd: dir, cache: false, today: '2026-06-01' },
        )
        expect(result, `call ${call}`).toMatchObject({
          data: { path: ARCHIVED, saved: state !== 'archived' },
        })
        expect([textAt(dir, OPEN), textAt(dir, ARCHIVED)]).toEqual(['', done])
        const changed = git('status', '--porcelain', '--untracked-files=all').split('\n')
        expect(changed.map((line) => line.trim().split(' ').at(-1)).sort()).toEqual([ARCHIVED, OPEN])
        expect(await memkeep(dir, ['check', '--base', 'HEAD', '--strict'])).toMatchObject({ code: 0 })
      }
      expect(calls).toBeGreaterThan(30)
      expect([...seen].sort()).toEqual(['archived', 'open', 'open archived'])
    },
    TIMEOUT,
  )
})

import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { measure } from '../../bench/measure.ts'
import { plainEnvironment } from '../../bench/plain-environment.ts'
import { runRounds } from '../../bench/rounds.ts'
import { programRow } from '../../bench/row.ts'
import { timesOf } from '../../bench/statistics.ts'

const node = (script: string) => ({ file: process.execPath, args: ['-e', script], cwd: tmpdir() })

test('an exit code is a result, not a failure', async () => {
  const run = await measure(node('process.exit(3)'), 10_000, true)
  expect(run).toMatchObject({ exit: '3', isTimedOut: false })
  expect(run.peakMb ?? 30).toBeGreaterThan(10)
  expect(run.cpuMs ?? 30).toBeGreaterThan(0)
})

test('a program is ended at its limit, with what it started', async () => {
  const run = await measure(node("require('child_process').spawnSync('sleep', ['60'])"), 300)
  expect(run).toMatchObject({ isTimedOut: true, exit: 'SIGKILL' })
  expect(run.ms).toBeLessThan(5000)
})

test('a program that cannot be started is a failure', async () => {
  await expect(measure({ file: '/no/such/program', args: [], cwd: tmpdir() }, 1000)).rejects.toThrow('ENOENT')
})

test('children do not see what slows Node down, what points git elsewhere, and what turns hooks off', () => {
  const hidden = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'GIT_DIR', 'HUSKY', 'MEMKEEP']
  for (const name of hidden) vi.stubEnv(name, '')
  const seen = plainEnvironment({ GIT_TRACE2_EVENT: 'file' })
  vi.unstubAllEnvs()
  expect(hidden.filter((name) => Object.hasOwn(seen, name))).toEqual([])
  expect(seen).toMatchObject({
    PATH: process.env.PATH,
    GIT_TRACE2_EVENT: 'file',
    GIT_CONFIG_GLOBAL: '/dev/null',
  })
})

test('each round runs each row once, after a first run that does not count', async () => {
  const log: string[] = []
  const row = (id: string) =>
    programRow(id, id, node('0'), {
      before: () => void log.push(`before ${id}`),
      after: () => void log.push(`after ${id}`),
    })
  const results = await runRounds([row('a'), row('b')], { rounds: 2, limitMs: 10_000 })
  expect(results.map((result) => [result.id, result.rounds[0], timesOf(result).length])).toEqual([
    ['a', null, 2],
    ['b', null, 2],
  ])
  const round = ['before a', 'after a', 'before b', 'after b']
  expect(log).toEqual([...round, ...round, ...round])
})

test('a row that reached its limit is not run again', async () => {
  const row = programRow('slow', 'slow', node('setTimeout(() => 0, 60_000)'))
  const [result] = await runRounds([row], { rounds: 3, limitMs: 200 })
  expect(result).toMatchObject({ rounds: [null, null, null, null], exit: 'SIGKILL', isTimedOut: true })
})

test('slow first runs count, and what has been run enough is not run again', async () => {
  const run = { ms: 50_000, exit: '0', peakMb: 7, cpuMs: 1, isTimedOut: false }
  const row = { id: 'slow', label: 'slow', run: async () => run }
  const [result] = await runRounds([row], { rounds: 5, limitMs: 60_000 })
  expect(result).toMatchObject({ rounds: [run, run, null, null, null, null], peakMb: 7, isTimedOut: false })
})

test('pairs of rows swap their places in every second round', async () => {
  const order: string[] = []
  const row = (id: string) => ({ ...programRow(id, id, node('0')), before: () => void order.push(id) })
  const rows = ['new', 'old'].map(row)
  await runRounds(rows, { rounds: 2, limitMs: 10_000, isPaired: true })
  expect(order).toEqual(['new', 'old', 'new', 'old', 'old', 'new'])
})

import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { measure, plainEnvironment } from '../../bench/measure.ts'
import { runRounds } from '../../bench/rounds.ts'

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

test('children do not see what slows Node down', () => {
  expect(Object.keys(plainEnvironment())).not.toContain('NODE_OPTIONS')
  expect(Object.keys(plainEnvironment())).not.toContain('NODE_EXTRA_CA_CERTS')
})

test('each round runs each row once, after a first run that does not count', async () => {
  const log: string[] = []
  const row = (label: string) => ({
    ...node('0'),
    label,
    before: () => void log.push(`before ${label}`),
    after: () => void log.push(`after ${label}`),
  })
  const results = await runRounds([row('a'), row('b')], { rounds: 2, limitMs: 10_000 })
  expect(results.map(({ label, times }) => [label, times.length])).toEqual([
    ['a', 2],
    ['b', 2],
  ])
  const round = ['before a', 'after a', 'before b', 'after b']
  expect(log).toEqual([...round, ...round, ...round])
})

test('a row that reached its limit is not run again', async () => {
  const row = { ...node('setTimeout(() => 0, 60_000)'), label: 'slow' }
  const [result] = await runRounds([row], { rounds: 3, limitMs: 200 })
  expect(result).toMatchObject({ times: [], isTimedOut: true })
})

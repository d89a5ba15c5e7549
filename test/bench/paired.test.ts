import { expect, test } from 'vitest'
import { runPaired } from '../../bench/paired.ts'
import type { Result } from '../../bench/rounds.ts'
import type { Row } from '../../bench/row.ts'
import type { Findings, Setting } from '../../bench/section.ts'
import { resultOf } from './result-of.ts'

const settingOf = (bin: string): Setting => ({
  bin,
  size: 'S',
  isUnclean: false,
  seed: 1,
  corpus: `/corpus-of-${bin}`,
  bytes: 1,
  scratch: '/scratch',
  peers: { tools: [], missing: [], checks: () => [], leftOut: () => [] },
  limitMs: 1000,
  rounds: 1,
  measure: () => Promise.reject(new Error('measured alone')),
})

const NEW = settingOf('new')
const OLD = settingOf('old')
const PAIR = [NEW, OLD] as const

const rowOf = (id: string, bin: string): Row => ({
  id,
  label: `${id} of ${bin}`,
  run: () => Promise.reject(new Error('not run here')),
})

/** A bench of two rows and, for the new build, one of a peer; what it says afterwards names its build. */
async function bench({ bin, measure }: Setting): Promise<Findings> {
  const rows = ['cold', ...(bin === 'new' ? ['peer'] : []), 'warm'].map((id) => rowOf(id, bin))
  return { results: await measure(rows), notes: [bin] }
}

/** Gives each row its place in the list as its time. */
async function places(rows: readonly Row[]): Promise<Result[]> {
  return rows.map(({ id }, place) => resultOf(id, [place]))
}

test('rows of two builds are measured side by side, and each build gets its own', async () => {
  const labels: string[] = []
  const [ours, theirs] = await runPaired(bench, PAIR, (rows, isPaired) => {
    labels.push(...rows.map(({ label }) => label), String(isPaired))
    return places(rows)
  })
  expect(labels).toEqual([
    'cold of new',
    'cold of old, old build',
    'peer of new',
    'warm of new',
    'warm of old, old build',
    'true',
  ])
  const timesOf = ({ results }: Findings) => results.map(({ id, rounds }) => [id, rounds[0]?.ms])
  expect(timesOf(ours)).toEqual([
    ['cold', 0],
    ['peer', 2],
    ['warm', 3],
  ])
  expect(timesOf(theirs)).toEqual([
    ['cold', 1],
    ['warm', 4],
  ])
  expect([ours.notes, theirs.notes]).toEqual([['new'], ['old']])
})

test('one build that cannot be measured ends both, whichever it is', async () => {
  for (const broken of ['new', 'old']) {
    const failing = async (setting: Setting): Promise<Findings> => {
      if (setting.bin === broken) throw new Error(`no such thing in ${broken}`)
      return bench(setting)
    }
    await expect(runPaired(failing, PAIR, places)).rejects.toThrow(`no such thing in ${broken}`)
  }
})

test('a measurement that fails ends both', async () => {
  const fail = (): Promise<Result[]> => Promise.reject(new Error('a commit was refused'))
  await expect(runPaired(bench, PAIR, fail)).rejects.toThrow('a commit was refused')
})

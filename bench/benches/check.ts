import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { floors } from '../floors.ts'
import { GIT_TRACE, gitProcesses } from '../git-processes.ts'
import { measure } from '../measure.ts'
import { outputOf } from '../output-of.ts'
import { programRow, type Row } from '../row.ts'
import type { Fact, Findings, Setting } from '../section.ts'

/** The row that peers are compared with. */
export const COLD = 'cold'

/**
 * Our check in four states: no cache and no writes to it, an empty cache that is filled, a full cache, and a full cache with
 * one changed plan. Next to it git, Node and other linters.
 */
export async function benchCheck(setting: Setting): Promise<Findings> {
  const { corpus } = setting
  const results = await setting.measure([
    ...floors(corpus),
    ...rows(setting),
    ...setting.peers.checks(setting),
  ])
  return {
    results,
    facts: await facts(setting),
    notes: [`Our check says: ${verdict(setting)}.`, ...setting.peers.leftOut(setting)],
  }
}

function rows(setting: Setting): Row[] {
  const { corpus, isUnclean } = setting
  const row = (id: string, label: string, around = {}, ...flags: string[]): Row =>
    programRow(id, `memkeep check, ${label}`, check(setting, ...flags), {
      ...around,
      ...(isUnclean && { success: '1' }),
    })
  const prime = async (): Promise<void> => void (await measure(check(setting), setting.limitMs))
  const empty = (): void => rmSync(cacheFolder(corpus), { recursive: true, force: true })
  return [
    row(COLD, 'cold (`--no-cache`)', {}, '--no-cache'),
    row('empty-cache', 'cold, cache written', { before: empty }),
    row('warm', 'warm', { before: prime }),
    row('one-changed', 'one plan changed', onePlanChanged(corpus, prime)),
  ]
}

function check({ bin, corpus }: Setting, ...flags: string[]) {
  return { file: process.execPath, args: [bin, 'check', ...flags], cwd: corpus }
}

function onePlanChanged(corpus: string, prime: () => Promise<void>): Pick<Row, 'before' | 'after'> {
  const [plan] = plansOf(corpus)
  if (!plan) throw new Error(`The corpus ${corpus} has no plans`)
  let count = 0
  return {
    before: async () => {
      await prime()
      count += 1
      appendFileSync(join(corpus, plan), `\nSeen ${count} times.\n`)
    },
    after: () => void outputOf('git', ['checkout', '--quiet', '--', plan], { cwd: corpus }),
  }
}

function plansOf(corpus: string): readonly string[] {
  const listed = outputOf('git', ['ls-files', '--', '*/_plans/*.md'], { cwd: corpus })
  return listed.split('\n').filter((path) => path !== '')
}

async function facts(setting: Setting): Promise<Fact[]> {
  const { corpus, bytes, limitMs } = setting
  const cache = cacheFolder(corpus)
  rmSync(cache, { recursive: true, force: true })
  const counted = async (...flags: string[]): Promise<number> => {
    const trace = join(setting.scratch, 'trace')
    const command = { ...check(setting, ...flags), env: { [GIT_TRACE]: trace } }
    return (await gitProcesses(trace, () => measure(command, limitMs))).length
  }
  const [cold, empty] = [await counted('--no-cache'), await counted()]
  const share = (sizeOf(cache) / bytes) * 100
  const warm = await counted()
  const changed = await changeParts(setting)
  return [
    { id: 'git-cold', label: 'git processes of a cold check', value: cold, unit: '' },
    { id: 'git-empty-cache', label: 'git processes of a check that fills its cache', value: empty, unit: '' },
    { id: 'git-warm', label: 'git processes of a warm check', value: warm, unit: '' },
    {
      id: 'cache-share',
      label: "cache, of the memory's bytes",
      value: share,
      unit: '%',
    },
    {
      id: 'cache-share-changed',
      label: `the same after ${changed} plans of as many folders were changed, with a check after each`,
      value: (sizeOf(cache) / bytes) * 100,
      unit: '%',
    },
  ]
}

const MOST_CHANGED = 10

/** Changes one plan after the other and checks after each; gives how many, and leaves the files as they were. */
async function changeParts(setting: Setting): Promise<number> {
  const { corpus, limitMs } = setting
  const byFolder = new Map(plansOf(corpus).map((plan) => [dirname(plan), plan]))
  const plans = [...byFolder.values()].slice(0, MOST_CHANGED)
  for (const plan of plans) {
    appendFileSync(join(corpus, plan), '\nSeen.\n')
    await measure(check(setting), limitMs)
  }
  outputOf('git', ['checkout', '--quiet', '--', ...plans], { cwd: corpus })
  return plans.length
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

/** For people to see that it did its work. Throws when it cannot be run. */
function verdict(setting: Setting): string {
  const flags = ['--no-cache', '--format', 'json', '--max-warnings', '1000000']
  const { file, args, cwd } = check(setting, ...flags)
  const { summary } = JSON.parse(outputOf(file, args, { cwd })) as { summary: { [name: string]: number } }
  return ['documents', 'items', 'errors', 'warnings', 'infos']
    .map((name) => `${summary[name]} ${name}`)
    .join(', ')
}

function cacheFolder(corpus: string): string {
  return resolve(corpus, outputOf('git', ['rev-parse', '--git-path', 'memkeep'], { cwd: corpus }).trim())
}

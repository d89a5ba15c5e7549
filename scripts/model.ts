// Commits at random in real repositories and holds the pre-commit hook to its promises after every commit.
// usage: node scripts/run.mjs scripts/model.ts [COMMITS] [--seed N] [--command FILE]
// Exit code: 1 when a promise was broken; the seed and the story of the broken run are printed.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeResult, type ModelResult, runModel } from '../test/model/model.ts'

const COMMITS_PER_RUN = 30

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    command: { type: 'string', default: 'dist/memkeep.cjs' },
  },
})
const wanted = Number(positionals[0] ?? 10_000)
const memkeep = resolve(values.command)
const results: ModelResult[] = []
let nextSeed = Number(values.seed)
let started = 0

function sum(outcome: keyof ModelResult['outcomes']): number {
  return results.reduce((total, { outcomes }) => total + outcomes[outcome], 0)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** One run after the other until enough commits were started. */
async function lane(): Promise<void> {
  while (started < wanted) {
    const commits = Math.min(COMMITS_PER_RUN, wanted - started)
    started += commits
    const seed = nextSeed
    nextSeed += 1
    const result = await runModel({ seed, commits, memkeep })
    results.push(result)
    if (result.faults.length > 0) say(describeResult(result))
    if (results.length % 10 === 0) say(`${sum('committed')} commits in ${results.length} repositories`)
  }
}

const begin = performance.now()
await Promise.all(Array.from({ length: availableParallelism() }, lane))
const broken = results.filter(({ faults }) => faults.length > 0)
const seconds = Math.round((performance.now() - begin) / 1000)
say(
  `${sum('committed')} commits, ${sum('refused')} refused, ${sum('aborted')} aborted, in ${results.length} repositories and ${seconds} s: ${
    broken.length === 0
      ? 'every promise kept'
      : `broken with seeds ${broken.map(({ seed }) => seed).join(', ')}`
  }`,
)
process.exitCode = broken.length === 0 ? 0 : 1

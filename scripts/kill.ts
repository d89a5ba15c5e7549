// Kills commits at random moments, and holds what is left to be whole and the next commit to be right.
// usage: node scripts/run.mjs scripts/kill.ts [KILLS] [--seed N] [--command FILE]
// Exit code: 1 when something was lost or wrong; the seed and the story are printed.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type KillResult, runKills } from '../test/model/kill.ts'

const KILLS_PER_RUN = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    command: { type: 'string', default: 'dist/memkeep.cjs' },
  },
})
const wanted = Number(positionals[0] ?? 300)
const memkeep = resolve(values.command)
const results: KillResult[] = []
let nextSeed = Number(values.seed)
let started = 0

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** One repository after the other until enough commits were killed. */
async function lane(): Promise<void> {
  while (started < wanted) {
    const kills = Math.min(KILLS_PER_RUN, wanted - started)
    started += kills
    const seed = nextSeed
    nextSeed += 1
    const result = await runKills({ seed, kills, memkeep })
    results.push(result)
    if (result.faults.length > 0) {
      say([`seed ${seed}`, ...result.story, ...result.faults.map((fault) => `✖ ${fault}`)].join('\n'))
    }
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, lane))
const hits = results.reduce((total, one) => total + one.hits, 0)
const broken = results.filter(({ faults }) => faults.length > 0)
say(
  `${started} kills, ${hits} of them in time, in ${results.length} repositories: ${
    broken.length === 0 ? 'nothing lost' : `broken with seeds ${broken.map(({ seed }) => seed).join(', ')}`
  }`,
)
process.exitCode = broken.length === 0 ? 0 : 1

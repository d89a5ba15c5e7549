// Measures our check on a generated corpus, side by side with what it cannot be faster than and with other tools,
// and prints a Markdown table. See USAGE in options.ts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchCommits } from './commit.ts'
import { SIZES } from './corpus/corpus.ts'
import { writeCorpus } from './corpus/write-corpus.ts'
import { floors, START } from './floors.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { COLD, isBuilt, ours, verdict } from './ours.ts'
import { type Installed, installPeers } from './peers/peers.ts'
import { runRounds } from './rounds.ts'
import { duration, table } from './table.ts'

const BUILT = 'dist/memkeep.cjs'

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  if (!options.bin) execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' })
  const bin = options.bin || BUILT
  if (!isBuilt(bin)) {
    process.stderr.write(`Unexpected absence of ${bin}, expected the built command; run \`npm run build\`\n`)
    return 2
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-bench-')))
  try {
    const isCheck = options.what === 'check'
    if (isCheck && options.peers.length > 0) tell('installing peers')
    const peers = await installPeers(isCheck ? options.peers : [], join(folder, 'peers'))
    for (const size of options.sizes) {
      process.stdout.write(`${await benchSize(size, { options, bin, folder, peers })}\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return 0
}

type Bench = {
  readonly options: Options
  readonly bin: string
  readonly folder: string
  readonly peers: Installed
}

async function benchSize(name: string, { options, bin, folder, peers }: Bench): Promise<string> {
  const size = SIZES[name]
  if (!size) throw new Error(`Unexpected size ${name}`)
  const corpus = join(folder, `corpus-${name}`)
  mkdirSync(corpus)
  tell(`writing corpus ${name}`)
  const { files, bytes } = await writeCorpus(corpus, { size, seed: options.seed, defects: 0 })
  const heading = [`## ${name}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`, '', machine(options), '']
  if (options.what === 'commit') return [...heading, benchCommits(corpus, { ...options, bin }), ''].join('\n')
  const limitMs = options.timeout * 1000
  const results = await runRounds([...floors(corpus), ...ours(bin, corpus), ...peers.rows(corpus)], {
    rounds: options.rounds,
    limitMs,
    onRun: (label, run) => tell(`${label}: ${duration(run.ms)}, exit ${run.exit}`),
  })
  return [
    ...heading,
    `Our check says: ${verdict(bin, corpus)}.`,
    '',
    table(results, { start: START, cold: COLD, limitMs }),
    '',
    'Wall time. CPU (all processes) and peak memory (the largest one) are of a first run, which is not counted',
    'unless it took over 2 s. A program that has used 90 s is not run again.',
    ...peers.missing.map((reason) => `Not measured, because it could not be installed: ${reason}`),
    '',
  ].join('\n')
}

function machine({ seed }: Options): string {
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, seed ${seed}.`
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}

process.exitCode = await main()

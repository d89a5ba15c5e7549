import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SIZES } from './corpus/corpus.ts'
import { PEER_NAMES } from './peers/peers.ts'

/** What can be measured. */
export const BENCH_NAMES = ['startup', 'commit', 'check', 'context', 'find', 'save', 'migrate'] as const

export type BenchName = (typeof BENCH_NAMES)[number]

/** What a run of the bench measures, and how often. */
export type Options = {
  readonly benches: readonly BenchName[]
  readonly sizes: readonly string[]
  /** Whether checks are measured on a corpus with findings, too. */
  readonly unclean: boolean
  readonly rounds: number
  /** How often everything is measured: a target is met where each of these meets it. */
  readonly runs: number
  readonly peers: readonly string[]
  readonly seed: number
  /** Seconds that one run of one program may take. */
  readonly timeout: number
  /** The command's file; empty to build it first. */
  readonly bin: string
  /** The file of another build's command, measured in the same rounds; empty for none. */
  readonly against: string
  /** Whether a missed target is a failure. */
  readonly check: boolean
  /** Where the report is written; `-` for nowhere. */
  readonly out: string
}

/** How it is called. */
export const USAGE = `usage: npm run bench -- [${BENCH_NAMES.join('|')} …] [--check] [--unclean]
                        [--size S|M|L[,…]] [--rounds 5] [--runs 1] [--peers all|none|${PEER_NAMES.join(',')}]
                        [--timeout 300] [--seed 1] [--bin dist/memkeep.cjs] [--out bench/RESULTS.md]
                        [--against OLD_DIST_DIR]
Without names everything is measured, at size M.
--unclean: measure checks a second time on a corpus that is over its hot budget and has, at size M, 5,000 dead links and 200
schema errors; --check: exit 1 when a target is missed, or none could be judged; --timeout: seconds that one run of one program may take;
--runs: measure everything so often, and call a target met where each run meets it;
--bin: measure this file instead of building the command; --out -: write no report; --against: measure the build in this folder in
the same rounds, and give the ratio of each row; no report is written unless --out names one`

/** Reads the arguments; null when they are wrong. */
export function readOptions(args: readonly string[]): Options | null {
  const found = parsed(args)
  if (!found) return null
  const { values, positionals } = found
  const benches = BENCH_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name))
  const isKnown = (name: string): boolean => BENCH_NAMES.some((bench) => bench === name)
  const peers = peerNames(values.peers)
  const sizes = [...new Set(values.size.split(','))]
  const [rounds, runs, seed, timeout] = [values.rounds, values.runs, values.seed, values.timeout].map(Number)
  if (
    !rounds ||
    !runs ||
    !timeout ||
    seed === undefined ||
    !Number.isInteger(seed) ||
    !Number.isInteger(rounds + runs)
  ) {
    return null
  }
  if (rounds < 1 || runs < 1 || !(timeout > 0) || !peers || !positionals.every(isKnown)) return null
  if (!sizes.every((size) => Object.hasOwn(SIZES, size))) return null
  const { bin, check, unclean } = values
  if (unclean && !benches.includes('check')) return null
  const against = values.against === '' ? '' : join(values.against, 'memkeep.cjs')
  const out = values.out ?? (against === '' ? 'bench/RESULTS.md' : '-')
  return { benches, sizes, unclean, rounds, runs, peers, seed, timeout, bin, against, check, out }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        size: { type: 'string', default: 'M' },
        rounds: { type: 'string', default: '5' },
        runs: { type: 'string', default: '1' },
        peers: { type: 'string', default: 'all' },
        timeout: { type: 'string', default: '300' },
        seed: { type: 'string', default: '1' },
        bin: { type: 'string', default: '' },
        check: { type: 'boolean', default: false },
        unclean: { type: 'boolean', default: false },
        out: { type: 'string' },
        against: { type: 'string', default: '' },
      },
    })
  } catch {
    return null
  }
}

function peerNames(text: string): readonly string[] | null {
  if (text === 'all') return PEER_NAMES
  if (text === 'none') return []
  const names = text.split(',')
  return names.every((name) => PEER_NAMES.includes(name)) ? names : null
}

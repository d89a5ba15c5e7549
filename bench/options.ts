import { parseArgs } from 'node:util'
import { SIZES } from './corpus/corpus.ts'
import { PEER_NAMES } from './peers/peers.ts'

/** What a run of the bench measures, and how often. */
export type Options = {
  /** What is measured: checks side by side with other tools, or whole commits. */
  readonly what: 'check' | 'commit'
  readonly sizes: readonly string[]
  readonly rounds: number
  readonly peers: readonly string[]
  readonly seed: number
  /** Seconds that one run of one program may take. */
  readonly timeout: number
  /** The command's file; empty to build it first. */
  readonly bin: string
}

/** How it is called. */
export const USAGE = `usage: npm run bench -- [check|commit] [--size S|M|L[,…]] [--rounds 5] [--peers all|none|${PEER_NAMES.join(',')}]
                        [--timeout 300] [--seed 1] [--bin dist/memkeep.cjs]
--timeout: seconds that one run of one program may take; --bin: measure this file instead of building the command`

/** Reads the arguments; null when they are wrong. */
export function readOptions(args: readonly string[]): Options | null {
  const found = parsed(args)
  if (!found) return null
  const { values, positionals } = found
  const [what = 'check', ...more] = positionals
  if ((what !== 'check' && what !== 'commit') || more.length > 0) return null
  const peers = peerNames(values.peers)
  const sizes = values.size.split(',')
  const [rounds, seed, timeout] = [values.rounds, values.seed, values.timeout].map(Number)
  if (!rounds || !timeout || seed === undefined || !Number.isInteger(seed) || !Number.isInteger(rounds))
    return null
  if (rounds < 1 || timeout < 0 || !peers || !sizes.every((size) => SIZES[size])) return null
  return { what, sizes, rounds, peers, seed, timeout, bin: values.bin }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        size: { type: 'string', default: 'M' },
        rounds: { type: 'string', default: '5' },
        peers: { type: 'string', default: 'all' },
        timeout: { type: 'string', default: '300' },
        seed: { type: 'string', default: '1' },
        bin: { type: 'string', default: '' },
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

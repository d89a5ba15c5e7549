import { isShard, type Shard } from '../../core/shard.ts'

/** What the first line of a shard file says of the rest. */
export type ShardHeader = {
  /** The version of memkeep that made it, and its build: facts of another one may differ. */
  readonly version: string
  readonly build: string
  readonly shard: Shard
  /** What it was made of, for people: `work tree of 1a2b3c4d5e6f`, `commit 1a2b3c4d5e6f`. */
  readonly made: readonly string[]
  /** The identity of the settings of what is checked. */
  readonly settings: string
  readonly documents: number
  /** SHA-256 of every byte after the first line, in hex. */
  readonly sha256: string
}

/** How every shard file begins; the number is the form of the file. */
const SHARD_MARK = '{"memkeep-shard":1,'

/** The first line is never longer, in bytes. */
export const MOST_HEADER_BYTES = 64 * 1024

/** The line that begins the documents made under settings. */
export function settingsLine(identity: string): string {
  return `{"settings":${JSON.stringify(identity)}}`
}

/**
 * The first line. It takes the same room whatever the last two values are, so that it can be written when all else is.
 */
export function headerLine({ shard, documents, sha256, ...rest }: ShardHeader): string {
  const counts = JSON.stringify({ documents, sha256: sha256.padStart(64, '0') })
  const line = `${SHARD_MARK}${JSON.stringify({ ...rest, ...shard }).slice(1, -1)},${counts.slice(1)}`
  return `${line.padEnd(line.length + ROOM - String(documents).length)}\n`
}

const ROOM = 16

/** Reads a first line; null when it is none. */
export function readHeader(line: string): ShardHeader | null {
  const said = parsed(line)
  if (!said) return null
  const { version, build, index, of, made, settings, documents, sha256 } = said
  if (typeof version !== 'string' || typeof build !== 'string' || typeof settings !== 'string') return null
  if (typeof index !== 'number' || typeof of !== 'number' || !isShard({ index, of })) return null
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || !isCount(documents)) return null
  if (!Array.isArray(made) || !made.every((one) => typeof one === 'string')) return null
  return { version, build, shard: { index, of }, made, settings, documents, sha256 }
}

function parsed(line: string): { readonly [key: string]: unknown } | null {
  if (!line.startsWith(SHARD_MARK)) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

import { crc32 } from 'node:zlib'
import { cacheFolder } from '../fs/cache-folder.ts'

/** The last check of a work tree. Losing it costs time only. */
export type LastCheck = {
  /** What git had listed, and what the check came to, as JSON text. */
  readonly listed: Buffer
  readonly json: string
  /** The mark of git's index at that time, '' when it had none. */
  readonly mark: string
}

/** Where the last check of a work tree is kept. */
export type LastCheckCache = {
  /** Null when there is none of that key, or it is damaged. A key names all that it depends on beside the listing. */
  get(key: string): LastCheck | null
  /** The mark of what may be kept there, at a glance; '' when there is none. */
  mark(): string
  put(key: string, last: LastCheck): void
}

const NAME = 'last-check'
const MOST_BYTES = 64 * 1024 * 1024
/** A mark with spaces behind it, a checksum, and how long the JSON text behind it is, both in hexadecimal. */
const MARK = 64
const NUMBER = 8
const HEAD = MARK + 2 * NUMBER

/** Opens the cache in git's directory of one work tree. */
export function openLastCheck(gitDir: string): LastCheckCache {
  const folder = cacheFolder(gitDir)
  return {
    get: (key) => {
      const file = folder.read(NAME, MOST_BYTES)
      if (!file || file.length <= HEAD) return null
      const [mark, sum, length] = partsOf(file.toString('latin1', 0, HEAD))
      const end = HEAD + Number.parseInt(length, 16)
      if (sum !== hex(checksum(key + mark + length, file.subarray(HEAD)))) return null
      return { listed: file.subarray(end), json: file.toString('utf8', HEAD, end), mark }
    },
    mark: () => partsOf(folder.head(NAME, HEAD)?.toString('latin1') ?? '')[0],
    put: (key, { listed, json, mark }) => {
      const text = Buffer.from(json)
      const kept = Buffer.concat([text, listed])
      const length = hex(text.length)
      const head = Buffer.from(mark.padEnd(MARK) + hex(checksum(key + mark + length, kept)) + length)
      if (HEAD + kept.length <= MOST_BYTES) folder.write(NAME, Buffer.concat([head, kept]))
    },
  }
}

function partsOf(head: string): readonly [mark: string, sum: string, length: string] {
  return [head.slice(0, MARK).replace(/ +$/, ''), head.slice(MARK, MARK + NUMBER), head.slice(MARK + NUMBER)]
}

/** Over the key too. */
function checksum(key: string, kept: Buffer): number {
  return crc32(kept, crc32(key))
}

function hex(number: number): string {
  return number.toString(16).padStart(NUMBER, '0')
}

import { crc32 } from 'node:zlib'
import { cacheFolder } from '../files/cache-folder.ts'

/** The last check of a work tree. Losing it costs time only. */
export type LastCheck = {
  /** What git had listed, and what the check came to, as JSON text. */
  readonly listed: Buffer
  readonly json: string
}

/** Where the last check of a work tree is kept. */
export type LastCheckCache = {
  /** Null when there is none of that key, or it is damaged. A key names all that it depends on beside the listing. */
  get(key: string): LastCheck | null
  put(key: string, last: LastCheck): void
}

const NAME = 'last-check'
const MOST_BYTES = 64 * 1024 * 1024
/** A checksum, and how long the JSON text behind it is, both in hexadecimal. */
const NUMBER = 8
const HEAD = 2 * NUMBER

/** Opens the cache in git's directory of one work tree. */
export function openLastCheck(gitDir: string): LastCheckCache {
  const folder = cacheFolder(gitDir)
  return {
    get: (key) => {
      const file = folder.read(NAME, MOST_BYTES)
      if (!file || file.length <= HEAD) return null
      const end = HEAD + Number.parseInt(file.toString('latin1', NUMBER, HEAD), 16)
      const json = file.subarray(HEAD, end)
      if (file.toString('latin1', 0, NUMBER) !== hex(checksum(key, json))) return null
      return { listed: file.subarray(end), json: json.toString('utf8') }
    },
    put: (key, { listed, json }) => {
      const text = Buffer.from(json)
      const size = HEAD + text.length + listed.length
      const head = Buffer.from(hex(checksum(key, text)) + hex(text.length))
      if (size <= MOST_BYTES) folder.write(NAME, Buffer.concat([head, text, listed]))
    },
  }
}

/** Over the key too. The listing has none: it is compared as a whole. */
function checksum(key: string, json: Buffer): number {
  return crc32(json, crc32(key))
}

function hex(number: number): string {
  return number.toString(16).padStart(NUMBER, '0')
}

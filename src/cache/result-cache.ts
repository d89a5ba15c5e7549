import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type CacheFolder, cacheFolder } from '../files/cache-folder.ts'

/** Outcomes of whole checks from earlier runs. Losing it, or a part of it, costs time only. */
export type ResultCache = {
  /** What was kept under a key, as JSON text; null when there is nothing, or it is damaged. */
  get(key: string): string | null
  put(key: string, json: string): void
}

const MOST_BYTES = 32 * 1024 * 1024
/** Work tree, staged files and a few bases take turns. */
const KEPT = 8
const CHECKSUM = 8
const NAME = /^result-[0-9a-f]{32}\.json$/

/** Opens the cache in git's own directory. A key names everything that the outcome depends on. */
export function openResultCache(commonDir: string): ResultCache {
  const folder = cacheFolder(commonDir)
  return {
    get: (key) => {
      const file = folder.read(nameOf(key), MOST_BYTES)
      if (!file || file.length <= CHECKSUM) return null
      const json = file.subarray(CHECKSUM)
      return file.toString('latin1', 0, CHECKSUM) === checksum(key, json) ? json.toString('utf8') : null
    },
    put: (key, json) => {
      const bytes = Buffer.from(json)
      if (bytes.length > MOST_BYTES - CHECKSUM) return
      if (folder.write(nameOf(key), Buffer.concat([Buffer.from(checksum(key, bytes)), bytes]))) sweep(folder)
    },
  }
}

function nameOf(key: string): string {
  return `result-${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`
}

/** Over the key too: a file under another check's name is not believed. */
function checksum(key: string, json: Buffer): string {
  return crc32(json, crc32(key)).toString(16).padStart(CHECKSUM, '0')
}

function sweep(folder: CacheFolder): void {
  const kept = folder.list().filter(({ name }) => NAME.test(name))
  for (const { name } of kept.slice(KEPT)) folder.remove(name)
}

import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Report } from '../core/report.ts'
import { cacheFolder } from '../fs/cache-folder.ts'

/** What a report depends on that neither git's status nor its index shows. */
export type CachePreconditions = {
  /** Paths that are not there: files there would be looked at although git does not list them. */
  readonly absent: readonly string[]
  /** `.gitattributes` files, which convert no contents that are read. */
  readonly attributes: readonly string[]
  /** Of the files that are read, in lower case. */
  readonly extensions: readonly string[]
}

/** The report of the last check of a whole work tree. Losing it costs time only. */
export type LastReport = {
  /** Names the state of the work tree, and all else that the report depends on but its preconditions. */
  readonly key: string
  readonly report: Report
  /** Findings that `--fix` can fix. */
  readonly fixable: number
  readonly preconditions: CachePreconditions
}

/** Where the last report of a work tree is kept. */
export type LastReportCache = {
  /** Null when there is none, or it is damaged. */
  get(): LastReport | null
  put(last: LastReport): void
}

const NAME = 'last-report'
const MOST_BYTES = 64 * 1024 * 1024
/** Findings repeat themselves: compressed, so many of them take a hundredth. */
const MOST_JSON = 1024 * 1024 * 1024
/** A checksum, in hexadecimal. */
const HEAD = 8

/** Opens the cache in git's directory of one work tree. */
export function openLastReport(gitDir: string): LastReportCache {
  const folder = cacheFolder(gitDir)
  return {
    get: () => {
      const file = folder.read(NAME, MOST_BYTES)
      const kept = file?.subarray(HEAD)
      if (!file || !kept || file.toString('latin1', 0, HEAD) !== checksum(kept)) return null
      try {
        return JSON.parse(inflateRawSync(kept, { maxOutputLength: MOST_JSON }).toString('utf8')) as LastReport
      } catch {
        return null
      }
    },
    put: (last) => {
      const kept = deflateRawSync(JSON.stringify(last), { level: 1 })
      if (kept.length <= MOST_BYTES - HEAD)
        folder.write(NAME, Buffer.concat([Buffer.from(checksum(kept)), kept]))
    },
  }
}

function checksum(kept: Buffer): string {
  return crc32(kept).toString(16).padStart(HEAD, '0')
}

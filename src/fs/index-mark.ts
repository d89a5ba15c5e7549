import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** As long as the checksum that an index ends with in a repository of SHA-256; one of SHA-1 is shorter. */
const BYTES = 32
/** What stands there where `index.skipHash` leaves the checksum out. */
const NONE = /0{40}$/

/**
 * A mark of what git's index holds, in hexadecimal: the same means the same files, states and flags. Null where there is
 * none, or it cannot be read.
 */
export function indexMark(gitDir: string): string | null {
  try {
    const file = openSync(join(gitDir, 'index'), 'r')
    try {
      const { size } = fstatSync(file)
      const end = Buffer.alloc(BYTES)
      if (size < BYTES || readSync(file, end, 0, BYTES, size - BYTES) < BYTES) return null
      const mark = end.toString('hex')
      return NONE.test(mark) ? null : mark
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/**
 * Names the file that git's index is in: git writes a new one for every change, also for one that takes the last one back.
 * '' when it cannot be looked at.
 */
export function indexFile(gitDir: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(join(gitDir, 'index'), { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return ''
  }
}

import * as fs from 'node:fs'
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { devNull } from 'node:os'
import { isThere } from './stat.ts'

const MOST = 1024 * 1024

/** How people tell git that there is no such file, on every system. */
const NOTHING: readonly string[] = [devNull, '/dev/null']

/** A small file as text; '' when it is absent, null when it is unreadable or over `most` bytes (1 MiB). */
export function readSmall(path: string, most = MOST): string | null {
  if (NOTHING.includes(path)) return ''
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return ''
    return stats.isFile() && stats.size <= most ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}

/** Reads a file that the user named on the command line, as UTF-8. Throws Node's own error when it cannot. */
export function readText(path: string): string {
  return readFileSync(path, 'utf8')
}

/** Reads a file that was named on the command line. Throws Node's own error when it cannot. */
export function readBytes(path: string): Buffer {
  return readFileSync(path)
}

const CHUNK = 4 * 1024 * 1024
const LF = 0x0a
const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0)

/**
 * The lines of a regular file in turn, without their line breaks, and never more of it in memory than a line and 4 MiB; a last
 * line without a line break counts as well. A line is good until the next one is asked for. Gives null, and ends, where a
 * line is longer than `mostBytes`. Throws Node's own error when the file cannot be read.
 */
export function* readLines(path: string, mostBytes: number): Generator<Buffer | null> {
  const handle = fs.openSync(path, FLAGS)
  try {
    if (!fs.fstatSync(handle).isFile()) throw Object.assign(new Error('no regular file'), { code: 'EINVAL' })
    const begun: Buffer[] = []
    let length = 0
    const chunk = Buffer.allocUnsafe(CHUNK)
    for (let size = fs.readSync(handle, chunk); size > 0; size = fs.readSync(handle, chunk)) {
      let start = 0
      for (let end = chunk.indexOf(LF); end >= 0 && end < size; end = chunk.indexOf(LF, start)) {
        const rest = chunk.subarray(start, end)
        if (length + rest.length > mostBytes) return yield null
        yield begun.length === 0 ? rest : Buffer.concat([...begun, rest])
        begun.length = 0
        length = 0
        start = end + 1
      }
      length += size - start
      if (length > mostBytes) return yield null
      // The next chunk is read into the same place.
      if (size > start) begun.push(Buffer.from(chunk.subarray(start, size)))
    }
    if (length > 0) yield Buffer.concat(begun)
  } finally {
    fs.closeSync(handle)
  }
}

/** Writes a file that the user named on the command line, in place. Throws Node's own error when it cannot. */
export function writeText(path: string, text: string): void {
  writeFileSync(path, text)
}

/** Adds text at the end of a file, and makes the file where it is missing. Throws Node's own error when it cannot. */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text)
}

/** Finds out whether a file can be written, and leaves what is there as it is. Throws Node's own error when it cannot. */
export function assertWritable(path: string): void {
  const wasThere = isThere(path)
  closeSync(openSync(path, 'a'))
  if (!wasThere) unlinkSync(path)
}

import { devNull } from 'node:os'
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from './gate.ts'
import { isThere } from './read-files.ts'

const MOST = 1024 * 1024

/** Paths by which people say "no such file" to git, on every system. */
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

/** The end of a file as text, from a line on where it is longer than `most` bytes; null when it is no readable regular file. */
export function readTail(path: string, most: number): string | null {
  let handle: number | undefined
  try {
    if (!statSync(path).isFile()) return null
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const { size } = fstatSync(handle)
    const bytes = Buffer.alloc(Math.min(size, most))
    const count = readSync(handle, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.subarray(0, count).toString('utf8')
    return size > most ? text.slice(text.indexOf('\n') + 1) : text
  } catch {
    return null
  } finally {
    if (handle !== undefined) closeSync(handle)
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
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * The lines of a regular file in turn, without their line breaks; memory holds at most one line and 4 MiB. A last
 * line without a line break counts too. A line is valid until the next one is asked for. Yields null and ends at a
 * line longer than `mostBytes`. Throws Node's own error when the file cannot be read.
 */
export function* readLines(path: string, mostBytes: number): Generator<Buffer | null> {
  const handle = openSync(path, FLAGS)
  try {
    if (!fstatSync(handle).isFile()) throw Object.assign(new Error('no regular file'), { code: 'EINVAL' })
    const begun: Buffer[] = []
    let length = 0
    const chunk = Buffer.allocUnsafe(CHUNK)
    for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) {
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
      // The next chunk overwrites this one.
      if (size > start) begun.push(Buffer.from(chunk.subarray(start, size)))
    }
    if (length > 0) yield Buffer.concat(begun)
  } finally {
    closeSync(handle)
  }
}

/** Writes a file that the user named on the command line, in place. Throws Node's own error when it cannot. */
export function writeText(path: string, text: string): void {
  writeFileSync(path, text)
}

/** Appends text to a file, and creates the file where it is missing. Throws Node's own error when it cannot. */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text)
}

/** Checks that a file can be written, and leaves what is there as it is. Throws Node's own error when it cannot. */
export function assertWritable(path: string): void {
  const wasThere = isThere(path)
  closeSync(openSync(path, 'a'))
  if (!wasThere) unlinkSync(path)
}

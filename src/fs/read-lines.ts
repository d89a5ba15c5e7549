import * as fs from 'node:fs'

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

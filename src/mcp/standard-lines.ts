import process from 'node:process'
import { Transform } from 'node:stream'

/** A line of more bytes than are kept: how many there were, and how it begins and ends. */
export type LongLine = { readonly bytes: number; readonly start: string; readonly end: string }

/** Which lines go on; what is given ends in its line feed, or is cut. */
export type LineJudge = {
  readonly most: number
  readonly keep: (line: string | LongLine) => boolean
  /** Waited for, when all lines are read, before the end is told. */
  readonly ended?: () => Promise<void>
}

const LINE_FEED = 10
/** So much of a long line's ends is kept. */
const SHOWN = 256

/**
 * Standard input as whole lines, one at a time, with those left out that the judge does not keep. However long a line gets,
 * no more than `most` bytes of it are held. Bytes after the last line feed are no line. Who no longer listens destroys it.
 */
export function standardLines(judge: LineJudge, input: NodeJS.ReadableStream = process.stdin): Transform {
  const collect = lineCollector(judge)
  const lines = new Transform({
    // A chunk is a line: chunks that nobody has read yet are not joined.
    readableObjectMode: true,
    transform(chunk: Buffer, _, done) {
      let start = 0
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        const line = collect(chunk.subarray(start, end + 1), true)
        if (line) lines.push(line)
        start = end + 1
      }
      collect(chunk.subarray(start), false)
      done()
    },
    flush(done) {
      // Who listens has the last lines by then.
      setImmediate(() => (judge.ended?.() ?? Promise.resolve()).then(() => done(), done))
    },
  })
  // Input that nobody listens to any longer keeps no process alive.
  lines.once('close', () => {
    input.unpipe(lines)
    input.pause()
  })
  return input.pipe(lines)
}

/** Puts the parts of lines together; gives a line with its last part, when it is kept. */
function lineCollector({ most, keep }: LineJudge): (part: Buffer, last: boolean) => Buffer | null {
  let parts: Buffer[] = []
  let bytes = 0
  return (part, last) => {
    parts.push(part)
    bytes += part.length
    if (bytes > most) parts = endsOf(parts)
    if (!last) return null
    const line = Buffer.concat(parts)
    const judged = bytes > most ? cut(line, bytes) : line.toString('utf8')
    parts = []
    bytes = 0
    return keep(judged) && typeof judged === 'string' ? line : null
  }
}

/** The first and the last bytes of what is longer; nothing is cut from what is shorter. */
function endsOf(parts: readonly Buffer[]): Buffer[] {
  const all = Buffer.concat(parts)
  if (all.length <= 2 * SHOWN) return [all]
  // Copies: a part of a buffer holds the whole of it.
  return [Buffer.from(all.subarray(0, SHOWN)), Buffer.from(all.subarray(-SHOWN))]
}

function cut(line: Buffer, bytes: number): LongLine {
  const start = line.subarray(0, SHOWN).toString('utf8')
  return { bytes, start, end: line.subarray(-SHOWN).toString('utf8') }
}

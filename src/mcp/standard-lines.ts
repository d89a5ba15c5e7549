import process from 'node:process'
import { Transform } from 'node:stream'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server'

/** A line that is too long to keep: its size in bytes, its start and its end. */
export type LongLine = { readonly bytes: number; readonly start: string; readonly end: string }

/** Decides which lines go on. A line ends in its line feed, or is cut. */
type LineJudge = {
  readonly most: number
  readonly keep: (line: string | LongLine) => boolean
  /** Called when all lines are read; the stream ends after its promise. */
  readonly ended?: () => Promise<void>
}

const LINE_FEED = 10
/** Bytes kept of each end of a long line. */
const SHOWN = 256

/**
 * Standard input as whole lines, one at a time, without those that the judge drops. Of a line at most `most` bytes are
 * held. Bytes after the last line feed are dropped. A reader that no longer needs the stream destroys it.
 */
export function standardLines(judge: LineJudge, input: NodeJS.ReadableStream = process.stdin): Transform {
  const collect = lineCollector(judge)
  const lines = new Transform({
    // A chunk is a line: object mode keeps unread chunks apart.
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
      // By then the reader has the last lines.
      setImmediate(() => (judge.ended?.() ?? Promise.resolve()).then(() => done(), done))
    },
  })
  // Input without a reader must not keep the process alive.
  lines.once('close', () => {
    input.unpipe(lines)
    input.pause()
  })
  return input.pipe(lines)
}

/** Joins the parts of lines; gives a line with its last part, or null when the line is dropped. */
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

/** The first and last `SHOWN` bytes; all bytes where there are no more than that. */
function endsOf(parts: readonly Buffer[]): Buffer[] {
  const all = Buffer.concat(parts)
  if (all.length <= 2 * SHOWN) return [all]
  // Copies: a subarray would keep the whole buffer in memory.
  return [Buffer.from(all.subarray(0, SHOWN)), Buffer.from(all.subarray(-SHOWN))]
}

function cut(line: Buffer, bytes: number): LongLine {
  const start = line.subarray(0, SHOWN).toString('utf8')
  return { bytes, start, end: line.subarray(-SHOWN).toString('utf8') }
}

/** What is wrong with a line. `answers` is false for a faulty response: a client expects no answer to a response. */
export type LineFault = {
  readonly response: {
    readonly jsonrpc: '2.0'
    readonly id: RequestId | null
    readonly error: { readonly code: number; readonly message: string }
  }
  readonly answers: boolean
}

/** The longest line in bytes: the limit of the protocol's package. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024

const { ParseError, InvalidRequest } = ProtocolErrorCode

/**
 * Why a line is not a message; null for a message or an empty line. The protocol's package drops such lines without an
 * answer, and ends at one that is too long. JSON-RPC 2.0, sections 5 and 5.1: an id that is not known is null.
 */
export function lineFault(line: string | LongLine): LineFault | null {
  if (typeof line !== 'string') return longLineFault(line)
  if (line.trim() === '') return null
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return fault(ParseError, 'The line is not JSON: a line is one message of JSON-RPC in UTF-8')
  }
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message)) return null
  if (Array.isArray(message)) {
    return fault(InvalidRequest, 'The line is a batch of messages, not one message')
  }
  const { id, method, result, error } = (message ?? {}) as { readonly [key: string]: unknown }
  const isAnswer = method === undefined && (result !== undefined || error !== undefined)
  return {
    ...fault(InvalidRequest, 'The message is not a request, notification or response of JSON-RPC 2.0', id),
    answers: !isAnswer,
  }
}

function longLineFault({ bytes, start, end }: LongLine): LineFault {
  const id = AT_START.exec(start)?.[1] ?? AT_END.exec(end)?.[1]
  const message = `The message has ${bytes} bytes, at most ${MAX_LINE_BYTES} are allowed`
  return fault(InvalidRequest, message, id === undefined ? undefined : JSON.parse(id))
}

/** The two places where a top-level id is certain: at the very start, and before the last brace. */
const AT_START = /^\{"jsonrpc":"2\.0","id":(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")[,}]/u
const AT_END = /,"id":(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")\}\r?\n$/u

function fault(code: number, message: string, id?: unknown): LineFault {
  const known = typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null
  return { response: { jsonrpc: '2.0', id: known, error: { code, message } }, answers: true }
}

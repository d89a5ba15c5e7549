import process from 'node:process'
import { Transform } from 'node:stream'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCErrorResponse,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server'

/** A line of more bytes than are kept: how many there were, and how it begins and ends. */
export type LongLine = { readonly bytes: number; readonly start: string; readonly end: string }

/** Which lines go on; what is given ends in its line feed, or is cut. */
type LineJudge = {
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

/** What is wrong with a line, and whether it is told to the client too: nobody waits for an answer to an answer. */
export type LineFault = { readonly response: JSONRPCErrorResponse; readonly answers: boolean }

/** No line is longer, in bytes: as much as the protocol's package takes. */
export const LONGEST = 10 * 1024 * 1024

const { ParseError, InvalidRequest } = ProtocolErrorCode

/**
 * What keeps a line from being a message; null when it is one, or empty. The protocol's package drops such lines without an
 * answer, and ends at one that is too long. JSON-RPC 2.0, section 5.1; an id that cannot be told is left out, as MCP has it.
 */
export function lineFault(line: string | LongLine): LineFault | null {
  if (typeof line !== 'string') return longLineFault(line)
  if (line.trim() === '') return null
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return fault(ParseError, 'Unexpected line that is no JSON, expected a message of JSON-RPC in UTF-8')
  }
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message)) return null
  if (Array.isArray(message)) {
    return fault(InvalidRequest, 'Unexpected batch of messages, expected one message a line')
  }
  const { id, method, result, error } = (message ?? {}) as { readonly [key: string]: unknown }
  const isAnswer = method === undefined && (result !== undefined || error !== undefined)
  return {
    ...fault(InvalidRequest, 'Unexpected message, expected a request or notification of JSON-RPC 2.0', id),
    answers: !isAnswer,
  }
}

function longLineFault({ bytes, start, end }: LongLine): LineFault {
  const id = AT_START.exec(start)?.[1] ?? AT_END.exec(end)?.[1]
  const message = `Unexpected message of ${bytes} bytes, expected at most ${LONGEST}`
  return fault(InvalidRequest, message, id === undefined ? undefined : JSON.parse(id))
}

/** Where clients write the id of a request, and where nothing else can stand: at the very beginning, or before the last brace. */
const AT_START = /^\{"jsonrpc":"2\.0","id":(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")[,}]/u
const AT_END = /,"id":(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")\}\r?\n$/u

function fault(code: number, message: string, id?: unknown): LineFault {
  const known = typeof id === 'string' || Number.isSafeInteger(id) ? { id: id as RequestId } : {}
  return { response: { jsonrpc: '2.0', ...known, error: { code, message } }, answers: true }
}

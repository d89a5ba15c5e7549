import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCErrorResponse,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server'
import type { LongLine } from './standard-lines.ts'

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

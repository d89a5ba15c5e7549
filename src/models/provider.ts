import type { JsonObject } from '../core/json.ts'
import { safeText } from '../core/messages.ts'
import type { ModelFailure, ModelRequest, ModelUsage } from '../core/model.ts'

/** A model of the user's file: how it is reached, and what it is asked with. */
export type Model = ModelSettings & {
  /** The user's own name for it. */
  readonly name: string
}

export type ModelSettings = {
  readonly provider: string
  /** The model's id at its provider. */
  readonly model: string
  /** Of an HTTP endpoint, without a slash at the end. */
  readonly baseUrl?: string
  /** The name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string
  /** Null sends none: some models refuse it. */
  readonly temperature: number | null
  /** Tokens that prompt and answer may have together, for providers that take a limit. */
  readonly contextTokens?: number
  /** A local program and its arguments. */
  readonly command?: readonly string[]
  /** A file of recorded answers. */
  readonly file?: string
}

/** An answer, or why there is none. */
export type Answer =
  | { readonly text: string; readonly usage: ModelUsage }
  | { readonly failure: ModelFailure; readonly detail: string; readonly usage?: ModelUsage }

/** What an HTTP provider is asked, and how its answer is read. Both are pure. */
export type HttpProvider = {
  /** Where it is when the user's file does not say; absent where it has to. */
  readonly baseUrl?: string
  readonly path: string
  readonly headers: (key: string | null) => { readonly [name: string]: string }
  readonly body: (request: ModelRequest, model: Model) => JsonObject
  /** Reads what an endpoint sent with a status of success. Untrusted. */
  readonly read: (answer: JsonObject) => Answer
}

export const NO_USAGE: ModelUsage = { input: null, output: null }

/** A count of tokens, where it is one. */
export function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** For an answer without the text that the provider documents. */
export function noText(usage: ModelUsage): Answer {
  return { failure: 'transport', detail: 'the answer holds no text', usage }
}

export const CUT_ANSWER = 'the answer was cut at its limit of tokens'

/** A key as most endpoints take it; nothing without one. */
export function bearer(key: string | null): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = {}
  if (key !== null) headers.authorization = `Bearer ${key}`
  return headers
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes of an answer as text; null where they are none: a bad byte is not replaced, because the answer may be cut there. */
export function answerText(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes)
  } catch {
    return null
  }
}

export const NO_UTF8 = 'the answer is not UTF-8 text'

/** Shorter values are no keys: people set `ollama` or `none` where a server wants any key at all. */
const SHORTEST_KEY = 12
const MOST_DETAIL = 200

/** A text of an endpoint or a program without the keys that it may repeat. */
export function hideKeys(text: string, keys: readonly string[]): string {
  return keys
    .filter(({ length }) => length >= SHORTEST_KEY)
    .reduce((rest, key) => rest.replace(spellingsOf(key), '[key]'), text)
}

/** The same as one line of at most 200 characters. The keys go first: a half of one would not be recognised. */
export function shortLine(text: string, keys: readonly string[]): string {
  const line = hideKeys(text, keys).replace(/\s+/g, ' ').trim()
  return safeText([...line].slice(0, MOST_DETAIL).join(''))
}

/** A key as it is, in JSON (also in JSON within JSON) and in a URL. */
function spellingsOf(key: string): RegExp {
  const parts = [...key].map((sign) => {
    if (/[A-Za-z0-9]/.test(sign)) return sign
    const code = (sign.codePointAt(0) ?? 0).toString(16)
    const escaped = encodeURIComponent(sign)
    return `(?:\\\\{0,8}(?:${literal(sign)}|u${code.padStart(4, '0')})|${literal(escaped)})`
  })
  return new RegExp(parts.join(''), 'gi')
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** A signal that is aborted when a time is over, or with another signal. */
export type TimeLimit = {
  /** Its reason is an error named `TimeoutError`, or what the other signal gives. */
  readonly signal: AbortSignal
  /** Stops the clock: the call has ended. */
  readonly end: () => void
}

/**
 * Limits a call to some milliseconds, and to the life of `outer`. Not by `AbortSignal.any`: Node 20 collects the signals that it
 * combines as garbage, timer and all, and then nothing ends a call that gets no answer.
 */
export function limitTime(milliseconds: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const cancel = (): void => controller.abort(outer?.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is over', 'TimeoutError')),
    milliseconds,
  )
  const end = (): void => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', cancel)
  }
  if (outer?.aborted) cancel()
  else outer?.addEventListener('abort', cancel, { once: true })
  return { signal: controller.signal, end }
}

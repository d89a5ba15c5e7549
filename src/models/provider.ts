import type { JsonObject } from '../core/json.ts'
import type { ModelFailure, ModelRequest, ModelUsage } from '../core/model.ts'

/** A model of the user's file: how it is reached, and what it is asked with. */
export type Model = {
  /** The user's own name for it. */
  readonly name: string
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

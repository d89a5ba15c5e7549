import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import type { ModelFailure } from '../core/model.ts'
import { answerText, hideKeys, limitTime, NO_UTF8, shortLine } from './provider.ts'

/** What is sent to an HTTP endpoint. */
export type EndpointRequest = {
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body: JsonObject
}

/** How long an endpoint is waited for. */
export type Asking = {
  /** Keys that it may repeat: nothing that it says is passed on with them. */
  readonly keys: readonly string[]
  /** Milliseconds for one attempt, until the whole answer is there. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** What an endpoint answered, or why it did not. Untrusted. */
export type EndpointAnswer =
  | { readonly json: JsonObject }
  | { readonly failure: ModelFailure; readonly detail: string }

/** What is worth another attempt: too early, too many, and a server's own trouble. */
const STATUSES = [408, 429, 500, 502, 503, 504]
const RETRIES = 2
/** Milliseconds: an endpoint that wants a longer pause is not asked again. */
const LONGEST_WAIT = 60_000
const MOST_ANSWER_BYTES = 4 * 1024 * 1024
/** Answers of embeddings are long lists of numbers. */
const MOST_LIST_BYTES = 256 * 1024 * 1024

/**
 * Posts JSON to an endpoint, and again after failures that pass. No redirect is followed. A failure is an answer; throws only
 * what `signal` gives as its reason.
 */
export async function askEndpoint(
  { url, headers, body }: EndpointRequest,
  { keys, timeout, signal }: Asking,
  { isList = false }: { readonly isList?: boolean } = {},
): Promise<EndpointAnswer> {
  const { default: ky, HTTPError } = await import('ky')
  const most = isList ? MOST_LIST_BYTES : MOST_ANSWER_BYTES
  try {
    const response = await ky.post(url, {
      json: body,
      headers: { ...headers, accept: 'application/json' },
      redirect: 'manual',
      signal,
      timeout: false,
      retry: {
        limit: RETRIES,
        methods: ['post'],
        statusCodes: STATUSES,
        afterStatusCodes: STATUSES,
        maxRetryAfter: LONGEST_WAIT,
        jitter: true,
        shouldRetry: ({ error }) => {
          const isLate = error instanceof HTTPError && pauseAskedBy(error.response) > LONGEST_WAIT
          return isLate || isTimeout(error) || error instanceof TooLong ? false : undefined
        },
      },
      // The limit holds for an attempt, and the body is a part of it: one that breaks off is asked for again.
      fetch: async (asked, init) => {
        const limit = limitTime(timeout, signal)
        try {
          return await whole(await fetch(asked, { ...init, signal: limit.signal }), most)
        } finally {
          limit.end()
        }
      },
    })
    const text = answerText(new Uint8Array(await response.arrayBuffer()))
    return text === null ? { failure: 'transport', detail: NO_UTF8 } : read(hideKeys(text, keys))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (isTimeout(error)) return { failure: 'timeout', detail: `no answer in ${timeout / 1000} s` }
    if (error instanceof HTTPError) {
      return { failure: 'refused', detail: await refusalOf(error.response, keys) }
    }
    return { failure: 'transport', detail: shortLine(reasonOf(error), keys) }
  }
}

/** Milliseconds; 0 where it asks for no pause. */
function pauseAskedBy({ headers }: Response): number {
  const asked = headers.get('retry-after')
  if (asked === null) return 0
  const seconds = Number(asked)
  return Number.isNaN(seconds) ? Date.parse(asked) - Date.now() : seconds * 1000
}

class TooLong extends Error {}

/** A response with its body read. Throws for one that is too long, and for one that breaks off. */
async function whole(response: Response, most: number): Promise<Response> {
  const { status, statusText, headers } = response
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > most) throw new TooLong(`the answer is longer than ${most / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  const body = response.body === null ? null : Buffer.concat(chunks)
  return new Response(body, { status, statusText, headers })
}

function read(text: string): EndpointAnswer {
  try {
    const value = JSON.parse(text) as Json
    if (isJsonObject(value)) return { json: value }
  } catch {
    // Said below.
  }
  return { failure: 'transport', detail: 'the answer is not a JSON object' }
}

async function refusalOf(response: Response, keys: readonly string[]): Promise<string> {
  const { status } = response
  if (status >= 300 && status < 400) return `status ${status}: a redirect, which is not followed`
  const line = shortLine(await response.text(), keys)
  return line === '' ? `status ${status}` : `status ${status}: ${line}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  // A host with several addresses: each has an error, and the whole has no message.
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : []
  return `${error.message}: ${first instanceof Error ? first.message : cause.message}`
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

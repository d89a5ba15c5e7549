import { isJsonObject, type Json } from '../core/json.ts'
import type { ModelRequest } from '../core/model.ts'
import { safeText } from '../core/safe-text.ts'
import type { Answer, HttpProvider, Model } from './provider.ts'

/** How long an endpoint is waited for, how often it is asked again, and with whose key. */
export type Asking = {
  /** The value of the key's variable; null without a key. */
  readonly key: string | null
  /** Milliseconds for one attempt, until the whole answer is there. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** What is worth another attempt: too early, too many, and a server's own trouble. */
const STATUSES = [408, 429, 500, 502, 503, 504]
const RETRIES = 2
/** Milliseconds: whoever is told to wait longer gets the failure. */
const LONGEST_WAIT = 60_000
const MOST_ANSWER_BYTES = 4 * 1024 * 1024
const MOST_DETAIL = 200

/** Asks an HTTP endpoint once, and again after failures that pass. A failure is an answer; throws only what `signal` gives as its reason. */
export async function askEndpoint(
  provider: HttpProvider,
  model: Model,
  request: ModelRequest,
  { key, timeout, signal }: Asking,
): Promise<Answer> {
  const { default: ky, HTTPError } = await import('ky')
  try {
    const response = await ky.post(`${model.url ?? provider.url ?? ''}${provider.path}`, {
      json: provider.body(request, model),
      headers: { ...provider.headers(key), accept: 'application/json' },
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
        shouldRetry: ({ error }) => (isTimeout(error) ? false : undefined),
      },
      // The limit holds for an attempt, and also while its answer arrives.
      fetch: (asked, init) =>
        fetch(asked, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) }),
    })
    return read(await textOf(response), provider)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (isTimeout(error)) return { failure: 'timeout', detail: `no answer in ${timeout / 1000} s` }
    if (error instanceof HTTPError)
      return { failure: 'refused', detail: await refusalOf(error.response, key) }
    return { failure: 'transport', detail: withoutKey(reasonOf(error), key) }
  }
}

function read(text: string | null, provider: HttpProvider): Answer {
  if (text === null) return { failure: 'transport', detail: 'the answer is longer than 4 MiB' }
  try {
    const value = JSON.parse(text) as Json
    if (isJsonObject(value)) return provider.read(value)
  } catch {
    // Said below.
  }
  return { failure: 'transport', detail: 'the answer is not a JSON object' }
}

/** Null for a text that is too long. */
async function textOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MOST_ANSWER_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function refusalOf(response: Response, key: string | null): Promise<string> {
  const { status } = response
  if (status >= 300 && status < 400) return `status ${status}: a redirect, which is not followed`
  const said = await textOf(response).catch(() => null)
  const line = withoutKey((said ?? '').replace(/\s+/g, ' ').trim(), key)
  return line === '' ? `status ${status}` : `status ${status}: ${line}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}

/** One line of at most 200 characters: an endpoint may repeat the key that it was given. */
function withoutKey(text: string, key: string | null): string {
  const clean = key === null ? text : text.replaceAll(key, '[key]')
  return safeText([...clean].slice(0, MOST_DETAIL).join(''))
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

import { request } from '@octokit/request'
import { isUserError, UserError } from '../../core/messages.ts'

/** The address of GitHub's API, the repository and the token. */
export type GithubOptions = {
  readonly apiUrl: string
  readonly graphqlUrl: string
  /** `owner/name`. */
  readonly repository: string
  readonly token: string
  /** Milliseconds to wait for one answer. */
  readonly timeLimit?: number
  /** Milliseconds before every further try. */
  readonly pauses?: readonly number[]
}

/** Parameters of a request: of its path, its query or its body. */
type Parameters = { readonly [name: string]: string | number | readonly string[] }

/** GitHub's API for one repository. Everything that it answers is untrusted. */
export type Github = {
  /**
   * Sends one request; returns the answer's data, and throws for a status from 400 on. `{owner}` and `{repo}` are
   * filled in.
   */
  readonly ask: (route: string, parameters?: Parameters) => Promise<unknown>
  /** The login of the token's user; null when GitHub does not say. Throws for a fault that may pass. */
  readonly login: () => Promise<string | null>
  /** Repeats an operation after a passing fault of GitHub; two runs must have the same result as one. */
  readonly retried: <T>(operation: () => Promise<T>) => Promise<T>
}

const TIME_LIMIT = 10_000
const PAUSES = [1000, 3000]
const silent = (): void => undefined

/** Opens the API. Throws `UserError` for a name that is no repository. */
export function openGithub(options: GithubOptions): Github {
  const { apiUrl, graphqlUrl, repository, token, timeLimit = TIME_LIMIT, pauses = PAUSES } = options
  const [owner = '', repo = '', ...more] = repository.split('/')
  if (owner === '' || repo === '' || more.length > 0) {
    throw new UserError(`GITHUB_REPOSITORY is "${repository}", which is not owner/name`)
  }
  const defaults = {
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': 'memkeep',
      'x-github-api-version': '2022-11-28',
    },
    // Its log lines hold text from the answer's headers.
    request: { log: { debug: silent, info: silent, warn: silent, error: silent } },
  }
  const ask = async (route: string, parameters: Parameters = {}): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeLimit)
    const { data } = await request(route, {
      ...defaults,
      baseUrl: apiUrl.replace(/\/+$/, ''),
      owner,
      repo,
      ...parameters,
      request: { ...defaults.request, signal },
    })
    return data
  }
  /** The token of a workflow may not call `GET /user`, but may send this query. */
  const login = async (): Promise<string | null> => {
    const signal = AbortSignal.timeout(timeLimit)
    const { data } = await request(`POST ${graphqlUrl}`, {
      ...defaults,
      query: 'query { viewer { login } }',
      request: { ...defaults.request, signal },
    }).catch((error: unknown) => {
      if (isTransient(error)) throw error
      return { data: null }
    })
    const name: unknown = data?.data?.viewer?.login
    return typeof name === 'string' ? name : null
  }
  return { ask, login, retried: (operation) => retried(operation, pauses) }
}

async function retried<T>(operation: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  for (const pause of pauses) {
    try {
      return await operation()
    } catch (error) {
      const wait = limitPause(error) ?? pause
      if (!isTransient(error) || wait > LONGEST_PAUSE) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return operation()
}

/** Milliseconds that a rate limit may ask for. */
const LONGEST_PAUSE = 60_000

/** True for a fault that may pass: of the network or the server, or too many requests. */
function isTransient(error: unknown): boolean {
  const status = statusOf(error)
  return status !== null && (status >= 500 || isRateLimit(error))
}

/** GitHub answers too many requests with 429, and with a 403 that says so in its headers. */
function isRateLimit(error: unknown): boolean {
  const status = statusOf(error)
  if (status === 429) return true
  return (
    status === 403 &&
    (headerOf(error, 'retry-after') !== null || headerOf(error, 'x-ratelimit-remaining') === '0')
  )
}

/** Milliseconds until GitHub answers again, as it says; null where it does not. */
function limitPause(error: unknown): number | null {
  if (!isRateLimit(error)) return null
  const seconds = Number(headerOf(error, 'retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const reset = Number(headerOf(error, 'x-ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(reset) ? Math.max(0, reset * 1000 - Date.now()) : null
}

function headerOf(error: unknown, name: string): string | null {
  const { response } = error as { readonly response?: { readonly headers?: Record<string, unknown> } }
  const value = response?.headers?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** The reason of a failure, for people. It holds no text of GitHub, and no part of the request, which has the token. */
export function failureReason(error: unknown): string {
  if (isUserError(error)) return error.message
  const status = statusOf(error)
  if (status === null) return 'its answer is not what its documentation says'
  if (!hasAnswer(error)) return `it cannot be reached${codeOf(error)}`
  if (isRateLimit(error)) return `it was asked too often: its rate limit is reached (status ${status})`
  return MEANINGS[status] ?? `it answered with status ${status}`
}

const MEANINGS: { readonly [status: number]: string } = {
  401: 'the token is not valid (status 401)',
  403: 'the token may not do that (status 403)',
  404: 'the token does not see it (status 404)',
  410: 'it is turned off in this repository (status 410)',
}

/** The library gives a request without an answer the status 500. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error)) return null
  return typeof error.status === 'number' ? error.status : null
}

function hasAnswer(error: unknown): boolean {
  return error instanceof Error && 'response' in error && error.response !== undefined
}

/** The code of the system's error, or a note that the time was over. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return ''
  if (cause.name === 'TimeoutError') return ' in time'
  const deeper = cause.cause
  return deeper instanceof Error && 'code' in deeper && /^\w+$/.test(String(deeper.code))
    ? ` (${deeper.code})`
    : ''
}

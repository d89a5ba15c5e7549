import { request } from '@octokit/request'
import { UserError } from '../../core/errors.ts'
import { isPassing } from './trouble.ts'

/** Where GitHub's API is, and who asks it about what. */
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
  /** Asks once; gives the answer's data, and throws for a status from 400 on. `{owner}` and `{repo}` are filled in. */
  readonly ask: (route: string, parameters?: Parameters) => Promise<unknown>
  /** Whose token it is; null when that cannot be found out. */
  readonly login: () => Promise<string | null>
  /** Does something again when GitHub had a passing fault; what is done twice must come to the same. */
  readonly retried: <T>(operation: () => Promise<T>) => Promise<T>
}

const TIME_LIMIT = 10_000
const PAUSES = [1000, 3000]
const silent = (): void => undefined

/** Opens the API. Throws `UserError` for a repository's name that is none. */
export function openGithub(options: GithubOptions): Github {
  const { apiUrl, graphqlUrl, repository, token, timeLimit = TIME_LIMIT, pauses = PAUSES } = options
  const [owner = '', repo = '', ...more] = repository.split('/')
  if (owner === '' || repo === '' || more.length > 0) {
    throw new UserError(`Unexpected "${repository}" in GITHUB_REPOSITORY, expected owner/name`)
  }
  const defaults = {
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': 'memkeep',
      'x-github-api-version': '2022-11-28',
    },
    // What it logs comes from the answer's headers.
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
  /** The token of a workflow may not ask for `GET /user`, but this. */
  const login = async (): Promise<string | null> => {
    const signal = AbortSignal.timeout(timeLimit)
    const { data } = await request(`POST ${graphqlUrl}`, {
      ...defaults,
      query: 'query { viewer { login } }',
      request: { ...defaults.request, signal },
    }).catch(() => ({ data: null }))
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
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return operation()
}

import type { GithubOptions } from '../ci/github/github.ts'
import type { Environment } from '../ci/github/inputs.ts'

/** Which GitHub a run belongs to, by the runner's variables. */
export function githubOptions(token: string, env: Environment): GithubOptions {
  return {
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    graphqlUrl: env.GITHUB_GRAPHQL_URL || 'https://api.github.com/graphql',
    repository: env.GITHUB_REPOSITORY ?? '',
    token,
  }
}

import type { Environment } from './inputs.ts'

/** Where the run is shown in a browser; null outside GitHub Actions. */
export function runPage(env: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env
  const page = `${server}/${repository}/actions/runs/${run}`
  return /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(page) ? page : null
}

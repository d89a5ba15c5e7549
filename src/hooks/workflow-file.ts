import { type Site, textAt } from './site.ts'

/** Where `init` puts the workflow that checks the memory on GitHub. */
export const WORKFLOW_FILE = '.github/workflows/memory.yml'
const FOLDER = '.github/workflows/'

/**
 * The workflow of a repository on GitHub. The package is fetched in a directory of its own: nothing that a pull request
 * brings, a setting of npm or an installed package, decides what runs.
 */
export function workflowText(version: string): string {
  return `# Checks the agent's memory where hooks do not: on GitHub. Written by memkeep init.
name: memory
on:
  pull_request:
  merge_group:
  push:
    branches: [main, master]

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          # Findings are told from older ones, and the history is judged, by the commits before.
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 24
          package-manager-cache: false
      - run: npx --yes memkeep@${version} ci --cwd "$GITHUB_WORKSPACE"
        working-directory: \${{ runner.temp }}
`
}

/** True for the workflow as some version of memkeep wrote it, and nobody changed it since. */
export function isOwnWorkflow(text: string): boolean {
  const own = text.replaceAll('\r\n', '\n')
  const [, version = ''] = /\bmemkeep@(\d[\w.+-]*) ci\b/.exec(own) ?? []
  return own === workflowText(version)
}

/** The workflow that names memkeep; null when none does. */
export function workflowWithMemkeep(site: Pick<Site, 'files'>): string | null {
  const paths = [...site.files.keys()].flatMap((key) =>
    key.startsWith(`root:${FOLDER}`) ? [key.slice('root:'.length)] : [],
  )
  return paths.find((path) => textAt(site, 'root', path)?.includes('memkeep')) ?? null
}

import { isWorkflow, PACKAGE_FOLDER, runsMemkeep } from '../../core/installed.ts'
import { type SiteFiles, textAt } from './site.ts'

/** Such a name is literal in a filter of GitHub, and between single quotes of YAML. */
const PLAIN_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_./-]*$/u

const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1'

const NODE = `      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 24
          package-manager-cache: false
`

/** Checks out what is checked and, next to it, the base. */
const BOTH = `      - uses: ${CHECKOUT}
        with:
          path: repository
          # The commits before show which findings are new, and what the change does to the history.
          fetch-depth: 0
          persist-credentials: false
      # The base says what runs: nothing of a pull request decides it.
      - uses: ${CHECKOUT}
        with:
          ref: \${{ github.event.pull_request.base.sha || github.event.merge_group.base_sha || github.sha }}
          path: trusted
          persist-credentials: false
${NODE}      - name: Take what is checked where the base has no memkeep yet
        run: |
`

/** Installs by the lock file of the base: a pull request cannot change what runs. */
const LOCKED = `${BOTH}          if ! grep -qs '"memkeep":' trusted/package-lock.json; then
            rm -rf trusted
            cp -R repository trusted
          fi
      - run: npm ci --ignore-scripts --no-audit --no-fund
        working-directory: trusted
      - run: node trusted/node_modules/memkeep/dist/memkeep.cjs ci --cwd repository
`

/** The packages that the workflow looks for, as shells and CODEOWNERS write it. */
export const PACKAGE = `${PACKAGE_FOLDER}/memkeep-*.tgz`

/** Installs the package that the base has in a folder: no registry has to know memkeep. */
const PACKED = `${BOTH}          if ! ls trusted/${PACKAGE}; then
            rm -rf trusted
            cp -R repository trusted
          fi
          if ! ls trusted/${PACKAGE}; then
            echo '::error::${PACKAGE} is missing: commit the package that npm pack makes in a clone of memkeep'
            exit 1
          fi
      # None of its dependencies runs a script. Of several packages the one that package.json names is taken, else the newest.
      - run: |
          package=trusted/$(grep -os '${PACKAGE_FOLDER}/memkeep-[0-9A-Za-z.+-]*[.]tgz' trusted/package.json | head -n 1)
          [ -f "$package" ] || package=$(printf '%s\\n' trusted/${PACKAGE} | sort -V | tail -n 1)
          npm install --global --ignore-scripts --no-audit --no-fund "./$package"
      - run: memkeep ci --cwd repository
`

/** Installs one version where npm has no lock file that names memkeep. */
const pinned = (version: string): string => `      - uses: ${CHECKOUT}
        with:
          # The commits before show which findings are new, and what the change does to the history.
          fetch-depth: 0
          persist-credentials: false
${NODE}      # One version, and none of its dependencies runs a script. Change it here to update.
      - run: npm install --global --ignore-scripts --no-audit --no-fund memkeep@${version}
      - run: memkeep ci
`

/**
 * Where a workflow gets memkeep from: the lock file of npm, which names it, the package in `PACKAGE_FOLDER`, or the registry, in one
 * version.
 */
export type WorkflowSource = 'lock' | 'package' | { readonly version: string }

function stepsFor(source: WorkflowSource): string {
  if (source === 'lock') return LOCKED
  return source === 'package' ? PACKED : pinned(source.version)
}

/** The workflow of a repository on GitHub, for pushes to some branches; a name with wildcards or quotes is left out. */
export function workflowText(branches: readonly string[], source: WorkflowSource): string {
  const plain = branches.filter((name) => PLAIN_NAME.test(name))
  const named = plain.length > 0 ? plain : ['main', 'master']
  return `# Checks the agent's memory where hooks do not: on GitHub. Written by memkeep init for ${named.join(', ')}.
name: memory
on:
  pull_request:
  merge_group:
  push:
    branches: [${named.map((name) => `'${name}'`).join(', ')}]

permissions:
  contents: read

# A pull request is judged as it is now. Of pushes none is left out: each is judged from the one before.
concurrency:
  group: memory-\${{ github.event_name == 'pull_request' && github.ref || github.run_id }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
${stepsFor(source)}`
}

/** True for the workflow as memkeep writes it, for any branches and from any source, without an edit. */
export function isOwnWorkflow(text: string): boolean {
  const own = text.replaceAll('\r\n', '\n')
  const [, named = ''] = /^ {4}branches: \[(.*)\]$/m.exec(own) ?? []
  const branches = [...named.matchAll(/'([^']*)'/g)].map(([, name = '']) => name)
  const version = installedVersion(own)
  const sources: readonly WorkflowSource[] = ['lock', 'package', ...(version === null ? [] : [{ version }])]
  return sources.some((source) => own === workflowText(branches, source))
}

/** The version of memkeep that a workflow installs from the registry; null where it names none. */
export function installedVersion(text: string): string | null {
  return /(?<![\w/-])memkeep@(\d[\w.+-]*)/.exec(text)?.[1] ?? null
}

/** True for a workflow that installs what npm's lock file of the base names. */
export function installsByLock(text: string): boolean {
  return text.includes('trusted/package-lock.json')
}

/** True for a workflow that installs the package in `PACKAGE_FOLDER`. */
export function installsPackage(text: string): boolean {
  return text.includes(PACKAGE)
}

/** The path of a workflow that runs memkeep; null when there is none. */
export function workflowWithMemkeep(site: SiteFiles): string | null {
  const paths = [...site.files.keys()].flatMap((key) =>
    key.startsWith('root:') ? [key.slice('root:'.length)] : [],
  )
  return paths.filter(isWorkflow).find((path) => runsMemkeep(textAt(site, 'root', path) ?? '')) ?? null
}

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { cleanWorkspace } from '../../helpers/clean-workspace.ts'
import { memkeep } from '../../helpers/setup.ts'
import {
  copiesOf,
  initRepository,
  repoAt,
  type TempRepo,
  tempFolder,
  tempRepo,
} from '../../helpers/temp-repo.ts'

export const SHOP = 'user/memory/workspaces/shop'
export const DECISIONS = `${SHOP}/decisions.md`
export const LESSONS = `${SHOP}/lessons.md`
/** Nothing is derived from it. */
export const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
export const INDEX = `${SHOP}/_index.yaml`

/** An entry of a log; `category` empty makes it an error. */
export function entry(
  title: string,
  category = 'architecture',
  { tags = 'checkout', date = '2026-03-01' } = {},
): string {
  const label = category === '' ? '' : `**Category:** ${category}\n`
  // Bodies that are alike would make two entries one that was edited.
  const backwards = title.toLowerCase().split(' ').reverse().join(' ')
  return `### [${date}] ${title}\n\n${label}**Tags:** ${tags}\n\n${title}: ${backwards}.\n\n---\n\n`
}

const plainHost = copiesOf(() => makeHost(''))

/** What host everybody pushes to: a clean memory of one workspace with its index, on `main`. */
export function host(settings = ''): Promise<TempRepo> {
  return settings === '' ? plainHost() : makeHost(settings)
}

async function makeHost(settings: string): Promise<TempRepo> {
  const repo = tempRepo()
  for (const [path, file] of Object.entries(cleanWorkspace)) {
    if (path.includes('/shop/') && typeof file === 'string') repo.write(path, file)
  }
  if (settings !== '') repo.write('memkeep.yaml', settings)
  await index(repo)
  repo.commit('first')
  // As hosts do: a commit that no branch has any more can be fetched by its id.
  repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  return repo
}

/** Rebuilds the index. */
export async function index({ dir }: Pick<TempRepo, 'dir'>): Promise<void> {
  expect(await memkeep(dir, ['index', '--now', '2026-06-01'])).toMatchObject({ code: 0, err: '' })
}

/** Puts text before what a file has. */
export function insert(
  repo: TempRepo,
  path: string,
  { text, before }: { text: string; before: string },
): void {
  const present = readFileSync(join(repo.dir, path), 'utf8')
  expect(present).toContain(before)
  repo.write(
    path,
    present.replace(before, () => `${text}${before}`),
  )
}

/** Adds text to a file. */
export function append({ dir }: Pick<TempRepo, 'dir'>, path: string, text: string): void {
  appendFileSync(join(dir, path), text)
}

/** A branch with one more entry, committed; the index follows it unless it is to be stale. */
export async function addEntry(
  repo: TempRepo,
  path: string,
  text: string,
  { stale = false } = {},
): Promise<string> {
  append(repo, path, text)
  if (!stale) await index(repo)
  return repo.commit('One more')
}

/** The merge of a branch into `main` that GitHub makes for a pull request, under the name that it gives it. */
export function mergeRef(repo: TempRepo, branch: string): string {
  repo.git('checkout', '--quiet', '--detach', 'main')
  repo.git('merge', '--quiet', '--no-ff', '-m', 'Merge for the pull request', branch)
  repo.git('update-ref', 'refs/pull/1/merge', 'HEAD')
  return repo.git('rev-parse', 'HEAD')
}

/** Clones as `actions/checkout` does: one ref at a depth, or at depth 0 everything. */
export function checkout({ dir }: TempRepo, ref: string, depth = 0): TempRepo {
  const clone = repoAt(tempFolder())
  initRepository(clone)
  clone.git('remote', 'add', 'origin', `file://${dir}`)
  const limit = depth > 0 ? [`--depth=${depth}`] : []
  const all = depth > 0 ? [] : ['+refs/heads/*:refs/remotes/origin/*']
  clone.git('fetch', '--quiet', '--no-tags', ...limit, 'origin', ...all, `+${ref}:refs/remotes/checked-out`)
  clone.git('checkout', '--quiet', '--detach', 'refs/remotes/checked-out')
  return clone
}

/** The result of a run in CI. */
export type CiRan = {
  readonly code: number
  readonly err: string
  /** `<path>:<line> <severity> <rule>`, with `old` behind what is not new. */
  readonly found: readonly string[]
  readonly messages: readonly string[]
  readonly helps: readonly string[]
  readonly outputs: { readonly [name: string]: string }
  readonly summary: string
}

/** The event that starts a run, as GitHub Actions passes it. */
export type Trigger = {
  readonly name: string
  readonly payload?: unknown
  readonly env?: Record<string, string | undefined>
}

/** Runs `memkeep ci` for an event of GitHub Actions; null for a run elsewhere. */
export async function ci(
  { dir }: Pick<TempRepo, 'dir'>,
  trigger: Trigger | null,
  ...args: readonly string[]
): Promise<CiRan> {
  const folder = tempFolder()
  const [event, output, summary] = ['event.json', 'output', 'summary'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(event, JSON.stringify(trigger?.payload ?? {}))
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: trigger?.name,
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    ...trigger?.env,
  }
  const ran = await memkeep(
    dir,
    ['ci', '--format', 'json', '--now', '2026-06-01', ...args],
    trigger ? env : { GITHUB_ACTIONS: undefined, GITHUB_EVENT_NAME: undefined },
  )
  type Row = {
    path: string
    line: number
    severity: string
    rule: string
    new: boolean
    message: string
    help?: string
  }
  const rows: Row[] = ran.out.startsWith('{') ? JSON.parse(ran.out).diagnostics : []
  return {
    code: ran.code,
    err: ran.err,
    found: rows.map((one) => `${one.path}:${one.line} ${one.severity} ${one.rule}${one.new ? '' : ' old'}`),
    messages: rows.map(({ message }) => message),
    helps: rows.map(({ help = '' }) => help),
    outputs: existsSync(output) ? outputsIn(readFileSync(output, 'utf8')) : {},
    summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '',
  }
}

/** Reads outputs as GitHub's runner does. */
export function outputsIn(text: string): { [name: string]: string } {
  const outputs: { [name: string]: string } = {}
  const lines = text.split('\n')
  while (lines.length > 0) {
    const [name = '', delimiter] = (lines.shift() ?? '').split('<<')
    if (delimiter === undefined) continue
    const end = lines.indexOf(delimiter)
    outputs[name] = lines.splice(0, end).join('\n')
    lines.shift()
  }
  return outputs
}

/** What GitHub says of a pull request into `main`. */
export function pullRequest(head: string, base: string, sha?: string): Trigger {
  const payload = { pull_request: { head: { sha: head }, base: { sha: base, ref: 'main' } } }
  return { name: 'pull_request', payload, env: { GITHUB_BASE_REF: 'main', GITHUB_SHA: sha } }
}

export const NO_COMMIT = '0'.repeat(40)

/** What GitHub says of a push. */
export function push(before: string, branch = 'main'): Trigger {
  const payload = { before, ref: `refs/heads/${branch}`, repository: { default_branch: 'main' } }
  return { name: 'push', payload }
}

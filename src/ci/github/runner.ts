import { randomUUID } from 'node:crypto'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isJsonObject, valueAt } from '../../core/json.ts'
import { safeText, UserError } from '../../core/messages.ts'
import type { FailOn } from '../../core/report.ts'
import { appendOutput } from '../../engine/output.ts'
import { readJson } from '../../formats/json/read-json.ts'
import { resolveInside } from '../../fs/paths.ts'
import { readSmall } from '../../fs/text-files.ts'
import { isObjectId } from '../../git/run-git.ts'

/** GitHub's limit: https://docs.github.com/webhooks/webhook-events-and-payloads */
const MOST_BYTES = 25 * 1024 * 1024

/** Variables of the environment by name. */
export type Environment = { readonly [name: string]: string | undefined }

/**
 * The event that started a run in CI, as far as it names what to compare with. Branches are names without
 * `refs/heads/`.
 */
export type CiEvent = NamedEvent &
  (
    | { readonly kind: 'pull-request'; readonly head: string | null; readonly base: Target }
    | {
        readonly kind: 'push'
        /** The branch's commit before the push; null for a new branch. */
        readonly before: string | null
        /** Null for a tag. */
        readonly branch: string | null
        readonly defaultBranch: string | null
      }
    | { readonly kind: 'merge-group'; readonly base: string }
    | { readonly kind: 'other' }
  )

type NamedEvent = {
  /** Empty outside GitHub Actions. */
  readonly name: string
  /** The commit that was checked out, unless the workflow asked for another. */
  readonly sha: string | null
}

/** The target of a pull request. */
type Target = { readonly sha: string | null; readonly branch: string | null }

/**
 * Reads what GitHub Actions or GitLab says about the event that started a run. What they say is untrusted: only full object ids and
 * valid branch names are taken. Throws `UserError` where an event that should name commits does not.
 */
export function readEvent(env: Environment): CiEvent {
  if (env.GITLAB_CI === 'true') return eventInGitLab(env)
  const name = env.GITHUB_EVENT_NAME ?? ''
  const common = { name, sha: oidIn(env.GITHUB_SHA) }
  if (name === 'pull_request_target') {
    throw new UserError(
      'the event pull_request_target is not judged: it checks out the base, and may do what a pull request must not',
      'Run on pull_request, or name what to compare with: --base.',
    )
  }
  if (ABOUT_PULL_REQUESTS.includes(name)) {
    const { pull_request: request } = payload(env)
    const base = part(part(request).base)
    return {
      ...common,
      kind: 'pull-request',
      head: oidIn(part(part(request).head).sha),
      base: { sha: oidIn(base.sha), branch: branchIn(env.GITHUB_BASE_REF) ?? branchIn(base.ref) },
    }
  }
  if (name === 'push') return pushIn(payload(env), common)
  if (name === 'merge_group') {
    const base = oidIn(part(payload(env).merge_group).base_sha)
    if (base === null) throw wrong(env, 'it has no merge_group.base_sha')
    return { ...common, kind: 'merge-group', base }
  }
  return { ...common, kind: 'other' }
}

/** https://docs.gitlab.com/ci/variables/predefined_variables: a pipeline of merged results has checked out the merge. */
function eventInGitLab(env: Environment): CiEvent {
  const sha = oidIn(env.CI_COMMIT_SHA)
  const common = { name: '', sha }
  const target = branchIn(env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME)
  if (target !== null) {
    const base = { sha: oidIn(env.CI_MERGE_REQUEST_DIFF_BASE_SHA), branch: target }
    return {
      ...common,
      kind: 'pull-request',
      head: oidIn(env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA) ?? sha,
      base,
    }
  }
  const before = oidIn(env.CI_COMMIT_BEFORE_SHA)
  return {
    ...common,
    kind: 'push',
    // Pipelines that no push started have zeros, too.
    before: before === null || /^0+$/.test(before) ? null : before,
    branch: branchIn(env.CI_COMMIT_BRANCH),
    defaultBranch: branchIn(env.CI_DEFAULT_BRANCH),
  }
}

/** These events contain the pull request, and the runner checks out its merge. */
const ABOUT_PULL_REQUESTS = ['pull_request', 'pull_request_review', 'pull_request_review_comment']

type Fields = { readonly [key: string]: unknown }

function pushIn(event: Fields, common: NamedEvent): CiEvent {
  const { before, ref, deleted } = event
  if (deleted === true) return { ...common, kind: 'other' }
  const old = oidIn(before)
  if (old === null)
    throw new UserError('the push event has no `before`', 'Name what to compare with: --base.')
  const branch = typeof ref === 'string' && ref.startsWith('refs/heads/') ? branchIn(ref.slice(11)) : null
  return {
    ...common,
    kind: 'push',
    before: /^0+$/.test(old) ? null : old,
    branch,
    defaultBranch: branchIn(part(event.repository).default_branch),
  }
}

function payload(env: Environment): Fields {
  const path = env.GITHUB_EVENT_PATH ?? ''
  const text = path === '' ? null : readSmall(path, MOST_BYTES)
  if (text === null || text === '') throw wrong(env, 'the file cannot be read, or is too large')
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (isFields(value)) return value
  } catch {
    throw wrong(env, 'it is not JSON')
  }
  throw wrong(env, 'it is no object')
}

function wrong({ GITHUB_EVENT_NAME, GITHUB_EVENT_PATH }: Environment, reason: string): UserError {
  const file = GITHUB_EVENT_PATH ? safeText(GITHUB_EVENT_PATH) : 'GITHUB_EVENT_PATH'
  return new UserError(
    `the event ${safeText(GITHUB_EVENT_NAME ?? '')} cannot be read from ${file}: ${reason}`,
    'GitHub Actions writes this file; elsewhere, name what to compare with: --base.',
  )
}

function part(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function oidIn(value: unknown): string | null {
  return typeof value === 'string' && isObjectId(value) ? value : null
}

/** The rules of `git check-ref-format` whose violation would change the meaning of a name. */
function branchIn(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > 255) return null
  return /^[-/.]|[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|[/.]$/u.test(value) ? null : value
}

/** The inputs of the action; those left empty are undefined. */
export type ActionInputs = {
  readonly command: 'check' | 'review'
  /** The directory of the checkout; empty for the workspace itself. */
  readonly workingDirectory: string
  readonly config: string | undefined
  readonly base: string | undefined
  readonly failOn: FailOn
  readonly strict: boolean
  readonly sarifFile: string | undefined
  readonly comment: boolean
  /** Identifies the comment and the issue of this memory; it is written into an HTML comment. */
  readonly name: string
  /** `I/N`: check only that part, and write it to `output`. */
  readonly shard: string | undefined
  readonly output: string | undefined
  /** A directory of shard files. */
  readonly shards: string | undefined
  /** Empty: no request is sent to GitHub. */
  readonly token: string
}

/** Reads the inputs from the runner's variables `INPUT_…`. Throws `UserError` for a value that an input does not take. */
export function readInputs(env: Environment): ActionInputs {
  const text = (name: string): string | undefined => env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined
  const inputs: ActionInputs = {
    command: oneOf('command', text('command') ?? 'check', ['check', 'review']),
    workingDirectory: text('working-directory') ?? '',
    config: text('config'),
    base: text('base'),
    failOn: oneOf('fail-on', text('fail-on') ?? 'new', ['new', 'all', 'warning']),
    strict: isTrue('strict', text('strict')),
    sarifFile: text('sarif-file'),
    comment: isTrue('comment', text('comment')),
    name: plain('name', text('name') ?? 'memkeep'),
    shard: text('shard'),
    output: text('output'),
    shards: text('shards'),
    token: text('token') ?? '',
  }
  if ((inputs.shard === undefined) === (inputs.output === undefined)) return inputs
  throw new UserError('the inputs shard and output belong together, and only one is set')
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  throw new UserError(`the input ${name} is "${value}", not one of ${choices.join(', ')}`)
}

function plain(name: string, value: string): string {
  if (/^[\w.]+(?:-[\w.]+)*$/.test(value)) return value
  throw new UserError(
    `the input ${name} is "${value}", which is not only letters, digits, ".", "_" and single "-"`,
  )
}

/** The YAML 1.2 spelling: the runner passes `true` and `false` on unchanged. */
function isTrue(name: string, value = 'false'): boolean {
  return oneOf(name, value.toLowerCase(), ['true', 'false']) === 'true'
}

/** The address of the run's page; null outside GitHub Actions. */
export function runPage(env: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env
  const page = `${server}/${repository}/actions/runs/${run}`
  return /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(page) ? page : null
}

/** The pull request that a run is about. */
type PullRequest = {
  readonly number: number
  /** It comes from another repository: its token can only read. */
  readonly isFromFork: boolean
}

/** The pull request that the runner's event names; null for an event of another kind, or one that cannot be read. */
export function pullRequestOf({ GITHUB_EVENT_PATH: path = '' }: Environment): PullRequest | null {
  if (path === '') return null
  const event = readJson(readSmall(path) ?? '')
  if (!isJsonObject(event)) return null
  const number = valueAt(event, ['pull_request', 'number'])
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return null
  const [head, base] = ['head', 'base'].map((side) =>
    valueAt(event, ['pull_request', side, 'repo', 'full_name']),
  )
  return { number, isFromFork: head !== base }
}

/** One line that GitHub's runner shows with a run. */
export function workflowCommand(level: 'notice' | 'error', message: string): string {
  return `::${level} title=memkeep::${safeText(message).replaceAll('%', '%25')}\n`
}

/**
 * Appends outputs of a step to the file that GitHub Actions names, each between random delimiters. Throws `UserError`
 * when it cannot be written.
 */
export function appendOutputs(
  path: string,
  outputs: { readonly [name: string]: string | number | boolean },
): Promise<void> {
  const lines = Object.entries(outputs).map(([name, value]) => {
    const delimiter = `ghadelimiter_${randomUUID()}`
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`
  })
  return appendOutput(path, lines.join(''), 'GITHUB_OUTPUT')
}

/**
 * The path of a file that a workflow names. The workspace holds what others committed, so below it the path must not
 * go through a symlink or into git's own directory. A path elsewhere is used as it is. Throws `UserError` for a path
 * that is refused; `name` is the input.
 */
export function outputBelow(workspace: string, path: string, name: string): string {
  const full = resolve(workspace, path)
  const below = relative(workspace, full)
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return full
  const guarded = resolveInside(workspace, below.split(sep).join('/'))
  if ('path' in guarded) return guarded.path
  throw new UserError(
    `cannot write ${safeText(path)}, which the input ${name} names: ${guarded.refused}`,
    'Name a file that no commit can bring, outside the checkout.',
  )
}

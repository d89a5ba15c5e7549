import { randomUUID } from 'node:crypto'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { UserError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import type { FailOn } from '../../core/report.ts'
import { safeText } from '../../core/safe-text.ts'
import { appendOutput } from '../../engine/output.ts'
import { memberOf, readJson } from '../../formats/json/json-edits.ts'
import { resolveInside } from '../../fs/paths.ts'
import { readSmall } from '../../fs/text-files.ts'
import type { Environment } from '../read-event.ts'

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
  const number = memberOf(event, ['pull_request', 'number'])
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return null
  const [head, base] = ['head', 'base'].map((side) =>
    memberOf(event, ['pull_request', side, 'repo', 'full_name']),
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

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { isUserError, safeText, UserError } from '../core/messages.ts'

/** One run of git. */
type GitRun = GitOptions & {
  /** Written to standard input. */
  readonly input?: string | Uint8Array | undefined
  /** Exit codes that are answers; only 0 when absent. */
  readonly okCodes?: readonly number[] | undefined
  /** Milliseconds after which git is ended: the answer then has a signal and no code. */
  readonly most?: number | undefined
}

/** What git answered. */
export type GitAnswer = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: string
}

/** Runs git and gives what it printed. Throws `UserError` when it cannot be run or ends with any other code. */
export async function runGit(cwd: string, args: readonly string[], run: GitRun = {}): Promise<Buffer> {
  const answer = await askGit(cwd, args, run)
  const { okCodes = [0] } = run
  if (answer.code === null || !okCodes.includes(answer.code)) throw gitFailure(cwd, args, answer)
  return answer.stdout
}

/** What git says of objects that a clone lacks, such as a partial one: nothing is fetched for a question. */
const LACKS =
  /lazy fetching disabled|unable to read [0-9a-f]{40}|missing (?:blob|tree|commit)|could not fetch/

/** Git does not answer: no operation refuses for that, and its exit code is that of a wrong use. */
class GitFailure extends UserError {
  readonly failure = 'use'
}

/** What is asked needs objects that this clone lacks. */
class MissingObjects extends GitFailure {
  readonly lacksObjects = true
}

/** True for the failure of a question that needs objects which this clone lacks. By its mark, as `isUserError` by the name. */
export function lacksObjects(error: unknown): boolean {
  return isUserError(error) && 'lacksObjects' in error
}

/** Runs git for a caller that judges the exit code itself. Throws `UserError` only when it cannot be run. */
export function askGit(cwd: string, args: readonly string[], run: GitRun = {}): Promise<GitAnswer> {
  const { input, hook, env, magic, most } = run
  return new Promise((resolve, reject) => {
    const child = startGit(cwd, args, { hook, env, magic, stdin: input === undefined ? 'ignore' : 'pipe' })
    const timer = most === undefined ? undefined : setTimeout(() => child.kill(), most)
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', (error) => reject(gitNotStarted(cwd, error)))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({
        code,
        signal,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      })
    })
    // A git that ends without reading its input closes the pipe; its exit code says what happened.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/**
 * Paths are printed raw and taken literally. No setting of the repository can start a program while we only read: git
 * runs `core.fsmonitor` even for listings. What git remembers of folders without untracked files may be stale. A
 * file with an older size and date is looked at, whatever the settings say.
 */
const FLAGS = [
  '-c',
  'core.quotePath=false',
  '-c',
  'core.safecrlf=false',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.untrackedCache=false',
  '-c',
  'core.trustctime=true',
  '-c',
  'core.checkStat=default',
  '--no-pager',
]

/** Starts git in a directory, without a shell. Standard input is a pipe only when it is to be written. */
export function startGit(
  cwd: string,
  args: readonly string[],
  { stdin = 'ignore', ...options }: GitOptions & { readonly stdin?: 'pipe' | 'ignore' } = {},
): ChildProcess {
  const literal = options.magic ? [] : ['--literal-pathspecs']
  return spawn('git', [...FLAGS, ...literal, ...args], {
    cwd,
    env: gitEnvironment(options),
    stdio: [stdin, 'pipe', 'pipe'],
    windowsHide: true,
  })
}

/** What a git child knows of its surroundings. */
export type GitOptions = {
  /**
   * Inside a git hook: keep the variables by which git names the repository and the index being committed. Everywhere
   * else they are removed: a stray GIT_INDEX_FILE would make every listing empty.
   */
  readonly hook?: boolean | undefined
  /** The command takes no literal pathspecs: its paths must not begin with a colon. */
  readonly magic?: boolean | undefined
  /** More variables for this child. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** What `git rev-parse --local-env-vars` lists, over all versions of git. */
const LOCAL = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_ATTR_SOURCE',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]

/** What a hook must keep to see what its commit sees; a push keeps its quarantined objects in the object directories. */
const KEPT_IN_HOOKS = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_WORK_TREE',
])

/** Variables that change what arguments mean. */
const MISLEADING = [
  'GIT_GLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
]

/**
 * Plain answers in English, no prompt, no lock that is not needed, no replaced objects, and no transport: in a
 * partial clone git would fetch a missing object by a program that the repository's settings name.
 */
const FIXED = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
} as const

/** The environment for a git child. */
export function gitEnvironment({ hook = false, env = {} }: GitOptions = {}): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = { ...process.env }
  for (const name of [...LOCAL, ...MISLEADING]) {
    if (!hook || !KEPT_IN_HOOKS.has(name)) delete result[name]
  }
  return Object.assign(result, FIXED, env)
}

/** How a git process ended: its exit code, or the signal that stopped it, and what it said. */
type GitEnd = {
  readonly code: number | null
  readonly signal?: NodeJS.Signals | null
  readonly stderr: string
}

/** A git failure as the user sees it. It never counts as "not there". */
export function gitFailure(cwd: string, args: readonly string[], end: GitEnd): UserError {
  const line = end.stderr
    .split(/\r?\n/)
    .find((one) => one.trim() !== '' && !/^warning: lazy fetching/.test(one))
  const said = line ? safeText(line.replace(/^(fatal|error): /, '')) : howItEnded(end)
  const Failure = LACKS.test(end.stderr) ? MissingObjects : GitFailure
  return new Failure(`git ${commandOf(args)} failed: ${said}`, hintFor(cwd, end.stderr))
}

/** Node's own error when a process cannot be started. */
export function gitNotStarted(cwd: string, error: NodeJS.ErrnoException): UserError {
  if (error.code !== 'ENOENT') {
    return new UserError(
      `git could not be started: ${safeText(error.code ?? error.message)}`,
      'Check that git runs in this shell.',
      error,
    )
  }
  return new UserError(
    `git is not installed or not on PATH (or there is no directory ${safeText(cwd)})`,
    'Install git, and check that `git --version` works in this shell.',
    error,
  )
}

/** The error for an answer that git would not give: another program is called git, or the repository is broken. */
export function gitNonsense(args: readonly string[], what: string): UserError {
  return new UserError(
    `git ${commandOf(args)} gave an answer that cannot be read: ${safeText(what)}`,
    'Check that `git` on PATH is git itself, and run `git fsck`.',
  )
}

function commandOf(args: readonly string[]): string {
  return safeText(args.find((one) => !one.startsWith('-')) ?? '')
}

function howItEnded({ code, signal }: GitEnd): string {
  if (code === null) return `it was stopped by ${signal ?? 'a signal'}`
  return code === 0 ? 'it ended too early' : `it ended with code ${code} and said nothing`
}

function hintFor(cwd: string, stderr: string): string {
  if (stderr.includes('dubious ownership')) {
    const directory = /safe\.directory (.+)/.exec(stderr)?.[1] ?? cwd
    return `The directory belongs to another user. If you trust it: git config --global --add safe.directory ${safeText(directory)}`
  }
  if (stderr.includes('must be run in a work tree')) {
    return 'Run it inside a work tree, not in a bare repository or inside .git.'
  }
  if (LACKS.test(stderr)) {
    return 'This clone lacks parts of the history, and nothing is fetched here: `git fetch --refetch --no-filter` brings them.'
  }
  return ''
}

/** True for a full object id: SHA-1 or SHA-256 in lower-case hex. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

/** The id that git gives to an object of these bytes, in the hash that the id `like` was made with. */
export function objectHash(type: 'blob' | 'tree', bytes: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`${type} ${bytes.byteLength}\0`).update(bytes).digest('hex')
}

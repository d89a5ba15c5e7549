import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNotStarted } from './git-failure.ts'
import { startGit } from './start-git.ts'

/** One run of git. */
export type GitRun = GitOptions & {
  /** Written to standard input. */
  readonly input?: string | Uint8Array | undefined
  /** Exit codes that are answers; only 0 when absent. */
  readonly okCodes?: readonly number[] | undefined
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

/** Runs git for a caller that judges the exit code itself. Throws `UserError` only when it cannot be run. */
export function askGit(cwd: string, args: readonly string[], run: GitRun = {}): Promise<GitAnswer> {
  const { input, hook, env, magic } = run
  return new Promise((resolve, reject) => {
    const child = startGit(cwd, args, { hook, env, magic, stdin: input === undefined ? 'ignore' : 'pipe' })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', (error) => reject(gitNotStarted(cwd, error)))
    child.on('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    )
    // A git that ends without reading its input closes the pipe; its exit code says what happened.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { type GitOptions, gitEnvironment } from './git-environment.ts'

/**
 * Paths come out raw and go in literally, and no setting of the repository can start a program while we only look:
 * `core.fsmonitor` runs even for listings.
 */
const FLAGS = [
  '-c',
  'core.quotePath=false',
  '-c',
  'core.safecrlf=false',
  '-c',
  'core.fsmonitor=false',
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

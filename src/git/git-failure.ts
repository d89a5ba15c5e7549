import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'

/** How a git process ended: its exit code, or the signal that stopped it, and what it said. */
export type GitEnd = {
  readonly code: number | null
  readonly signal?: NodeJS.Signals | null
  readonly stderr: string
}

/** A git failure as the user gets to see it. It is never read as "nothing there". */
export function gitFailure(cwd: string, args: readonly string[], end: GitEnd): UserError {
  const line = end.stderr.split(/\r?\n/).find((one) => one.trim() !== '')
  const said = line ? safeText(line.replace(/^(fatal|error): /, '')) : howItEnded(end)
  return new UserError(`git ${commandOf(args)} failed: ${said}`, hintFor(cwd, end.stderr))
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

/** An answer that git would not give: something else is called git, or the repository is broken. */
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
    return `The directory belongs to somebody else. If you trust it: git config --global --add safe.directory ${safeText(directory)}`
  }
  if (stderr.includes('must be run in a work tree')) {
    return 'Run it inside a work tree, not in a bare repository or inside .git.'
  }
  return ''
}

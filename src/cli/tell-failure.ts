import type { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import type { Stream } from './io.ts'

/**
 * Says why a command failed. Wrong use is one line and what to do; anything else is a bug, with its stack.
 * The text may hold names from the repository, so all of it is escaped and no line starts with it.
 */
export function tellFailure(error: unknown, { debug, stderr }: { debug: boolean; stderr: Stream }): void {
  if (isWrongUse(error)) stderr.write(said(wrongUse(error.message)))
  else if (isUserError(error)) stderr.write(said(error))
  else stderr.write(`memkeep: this is a bug, please report it with what follows\n${stackOf(error)}`)
  if (debug && (isUserError(error) || isWrongUse(error))) stderr.write(stackOf(error))
}

/** What commander throws; by its code, so that a hook need not load it: a bundler may give its class another name. */
function isWrongUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')
}

/** By name: a file that is bundled apart and loaded later has a class of its own. */
function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError'
}

function said({ message, hint }: Pick<UserError, 'message' | 'hint'>): string {
  return `memkeep: ${safeText(message)}\n${hint === '' ? '' : `  → ${safeText(hint)}\n`}`
}

/** Commander writes `error: …`, and behind it, in either of two ways, what was expected or may have been meant. */
function wrongUse(text: string): { readonly message: string; readonly hint: string } {
  const [, message = text, guess, expected] =
    /^error: (.+?)(?:\n\((Did you mean .+\?)\)|(?<= is invalid|^error: too many arguments.*)\. ([A-Z].+))?$/s.exec(
      text,
    ) ?? []
  return { message, hint: guess ?? expected ?? '' }
}

function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error)
  const cause = error instanceof Error && error.cause !== undefined ? `\n${causeOf(error.cause)}` : ''
  return `${stack}${cause}`
    .split('\n')
    .map((line) => `| ${safeText(line)}\n`)
    .join('')
}

function causeOf(cause: unknown): string {
  return `caused by ${cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause)}`
}

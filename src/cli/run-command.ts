import type { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { mayLeaveAsIs, redacted } from '../engine/redacted.ts'
import type { FlagValues } from './flags.ts'
import type { Io, Stream } from './io.ts'

/**
 * Runs a command that is called without flags, as programs and most people do: what parses flags is not loaded. Exit code
 * out; prints to `io` only, and never throws.
 */
export function withoutFlags(
  outer: Io,
  run: (flags: FlagValues, io: Io) => Promise<number>,
): Promise<number> {
  return redactingIo(outer, async (io) => {
    try {
      return await run({ color: true, cache: true }, io)
    } catch (error) {
      reportFailure(error, { debug: false, stderr: io.stderr })
      return 2
    }
  })
}

/**
 * Runs a command with streams that print no secret. What looks like one waits until the detectors are loaded, and so does
 * everything behind it: the order stays. Ends when all is printed.
 */
export async function redactingIo<T>(io: Io, run: (io: Io) => Promise<T>): Promise<T> {
  let printing: Promise<void> | null = null
  const through = (stream: () => Stream): Stream => ({
    write: (text) => {
      if (printing === null && mayLeaveAsIs(text)) return stream().write(text)
      printing = (printing ?? Promise.resolve()).then(async () => {
        stream().write(await redacted(text))
      })
      return true
    },
    get isTTY() {
      return stream().isTTY ?? false
    },
    get columns() {
      return stream().columns ?? 0
    },
  })
  const stdout = through(() => io.stdout)
  const stderr = through(() => io.stderr)
  const { stdin, env, cwd, now } = io
  const gated: Io = {
    // To ask for a stream opens it, as without the gate.
    get stdout() {
      void io.stdout
      return stdout
    },
    get stderr() {
      void io.stderr
      return stderr
    },
    stdin,
    env,
    cwd,
    now,
  }
  const outcome = await run(gated)
  await printing
  return outcome
}

/**
 * Says why a command failed. Wrong use is one line and what to do; anything else is a bug, with its stack.
 * The text may hold names from the repository, so all of it is escaped and no line starts with it.
 */
export function reportFailure(error: unknown, { debug, stderr }: { debug: boolean; stderr: Stream }): void {
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

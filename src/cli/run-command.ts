import { asCalled } from '../core/command-name.ts'
import { isUserError, safeText } from '../core/messages.ts'
import { mayLeaveAsIs, redacted } from '../engine/redacted.ts'
import type { Dialogue, FlagValues, Io, Stream } from './command.ts'
import { openProgressLine } from './progress.ts'

/**
 * Runs a command that is called without flags, so the flag parser is not loaded. Gives the exit code; prints to `io` only,
 * and never throws.
 */
export function withoutFlags(
  outer: Io,
  run: (flags: FlagValues, io: Io) => Promise<number>,
): Promise<number> {
  return redactingIo(outer, async (io) => {
    try {
      return await run({ color: true, cache: true }, io)
    } catch (error) {
      reportFailure(error, { debug: false, io })
      return 2
    }
  })
}

/**
 * Runs a command with streams that print no secret. Text that may hold one waits until the detectors are loaded, and all
 * later text waits behind it, so the order stays. Ends when all is printed.
 */
export async function redactingIo<T>(io: Io, run: (io: Io) => Promise<T>): Promise<T> {
  let printing: Promise<void> | null = null
  const progress = openProgressLine(io)
  const print = (stream: Stream, text: string): unknown => {
    progress.clear()
    return stream.write(text)
  }
  const through = (stream: () => Stream): Stream => ({
    write: (text) => {
      if (printing === null && mayLeaveAsIs(text)) return print(stream(), text)
      printing = (printing ?? Promise.resolve()).then(async () => {
        print(stream(), await redacted(text))
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
  const { stdin, env, cwd, now, self, command } = io
  const gated: Io = {
    // The getter opens the real stream at the same time as without redaction.
    get stdout() {
      void io.stdout
      return stdout
    },
    get stderr() {
      void io.stderr
      return stderr
    },
    stdin,
    get openDialogue() {
      const { openDialogue } = io
      return openDialogue && (async () => gatedDialogue(await openDialogue(), async () => printing))
    },
    env,
    cwd,
    now,
    self,
    command,
  }
  try {
    return await run(gated)
  } finally {
    progress.end()
    await printing
  }
}

/** Asks when all earlier text is printed; a question shows no secret. */
function gatedDialogue({ ask, close }: Dialogue, allPrinted: () => Promise<unknown>): Dialogue {
  return {
    ask: async (question) => {
      await allPrinted()
      return ask(mayLeaveAsIs(question) ? question : await redacted(question))
    },
    close,
  }
}

/**
 * Prints why a command failed. A user error is one line and what to do; anything else is a bug, with its stack.
 * The text may hold names from the repository: all of it is escaped, and no line starts with it.
 */
export function reportFailure(error: unknown, { debug, io }: { debug: boolean; io: Io }): void {
  const { stderr, command } = io
  if (isUsageError(error)) stderr.write(asCalled(errorText(splitUsageError(error.message)), command))
  else if (isUserError(error)) stderr.write(asCalled(errorText(error), command))
  else stderr.write(`memkeep: this is a bug, please report it with what follows\n${stackOf(error)}`)
  if (debug && (isUserError(error) || isUsageError(error))) stderr.write(stackOf(error))
}

/** True for an error of commander, by its code: hooks do not load commander, and a bundler may rename its class. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')
}

type UsageError = { readonly message: string; readonly hint: string }

function errorText({ message, hint }: UsageError): string {
  return `memkeep: ${safeText(message)}\n${hint === '' ? '' : `  → ${safeText(hint)}\n`}`
}

/** Splits commander's `error: …` from the hint after it: a guess in brackets, or a sentence that names what is expected. */
function splitUsageError(text: string): UsageError {
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

import { resolve } from 'node:path'
import process from 'node:process'
import picocolors from 'picocolors'
import type { Colors } from 'picocolors/types'
import { asCalled, type CommandName, commandName } from '../core/command-name.ts'
import type { Summary } from '../core/report.ts'
import { safeText } from '../core/safe-text.ts'
import { writeOutput } from '../engine/output.ts'
import type { FlagValues } from './flags.ts'

/** Where a command prints. */
export type Stream = {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** A terminal that answers questions. */
export type Dialogue = {
  /** Gives the line that was typed; null after Ctrl-C, Ctrl-D, or when the terminal is gone. */
  readonly ask: (question: string) => Promise<string | null>
  /** Without it the process goes on reading and does not end. */
  readonly close: () => void
}

/** Everything a command takes from the process; no other file of `cli/` reads the process. */
export type Io = {
  readonly stdout: Stream
  readonly stderr: Stream
  /** Everything that is piped in, within `milliseconds` where they are given; read only when a command asks for it. */
  readonly stdin: (milliseconds?: number) => Promise<string>
  /** Begins to ask questions; absent where standard input or standard error is no terminal. */
  readonly openDialogue?: (() => Promise<Dialogue>) | undefined
  readonly env: { readonly [name: string]: string | undefined }
  readonly cwd: string
  readonly now: () => Date
  /** The program of this process and what starts the command again; absent where the process does other things as well. */
  readonly self?: readonly string[] | undefined
  /** How advice calls the command; `memkeep` when absent. */
  readonly command?: CommandName | undefined
}

/** Writes the outcome of a command to the file of `--output`, else to standard output. */
export async function deliver(text: string, { output, cwd = '' }: FlagValues, io: Io): Promise<void> {
  if (output === undefined) io.stdout.write(text)
  else await writeOutput(resolve(io.cwd, cwd, output), text, output)
}

/** Prints notes on standard error, a line each, so that machine formats on standard output stay whole. */
export function printNotes(notes: readonly string[], io: Io): void {
  for (const note of notes) io.stderr.write(`memkeep: ${safeText(asCalled(note, io.command))}\n`)
}

/** 1 when a check found something at or above the fail level, and the reason where the report does not show it. */
export function exitCode(
  { errors, warnings }: Summary,
  { strict = false, maxWarnings }: FlagValues,
): { readonly code: 0 | 1; readonly notes: readonly string[] } {
  const tooMany = maxWarnings !== undefined && warnings > maxWarnings
  const code = errors > 0 || (strict && warnings > 0) || tooMany ? 1 : 0
  if (errors > 0 || code === 0) return { code, notes: [] }
  const reason = tooMany ? `more than --max-warnings ${maxWarnings}` : 'and --strict allows none'
  return { code, notes: [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${reason}`] }
}

/** Colors for standard output: off on request, for a file, and where the terminal does not show them. */
export function colorsFor({ color, output }: FlagValues, { env, stdout }: Io): Colors {
  return picocolors.createColors(color && output === undefined && wanted(env, stdout.isTTY ?? false))
}

function wanted(env: Io['env'], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return isTerminal && env.TERM !== 'dumb'
}

/** Streams that were used. Each is opened at first use: opening one takes longer than a silent command. */
const opened: { stdout?: NodeJS.WriteStream; stderr?: NodeJS.WriteStream } = {}

/** The `Io` of this process. A closed reader of standard output is no failure; a full disk ends the process with 2. */
export function processIo(): Io {
  return {
    get stdout() {
      opened.stdout ??= process.stdout.on('error', onClosed)
      return opened.stdout
    },
    get stderr() {
      opened.stderr ??= process.stderr.on('error', () => undefined)
      return opened.stderr
    },
    stdin,
    get openDialogue() {
      return process.stdin.isTTY && process.stderr.isTTY ? openDialogue : undefined
    },
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    self: [process.execPath, process.argv[1] ?? ''],
    command: commandName(process.argv[1] ?? '', process.cwd()),
  }
}

/** Ends a hook's process when all is printed, which is faster than an exit that releases what was loaded. */
export function exitPrinted(code: number): void {
  if (opened.stderr) opened.stderr.write('', () => process.exit(code))
  else process.exit(code)
}

/** `EPIPE` means that the reader closed the pipe, as in `memkeep check | head`. */
function onClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`memkeep: the output cannot be written (${error.code})\n`)
  process.exit(2)
}

/**
 * Standard input, whole; empty on a terminal, where reading would wait without a prompt. With a limit, what came until then: a
 * pipe that its writer never closes does not hold the process.
 */
async function stdin(milliseconds?: number): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  let isLate = false
  const end = (): void => {
    isLate = true
    process.stdin.destroy()
  }
  const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds)
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  } catch (error) {
    if (!isLate) throw error
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Asks on standard error, since standard output may be a file. A line that is typed before its question is its answer. */
async function openDialogue(): Promise<Dialogue> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const typed: string[] = []
  let isOpen = true
  let onAnswer: () => void = () => undefined
  lines.on('line', (line) => {
    typed.push(line)
    onAnswer()
  })
  // Ctrl-C closes it as well, as it has no listener of its own.
  lines.on('close', () => {
    isOpen = false
    onAnswer()
  })
  const ask = async (question: string): Promise<string | null> => {
    if (isOpen) {
      lines.setPrompt(question)
      lines.prompt()
    }
    if (isOpen && typed.length === 0) await new Promise<void>((done) => (onAnswer = done))
    return typed.shift() ?? null
  }
  return { ask, close: () => lines.close() }
}

import process from 'node:process'
import { commandName } from '../core/command-name.ts'
import type { Dialogue, Io } from './command.ts'

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
    command: commandName(process.argv[1] ?? '', {
      cwd: process.cwd(),
      env: process.env,
      isPlugAndPlay: process.versions.pnp !== undefined,
    }),
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

import process from 'node:process'
import type { Io } from './io.ts'

/** Each stream, when it is first asked for: to open one takes longer than to say nothing. */
const opened: { stdout?: NodeJS.WriteStream; stderr?: NodeJS.WriteStream } = {}

/** The process that runs, as what a command works with. A reader that went away is no failure; a full disk ends the process. */
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
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
  }
}

/** Ends a hook's process when all is printed, without waiting until what it loaded is taken down. */
export function exitPrinted(code: number): void {
  if (opened.stderr) opened.stderr.write('', () => process.exit(code))
  else process.exit(code)
}

/** A reader that goes away, as in `memkeep check | head`. */
function onClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`memkeep: the output cannot be written (${error.code})\n`)
  process.exit(2)
}

/** Standard input, whole; empty on a terminal, where nobody would know that it is waited for. */
async function stdin(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import type { ModelRequest } from '../core/model.ts'
import { safeText } from '../core/safe-text.ts'
import { type Answer, type Model, NO_USAGE } from './provider.ts'

const MOST_ANSWER_BYTES = 4 * 1024 * 1024
const MOST_DETAIL = 200

/**
 * Asks a local program: the prompt on its standard input, the answer on its standard output. No shell reads either, and it
 * starts in the home directory, so that no file of the repository configures it. Throws only what `signal` gives as its reason.
 */
export function askCommand(
  { command = [] }: Model,
  { system, user }: ModelRequest,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<Answer> {
  const [program = '', ...args] = command
  return new Promise((done, fail) => {
    const limit = AbortSignal.timeout(timeout)
    const ended = AbortSignal.any([signal, limit])
    const child = spawn(program, args, {
      cwd: homedir(),
      stdio: 'pipe',
      signal: ended,
      killSignal: 'SIGKILL',
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_ANSWER_BYTES) child.kill('SIGKILL')
      else out.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (err.length < 8) err.push(chunk)
    })
    // A program may end without reading its prompt.
    child.stdin.on('error', () => undefined)
    child.on('error', (error) => {
      if (signal.aborted) fail(signal.reason)
      else if (limit.aborted) done({ failure: 'timeout', detail: `no answer in ${timeout / 1000} s` })
      else done({ failure: 'transport', detail: safeText(error.message) })
    })
    child.on('close', (code) => {
      const said = lineOf(err)
      if (bytes > MOST_ANSWER_BYTES) done({ failure: 'transport', detail: 'the answer is longer than 4 MiB' })
      else if (code === 0) done({ text: Buffer.concat(out).toString('utf8'), usage: NO_USAGE })
      else done({ failure: 'refused', detail: `it ended with ${code ?? 'a signal'}${said && `: ${said}`}` })
    })
    child.stdin.end(`${system}\n\n${user}\n`)
  })
}

function lineOf(chunks: readonly Buffer[]): string {
  const text = Buffer.concat(chunks).toString('utf8').replace(/\s+/g, ' ').trim()
  return safeText([...text].slice(0, MOST_DETAIL).join(''))
}

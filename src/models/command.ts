import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import type { ModelRequest } from '../core/model.ts'
import { safeText } from '../core/safe-text.ts'
import type { Asking } from './ask-endpoint.ts'
import { hideKeys, shortLine } from './hide-keys.ts'
import { type Answer, type Model, NO_USAGE } from './provider.ts'

const MOST_ANSWER_BYTES = 4 * 1024 * 1024

type Running = Asking & { readonly env: { readonly [name: string]: string | undefined } }

/**
 * Asks a local program: the prompt on its standard input, the answer on its standard output. No shell reads either, and it
 * starts in the home directory, so that no file of the repository configures it. Throws only what `signal` gives as its reason.
 */
export function askCommand(
  { command = [] }: Model,
  { system, user }: ModelRequest,
  { keys, timeout, signal, env }: Running,
): Promise<Answer> {
  const [program = '', ...args] = command
  return new Promise((done, fail) => {
    const limit = AbortSignal.timeout(timeout)
    const ended = AbortSignal.any([signal, limit])
    const child = spawn(program, args, {
      cwd: homedir(),
      // A program that is an agent itself calls no hook of ours: that would ask it again.
      env: { ...env, MEMKEEP: '0' },
      stdio: 'pipe',
      signal: ended,
      killSignal: 'SIGKILL',
      windowsHide: true,
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
      const said = shortLine(textOf(err), keys)
      if (bytes > MOST_ANSWER_BYTES) done({ failure: 'transport', detail: 'the answer is longer than 4 MiB' })
      else if (code === 0) done({ text: hideKeys(textOf(out), keys), usage: NO_USAGE })
      else done({ failure: 'refused', detail: `it ended with ${code ?? 'a signal'}${said && `: ${said}`}` })
    })
    child.stdin.end(`${system}\n\n${user}\n`)
  })
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8')
}

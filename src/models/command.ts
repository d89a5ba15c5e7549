import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { safeText } from '../core/messages.ts'
import type { ModelRequest } from '../core/model.ts'
import type { Asking } from './ask-endpoint.ts'
import {
  type Answer,
  answerText,
  hideKeys,
  limitTime,
  type Model,
  NO_USAGE,
  NO_UTF8,
  shortLine,
} from './provider.ts'

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
    const limit = limitTime(timeout, signal)
    const child = spawn(program, args, {
      cwd: homedir(),
      // A program that is an agent itself calls no hook of ours: that would ask it again.
      env: { ...env, MEMKEEP: '0' },
      stdio: 'pipe',
      windowsHide: true,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    let bytes = 0
    // A process that the program started may hold its pipes open without end, also when the program itself has ended.
    const stop = (): void => {
      limit.signal.removeEventListener('abort', giveUp)
      limit.end()
      child.kill('SIGKILL')
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy()
    }
    const giveUp = (): void => {
      stop()
      if (signal.aborted) fail(signal.reason)
      else done({ failure: 'timeout', detail: `no answer in ${timeout / 1000} s` })
    }
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      out.push(chunk)
      if (bytes <= MOST_ANSWER_BYTES) return
      stop()
      done({ failure: 'transport', detail: 'the answer is longer than 4 MiB' })
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (err.length < 8) err.push(chunk)
    })
    // A program may end without reading its prompt.
    child.stdin.on('error', () => undefined)
    child.on('error', (error: NodeJS.ErrnoException) => {
      stop()
      const why = error.code === 'ENOENT' ? `the program ${program} is not found (ENOENT)` : error.message
      done({ failure: 'transport', detail: safeText(why) })
    })
    child.on('close', (code) => {
      limit.signal.removeEventListener('abort', giveUp)
      limit.end()
      done(endOf(code, { out: Buffer.concat(out), err: Buffer.concat(err) }, keys))
    })
    if (limit.signal.aborted) giveUp()
    else limit.signal.addEventListener('abort', giveUp)
    child.stdin.end(`${system}\n\n${user}\n`)
  })
}

type Printed = { readonly out: Buffer; readonly err: Buffer }

/** The answer of a program that has ended. */
function endOf(code: number | null, { out, err }: Printed, keys: readonly string[]): Answer {
  const said = shortLine(err.toString('utf8'), keys)
  if (code !== 0) {
    return { failure: 'refused', detail: `it ended with ${code ?? 'a signal'}${said && `: ${said}`}` }
  }
  const text = answerText(out)
  return text === null
    ? { failure: 'transport', detail: NO_UTF8 }
    : { text: hideKeys(text, keys), usage: NO_USAGE }
}

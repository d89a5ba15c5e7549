import { type ChildProcess, spawn } from 'node:child_process'
import type { Asked, Said } from './gate-protocol.ts'

/** A process of actors. */
export type Player = {
  readonly pid: number
  readonly ask: (asked: Asked) => Promise<Said>
  /** Ends the process as `kill -9` does, and waits until it is gone. */
  readonly end: () => Promise<void>
}

const DATE = '2026-06-01T10:00:00Z'
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_DATE: DATE,
  GIT_AUTHOR_NAME: 'a',
  GIT_COMMITTER_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

export function startPlayer(program: string): Player {
  const child: ChildProcess = spawn(process.execPath, [program], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
    env: ENVIRONMENT,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const [to, from] = [child.stdio[3] as NodeJS.WritableStream, child.stdio[4] as NodeJS.ReadableStream]
  // Who is killed may be written to a last time.
  to.on('error', () => undefined)
  let text = ''
  let heard: ((said: Said) => void) | undefined
  from.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
    const end = text.indexOf('\n')
    if (end < 0) return
    const said: Said = JSON.parse(text.slice(0, end))
    text = text.slice(end + 1)
    heard?.(said)
  })
  const ask = (asked: Asked): Promise<Said> =>
    new Promise((resolve) => {
      heard = resolve
      to.write(`${JSON.stringify(asked)}\n`)
    })
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return { pid: child.pid ?? 0, ask, end }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { plainEnvironment } from './plain-environment.ts'

type Fields = { readonly [name: string]: unknown }

/** A conversation with one `memkeep mcp` process. */
export type McpSession = {
  readonly pid: number
  /** Sends a request and gives its result; throws when it is answered by an error, or by a tool that refused. */
  readonly ask: (method: string, params: Fields) => Promise<Fields>
  readonly notify: (method: string) => void
  /** Ends the server by closing its input, as clients do. */
  readonly end: () => Promise<void>
}

/** What a client sends first. */
export const HELLO: Fields = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
}

/** Starts a server in a directory; `env` is what it finds in its environment besides the plain one. */
export function startMcp(
  bin: string,
  cwd: string,
  env: { readonly [name: string]: string } = {},
): McpSession {
  const child = spawn(process.execPath, [bin, 'mcp'], {
    cwd,
    env: plainEnvironment(env),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<unknown, (answer: Fields | null) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Fields
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  child.once('exit', () => {
    for (const answer of waiting.values()) answer(null)
  })
  const send = (message: Fields): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let count = 0
  return {
    pid: child.pid ?? 0,
    ask: async (method, params) => {
      count += 1
      const id = count
      const answered = new Promise<Fields | null>((resolve) => waiting.set(id, resolve))
      send({ id, method, params })
      return resultOf(await answered, method)
    },
    notify: (method) => send({ method }),
    end: () => ended(child),
  }
}

/** Shakes hands, after which tools can be called. */
export async function shakeHands(session: McpSession): Promise<void> {
  await session.ask('initialize', HELLO)
  session.notify('notifications/initialized')
}

function resultOf(answer: Fields | null, method: string): Fields {
  const result = answer?.result as Fields | undefined
  if (!result || result.isError === true) {
    throw new Error(`${method} failed: ${JSON.stringify(answer ?? 'the server ended').slice(0, 500)}`)
  }
  return result
}

async function ended(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null
  const exit = isOver ? null : once(child, 'exit')
  child.stdin?.end()
  await exit
}

import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { plainEnvironment } from './setup.ts'

/** A `memkeep mcp` that is written to as bytes, line by line, without a client's rules; it ends with the test. */
export type RawServer = {
  readonly write: (...lines: readonly (string | Uint8Array | JsonObject)[]) => void
  /** The first answer that passes. */
  readonly answer: (passes: (message: JsonObject) => boolean) => Promise<JsonObject>
  /** Every message that came so far. */
  readonly messages: () => JsonObject[]
  readonly said: () => string
  /** Reads no more, as a client that is gone; gives its exit code, with its input left open. */
  readonly leave: () => Promise<number | null>
  /** Closes its input; gives its exit code. */
  readonly end: () => Promise<number | null>
}

/** Starts the built server in a directory, and shakes hands unless asked not to. */
export async function rawServer(cwd: string, { greet = true } = {}): Promise<RawServer> {
  const child = spawn(process.execPath, [resolve('dist/memkeep.cjs'), 'mcp'], {
    cwd,
    env: plainEnvironment(),
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const received: JsonObject[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    received.push(...lines.map((line) => JSON.parse(line) as JsonObject))
    for (const look of [...waiting]) look()
  })
  // A server that has ended is a failure of the test that waits for it, not of the writing.
  child.stdin.on('error', () => undefined)

  const server: RawServer = {
    write: (...lines) => {
      for (const line of lines) {
        const bytes = typeof line === 'string' || line instanceof Uint8Array
        child.stdin.write(bytes ? line : `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`)
      }
    },
    answer: (passes) =>
      new Promise((done, fail) => {
        const look = (): void => {
          const found = received.find(passes)
          if (!found) return
          waiting.delete(look)
          done(found)
        }
        waiting.add(look)
        look()
        ended.then((code) => fail(new Error(`the server ended with ${code}: ${said}`)))
      }),
    messages: () => received,
    said: () => said,
    leave: () => {
      child.stdout.destroy()
      return ended
    },
    end: () => {
      child.stdin.end()
      return ended
    },
  }
  if (greet) {
    const clientInfo = { name: 'raw', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    server.write({ id: 'greeting', method: 'initialize', params }, { method: 'notifications/initialized' })
    await server.answer(({ id }) => id === 'greeting')
  }
  return server
}

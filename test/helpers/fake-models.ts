import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** What a server received: the path, the headers, and the body as JSON. */
export type SeenRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: { readonly [key: string]: unknown }
  /** The client still waits. */
  readonly isOpen: () => boolean
}

/** What a server does with a request. */
export type Behaviour =
  | { readonly json: unknown; readonly delay?: number }
  | {
      readonly status: number
      readonly text?: string
      readonly headers?: { readonly [name: string]: string }
    }
  | { readonly bytes: Buffer }
  | 'disconnect'
  /** Begins an answer, and closes the connection. */
  | 'half'
  | 'silence'

/** A server on loopback that answers as a function says; it ends with the test. */
export async function fakeModels(behave: (request: SeenRequest, count: number) => Behaviour): Promise<{
  readonly url: string
  readonly seen: readonly SeenRequest[]
  readonly mostAtOnce: () => number
}> {
  const seen: SeenRequest[] = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    void read(request).then((body) => {
      const isOpen = (): boolean => !response.closed
      const one = { path: request.url ?? '', headers: request.headers, body, isOpen }
      seen.push(one)
      return act(behave(one, seen.length), response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, mostAtOnce: () => most }
}

async function read(request: IncomingMessage): Promise<SeenRequest['body']> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as SeenRequest['body']
}

async function act(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  if (behaviour === 'silence') return
  if (behaviour === 'disconnect') {
    response.destroy()
    return
  }
  if (behaviour === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"choices": [', () => response.destroy())
    return
  }
  if ('json' in behaviour) {
    if (behaviour.delay) await sleep(behaviour.delay)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(behaviour.json))
    return
  }
  if ('bytes' in behaviour) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(behaviour.bytes)
    return
  }
  response.writeHead(behaviour.status, behaviour.headers)
  response.end(behaviour.text ?? '')
}

/** An answer in the form of each provider that speaks HTTP. */
export const ANSWERS = {
  openai: (text: string, input = 100) => ({
    choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: input, completion_tokens: 7 },
  }),
  anthropic: (text: string, input = 100) => ({
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: input, output_tokens: 7 },
  }),
  ollama: (text: string, input = 100) => ({
    message: { role: 'assistant', content: text },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: input,
    eval_count: 7,
  }),
}

/** An answer that ended at its limit, in the form of each. */
export const CUT_ANSWERS = {
  openai: { choices: [{ message: { content: 'half an ans' }, finish_reason: 'length' }] },
  anthropic: { content: [{ type: 'text', text: 'half an ans' }], stop_reason: 'max_tokens' },
  ollama: { message: { content: 'half an ans' }, done_reason: 'length' },
}

import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  SUBSCRIPTION_ID_META_KEY,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { recentFacts } from '../engine/documents/facts.ts'
import { redactedData } from '../engine/redacted.ts'
import { createServer, type ServerOptions } from './create-server.ts'
import { type LineFault, lineFault, MAX_LINE_BYTES, standardLines } from './standard-lines.ts'

/** What a server is started with. */
type ServeOptions = Omit<ServerOptions, 'recent' | 'recentSearch' | 'canAsk'>

/** Serves memory on standard input and output until the input ends and all requests are answered. */
export async function serve(options: ServeOptions): Promise<void> {
  const recent = recentFacts()
  const recentSearch = { last: null }
  const open = openRequests()
  const input = standardLines({
    most: MAX_LINE_BYTES,
    keep: (line) => {
      const fault = lineFault(line)
      if (fault) refuse(fault)
      return fault === null
    },
    ended: async () => {
      await open.whenNone()
      await server.close()
    },
  })
  const transport = new StdioServerTransport(input)
  const send = transport.send.bind(transport)
  // Not counted as an answer: a faulty line may carry the id of an open request.
  const refuse = ({ response, answers }: LineFault): void => {
    options.log(response.error.message)
    // The transport itself reports a closed client.
    // The package's type knows no id of null, which JSON-RPC asks for where the id is not known.
    if (answers) send(response as JSONRPCMessage).catch(() => undefined)
  }
  const server = serveStdio(
    ({ era }) => createServer({ ...options, recent, recentSearch, canAsk: era === 'legacy' }),
    {
      transport,
      onerror: ({ message }) => options.log(message),
    },
  )
  const { onclose: close, onmessage: take } = transport
  transport.onmessage = (message) => {
    open.received(message)
    take?.(message)
  }
  // A request counts as answered once the answer is written, so a client that never reads delays nothing.
  transport.send = async (message) => {
    // The id belongs to the client and is not redacted.
    const safe = {
      ...(await redactedData(message)),
      ...('id' in message && { id: message.id }),
    } as typeof message
    const sent = send(safe)
    open.sent(message)
    return sent
  }
  await new Promise<void>((done) => {
    transport.onclose = () => {
      close?.()
      input.destroy()
      done()
    }
  })
}

/** The requests of a client without an answer so far. */
export type OpenRequests = {
  readonly received: (message: JSONRPCMessage) => void
  readonly sent: (message: JSONRPCMessage) => void
  /** Resolves when there is none. */
  readonly whenNone: () => Promise<void>
}

/** Counts open requests by the messages that come and go; an id that is used twice needs two answers. */
export function openRequests(): OpenRequests {
  const open: unknown[] = []
  let onNone = (): void => undefined
  const settle = (id: unknown): void => {
    const at = open.indexOf(id)
    if (at !== -1) open.splice(at, 1)
    if (open.length === 0) onNone()
  }
  return {
    received: (message) => {
      if (isJSONRPCRequest(message)) open.push(message.id)
      // A cancelled request gets no answer.
      else if (isNotification(message, 'notifications/cancelled')) settle(message.params?.requestId)
    },
    sent: (message) => {
      // A subscription ends with the connection, so its acknowledgement counts as its answer.
      if (isNotification(message, 'notifications/subscriptions/acknowledged')) {
        settle(message.params?._meta?.[SUBSCRIPTION_ID_META_KEY])
      } else if (!('method' in message)) settle(message.id)
    },
    whenNone: () =>
      new Promise((done) => {
        onNone = done
        if (open.length === 0) done()
      }),
  }
}

function isNotification(message: JSONRPCMessage, method: string): message is JSONRPCNotification {
  return isJSONRPCNotification(message) && message.method === method
}

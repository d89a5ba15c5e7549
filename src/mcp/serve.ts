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
import { type LineFault, LONGEST, lineFault, standardLines } from './standard-lines.ts'

/** What a server is started with. */
type ServeOptions = Omit<ServerOptions, 'recent' | 'canAsk'>

/** Serves memory over the process's standard input and output until the input ends, and all that came in by it is answered. */
export async function serve(options: ServeOptions): Promise<void> {
  const recent = recentFacts()
  const open = openRequests()
  const input = standardLines({
    most: LONGEST,
    keep: (line) => {
      const fault = lineFault(line)
      if (fault) refuse(fault)
      return fault === null
    },
    ended: async () => {
      await open.none()
      await server.close()
    },
  })
  const transport = new StdioServerTransport(input)
  const send = transport.send.bind(transport)
  // Past the count of what is answered: a faulty line may bear the id of a request.
  const refuse = ({ response, answers }: LineFault): void => {
    options.log(response.error.message)
    // A client that is gone is told of by the transport itself.
    if (answers) send(response).catch(() => undefined)
  }
  const server = serveStdio(({ era }) => createServer({ ...options, recent, canAsk: era === 'legacy' }), {
    transport,
    onerror: ({ message }) => options.log(message),
  })
  const { onclose: close, onmessage: take } = transport
  transport.onmessage = (message) => {
    open.came(message)
    take?.(message)
  }
  // It counts as answered once it is written, read or not: who never reads is not waited for.
  transport.send = async (message) => {
    // The id is the client's, and comes back as it was.
    const told = {
      ...(await redactedData(message)),
      ...('id' in message && { id: message.id }),
    } as typeof message
    const sent = send(told)
    open.went(message)
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

/** The requests of a client that are not answered yet. */
export type OpenRequests = {
  readonly came: (message: JSONRPCMessage) => void
  readonly went: (message: JSONRPCMessage) => void
  /** Waits until there is none. */
  readonly none: () => Promise<void>
}

/** Keeps count of them by what comes and goes; an id that is given twice is answered twice. */
export function openRequests(): OpenRequests {
  const open: unknown[] = []
  let onNone = (): void => undefined
  const settle = (id: unknown): void => {
    const at = open.indexOf(id)
    if (at !== -1) open.splice(at, 1)
    if (open.length === 0) onNone()
  }
  return {
    came: (message) => {
      if (isJSONRPCRequest(message)) open.push(message.id)
      // What is taken back is never answered.
      else if (isNotification(message, 'notifications/cancelled')) settle(message.params?.requestId)
    },
    went: (message) => {
      // A subscription is answered when it ends, and ends with the connection.
      if (isNotification(message, 'notifications/subscriptions/acknowledged')) {
        settle(message.params?._meta?.[SUBSCRIPTION_ID_META_KEY])
      } else if (!('method' in message)) settle(message.id)
    },
    none: () =>
      new Promise((done) => {
        onNone = done
        if (open.length === 0) done()
      }),
  }
}

function isNotification(message: JSONRPCMessage, method: string): message is JSONRPCNotification {
  return isJSONRPCNotification(message) && message.method === method
}

import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  SUBSCRIPTION_ID_META_KEY,
} from '@modelcontextprotocol/server'

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

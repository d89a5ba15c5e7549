import type { McpServer } from '@modelcontextprotocol/server'
import { firstDirectory } from '../run/first-directory.ts'

/** Where a server may have been started for. */
export type Started = {
  /** What the command line names; nobody else is asked then. */
  readonly given: string | null
  /** What the environment names. */
  readonly named: string | null
  /** Where the process stands. */
  readonly here: string
}

/** A client has been asked, and may be waiting for a person. */
const PATIENCE = 5_000

/**
 * Finds the directory whose memory is served: what the command line names, else the first root of a client that has roots,
 * else what the environment names, else where the process stands. Asked once: a session stays with one memory.
 */
export function workingDirectory(
  { server }: McpServer,
  { given, named, here }: Started,
  canAsk: boolean,
): () => Promise<string> {
  const find = async (): Promise<string> => given ?? (canAsk ? await rootOf(server) : null) ?? named ?? here
  let found: Promise<string> | null = null
  return () => {
    found ??= find()
    return found
  }
}

/** Clients of later protocols cannot be asked, and name the directory when they start the server. */
async function rootOf(server: McpServer['server']): Promise<string | null> {
  if (!server.getClientCapabilities()?.roots) return null
  try {
    const { roots } = await server.listRoots({}, { timeout: PATIENCE })
    return firstDirectory(roots.map(({ uri }) => uri))
  } catch {
    return null
  }
}

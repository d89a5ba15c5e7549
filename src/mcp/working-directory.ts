import { fileURLToPath } from 'node:url'
import type { McpServer } from '@modelcontextprotocol/server'
import { UserError } from '../core/errors.ts'
import { isDirectory } from '../fs/read-files.ts'
import { locateRepository } from '../snapshot/project.ts'
import { anySchema } from './any-schema.ts'

/** The candidates for a server's directory. */
export type StartOptions = ServerPlace & {
  /** The directory that the command line names; it wins. */
  readonly given: string | null
}

/** Milliseconds to wait for the client's roots: a client may ask a person first. */
const ROOTS_TIMEOUT = 5_000

/**
 * Finds the directory whose memory is served: from the command line, else the client's first root, else the environment,
 * else the working directory. The first success is kept: a session stays with one memory.
 */
export function workingDirectory(
  { server }: McpServer,
  { given, ...started }: StartOptions,
  canAsk: boolean,
): () => Promise<string> {
  const find = async (): Promise<string> =>
    given ?? (canAsk ? await clientRoot(server) : null) ?? startedDirectory(started)
  let found: Promise<string> | null = null
  return () => {
    found ??= find().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
}

/** Clients of later protocols take no requests; they name the directory when they start the server. */
async function clientRoot(server: McpServer['server']): Promise<string | null> {
  if (!server.getClientCapabilities()?.roots) return null
  try {
    const answer = await server.request({ method: 'roots/list' }, ANY_ANSWER, { timeout: ROOTS_TIMEOUT })
    return firstDirectory(urisOf(answer))
  } catch {
    return null
  }
}

/** The package's own schema would refuse all roots because of one that is not a `file:` URI, as a remote editor has. */
const ANY_ANSWER = anySchema({})

function urisOf(answer: unknown): string[] {
  const { roots } = (answer ?? {}) as { readonly roots?: unknown }
  if (!Array.isArray(roots)) return []
  return roots.flatMap((root: { readonly uri?: unknown } | null) =>
    typeof root?.uri === 'string' ? root.uri : [],
  )
}

/** The working directory, and the directory that the environment names or null. */
type ServerPlace = { readonly named: string | null; readonly here: string }

/**
 * The directory where no client names one. The working directory counts only inside a repository: clients also start
 * servers in `/` and in the home directory, which must not be searched for memory. Throws `UserError`.
 */
async function startedDirectory({ named, here }: ServerPlace): Promise<string> {
  if (named !== null) {
    if (isDirectory(named)) return named
    throw new UserError(`there is no directory ${named}, which CLAUDE_PROJECT_DIR names`, HINT)
  }
  if (isDirectory(here) && (await locateRepository(here))) return here
  throw new UserError(`no directory is named, and ${here} is not in a git repository`, HINT)
}

const HINT = 'Start `memkeep mcp` in the repository, or with --cwd and its path.'

/** The path of the first `file:` URI that is a directory here; null when none is. */
function firstDirectory(uris: readonly string[]): string | null {
  return uris.flatMap((uri) => pathOf(uri) ?? []).find(isDirectory) ?? null
}

function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri)
  } catch {
    return null
  }
}

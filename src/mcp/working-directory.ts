import { fileURLToPath } from 'node:url'
import type { McpServer } from '@modelcontextprotocol/server'
import { UserError } from '../core/errors.ts'
import { isDirectory } from '../fs/stat.ts'
import { locateRepository } from '../snapshot/project.ts'
import { anySchema } from './any-schema.ts'

/** Where a server may have been started for. */
export type Started = StartedIn & {
  /** What the command line names; nobody else is asked then. */
  readonly given: string | null
}

/** A client has been asked, and may be waiting for a person. */
const PATIENCE = 5_000

/**
 * Finds the directory whose memory is served: what the command line names, else the first root of a client that has roots,
 * else what the environment names, else where the process stands. Asked until there is one: a session stays with one memory.
 */
export function workingDirectory(
  { server }: McpServer,
  { given, ...started }: Started,
  canAsk: boolean,
): () => Promise<string> {
  const find = async (): Promise<string> =>
    given ?? (canAsk ? await rootOf(server) : null) ?? startedDirectory(started)
  let found: Promise<string> | null = null
  return () => {
    found ??= find().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
}

/** Clients of later protocols cannot be asked, and name the directory when they start the server. */
async function rootOf(server: McpServer['server']): Promise<string | null> {
  if (!server.getClientCapabilities()?.roots) return null
  try {
    const answer = await server.request({ method: 'roots/list' }, ANY_ANSWER, { timeout: PATIENCE })
    return firstDirectory(urisOf(answer))
  } catch {
    return null
  }
}

/** One root that is no file, as of a remote editor, makes the protocol's package refuse the others with it. */
const ANY_ANSWER = anySchema({})

function urisOf(answer: unknown): string[] {
  const { roots } = (answer ?? {}) as { readonly roots?: unknown }
  if (!Array.isArray(roots)) return []
  return roots.flatMap((root: { readonly uri?: unknown } | null) =>
    typeof root?.uri === 'string' ? root.uri : [],
  )
}

/** Where a server was started, and what the environment names; null when that is nothing. */
type StartedIn = { readonly named: string | null; readonly here: string }

/**
 * The directory that a server works on when nobody who asks it names one. Where the process stands counts in a repository
 * alone: clients start servers in `/` and in the home directory too, which nobody wants searched for memory. Throws `UserError`.
 */
async function startedDirectory({ named, here }: StartedIn): Promise<string> {
  if (named !== null) {
    if (isDirectory(named)) return named
    throw new UserError(`there is no directory ${named}, which CLAUDE_PROJECT_DIR names`, HINT)
  }
  if (isDirectory(here) && (await locateRepository(here))) return here
  throw new UserError(`no directory is named, and ${here} is not in a git repository`, HINT)
}

const HINT = 'Start `memkeep mcp` in the repository, or with --cwd and its path.'

/** The first of some `file:` URIs that leads to a directory here, as a path; null when none does. */
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

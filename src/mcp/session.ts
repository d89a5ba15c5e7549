import { fileURLToPath } from 'node:url'
import {
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { CommandName } from '../core/command-name.ts'
import type { Moment } from '../core/date.ts'
import type { JsonObject } from '../core/json.ts'
import { safeText, UserError } from '../core/messages.ts'
import type { AskModels } from '../core/model.ts'
import type { PlannedText } from '../core/write-plan.ts'
import { isDirectory } from '../fs/read-files.ts'
import type { RecentReads, RegisteredOperation } from '../operations/operation-call.ts'
import { usedLayouts } from '../operations/registry.ts'
import type { Embedder } from '../operations/search/vectors.ts'
import { locateRepository } from '../snapshot/project.ts'

/** Turns errors into protocol errors, the only way to refuse a resource or a prompt, with message and hint in safe characters. */
export async function asProtocolErrors<T>(
  work: () => Promise<T>,
  code: ProtocolErrorCode = ProtocolErrorCode.InternalError,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError || !(error instanceof Error)) throw error
    const hint = 'hint' in error && typeof error.hint === 'string' ? ` ${error.hint}` : ''
    throw new ProtocolError(code, safeText(`${error.message}.${hint}`))
  }
}

/**
 * A JSON Schema in the form of the protocol's package: the client sees it unchanged, and it refuses nothing. The arguments
 * of every caller are checked in one other place, with messages that an agent can act on.
 */
function anySchema(schema: JsonObject): StandardSchemaWithJSON {
  return fromJsonSchema(structuredClone(schema) as JsonSchemaType, ANYTHING)
}

/** Replaces the package's default validator, which would be loaded for nothing. */
export const ANYTHING: jsonSchemaValidator = { getValidator: () => accept }

/** The schemas that clients see are made when they ask for the list: to make those of all layouts takes some 10 ms. */
export const UNSEEN = anySchema({ type: 'object' })

function accept<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}

/** What a server is started with, for all its clients. */
export type ServerSettings = {
  readonly config: string | undefined
  /** All that may be offered. */
  readonly operations: readonly RegisteredOperation[]
  /** Ids of the only layouts whose operations are offered; those in use when absent. */
  readonly layouts?: readonly string[] | undefined
  /** What the list of tools shows besides those of every day: every one that is offered, or these. */
  readonly tools: { readonly all: boolean; readonly names: readonly string[] }
  readonly cache: boolean
  /** Read again for every call: a server runs for days. */
  readonly moment: () => Moment
  /** Asks the user's models for one call in a directory. */
  readonly ask: (cwd: string) => AskModels
  /** The user's endpoint for embeddings. */
  readonly embedder: (cwd: string) => () => Promise<Embedder | null>
  /** The change of a file, or the change that a dry run would make, as text. */
  readonly difference: (change: PlannedText) => string
  /** How advice calls the command; `memkeep` when absent. */
  readonly command?: CommandName | undefined
  /** Prints a note for people, but never on standard output, which carries the protocol. */
  readonly log: (line: string) => void
}

/** One client's connection: its directory, found once, and what the calls of all clients keep for the next. */
export type Session = ServerSettings & { readonly recent: RecentReads; readonly cwd: () => Promise<string> }

/** Whose tools and prompts a client is offered: a call is refused for what no list would show. */
export type Offer = {
  /** Ids of the layouts; null where they are not known, because settings are wrong or there is no project. */
  readonly layouts: () => Promise<readonly string[] | null>
  /** Throws `UserError` for a tool or a prompt of a layout that is not offered. */
  readonly assertOffered: (layout: string, what: string) => Promise<void>
}

/**
 * Offers the layouts that the session names, else those in use, because every tool costs an agent tokens. What was offered once stays
 * offered: the last file of a layout may be deleted by one of its own tools.
 */
export function openOffer(session: Session): Offer {
  const shown = new Set<string>()
  const layouts = async (): Promise<readonly string[] | null> => {
    const now = session.layouts ?? (await layoutsInUse(session))
    for (const id of now ?? []) shown.add(id)
    return now && [...shown]
  }
  return {
    layouts,
    assertOffered: async (layout, what) => {
      if (shown.has(layout)) return
      const offered = await layouts()
      if (offered?.includes(layout) ?? true) return
      throw new UserError(
        `${what} belongs to the layout ${layout}, which this repository does not use`,
        `To use it, turn it on in memkeep.yaml: layouts: { ${layout}: on }. The list of tools has those that can be called.`,
      )
    },
  }
}

/** Null where a call says what is wrong. */
async function layoutsInUse({ cwd, config, cache, moment }: Session): Promise<readonly string[] | null> {
  try {
    return await usedLayouts({ cwd: await cwd(), config, cache, today: moment().today })
  } catch {
    return null
  }
}

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

import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { safeLines, safeText } from '../core/safe-text.ts'
import { layoutTools } from '../layouts/tools.ts'
import { listResources, type ResourceOptions, readResource } from '../run/resources.ts'
import type { Session } from './session.ts'

/** So many are listed at a time; a cursor names where the next ones begin. */
const PAGE = 500

/** Offers memory files to be read whole. They change with every commit, so each question looks anew. */
export function registerResources({ server }: McpServer, session: Session): void {
  server.registerCapabilities({ resources: {} })
  server.setRequestHandler('resources/list', ({ params }) =>
    told(async () => page(await listResources(await options(session)), params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates() }))
  server.setRequestHandler('resources/read', ({ params }) => told(() => read(params.uri, session)))
}

async function options(session: Session): Promise<ResourceOptions> {
  return { cwd: await session.cwd(), config: session.config }
}

function page(
  all: Awaited<ReturnType<typeof listResources>>,
  cursor: string | undefined,
): ListResourcesResult {
  const start = cursor === undefined ? 0 : Number(/^\d{1,9}$/.exec(cursor)?.[0] ?? Number.NaN)
  if (Number.isNaN(start)) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Unexpected cursor: list again from the beginning',
    )
  }
  const resources = all.slice(start, start + PAGE).map((one) => ({ ...one, mimeType: MARKDOWN }))
  const next = start + PAGE
  return { resources, ...(next < all.length && { nextCursor: String(next) }) }
}

const MARKDOWN = 'text/markdown'

function templates(): { name: string; uriTemplate: string; description: string; mimeType: string }[] {
  return layoutTools
    .filter(({ resources }) => resources.length > 0)
    .map(({ layout, resources }) => ({
      name: `${layout.id}-memory`,
      uriTemplate: `memkeep://${layout.id}/{+path}`,
      description: `One file that the list of resources names, by its path from the root of the repository: ${resources.join(', ')}.`,
      mimeType: MARKDOWN,
    }))
}

async function read(uri: string, session: Session): Promise<ReadResourceResult> {
  const text = await readResource(uri, await options(session))
  if (text === null) {
    throw new ResourceNotFoundError(
      uri,
      `No memory file has the URI ${safeText(uri)}: resources/list names all`,
    )
  }
  return { contents: [{ uri, mimeType: MARKDOWN, text: safeLines(text) }] }
}

/** A resource has no way to refuse but the protocol's: its message says what a refusal would, in safe characters. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError || !(error instanceof Error)) throw error
    const hint = 'hint' in error && typeof error.hint === 'string' ? ` ${error.hint}` : ''
    throw new ProtocolError(ProtocolErrorCode.InternalError, safeText(`${error.message}.${hint}`))
  }
}

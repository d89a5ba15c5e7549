import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { safeLines, safeText } from '../core/messages.ts'
import {
  listResources,
  type Resource,
  type ResourceOptions,
  readResource,
  resourceTemplates,
} from '../operations/resources.ts'
import { asProtocolErrors, type Session } from './session.ts'

/** Resources on one page; a cursor is the index where the next page begins. */
const PAGE = 500

/** Offers memory files as resources. They change with every commit, so each request reads them again. */
export function registerResources({ server }: McpServer, session: Session): void {
  server.registerCapabilities({ resources: {} })
  server.setRequestHandler('resources/list', ({ params }) =>
    asProtocolErrors(async () => page(await listResources(await options(session)), params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates().map((one) => ({ ...one })),
  }))
  server.setRequestHandler('resources/read', ({ params }) =>
    asProtocolErrors(() => read(params.uri, session)),
  )
}

async function options(session: Session): Promise<ResourceOptions> {
  return { cwd: await session.cwd(), config: session.config }
}

function page(all: readonly Resource[], cursor: string | undefined): ListResourcesResult {
  const start = cursor === undefined ? 0 : Number(/^\d{1,9}$/.exec(cursor)?.[0] ?? Number.NaN)
  if (Number.isNaN(start)) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The cursor is not one of this list: list again from the beginning',
    )
  }
  const resources = all.slice(start, start + PAGE)
  const next = start + PAGE
  return { resources, ...(next < all.length && { nextCursor: String(next) }) }
}

async function read(uri: string, session: Session): Promise<ReadResourceResult> {
  const found = await readResource(uri, await options(session))
  if (found === null) {
    throw new ResourceNotFoundError(
      uri,
      `No memory file has the URI ${safeText(uri)}: resources/list names all`,
    )
  }
  const contents = [{ uri, mimeType: found.mimeType, text: safeLines(found.text) }]
  if (found.dead.length === 0) return { contents }
  // What is not of the file is a text of its own, so that a client can write the file back as it is.
  const gone = found.dead.map(safeText).join('\n')
  return { contents: [...contents, { uri: `${uri}#gone`, mimeType: 'text/plain', text: gone }] }
}

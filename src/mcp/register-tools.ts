import type {
  CallToolResult,
  ListToolsResult,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import { safeData, safeLines } from '../core/messages.ts'
import type { OperationFace } from '../core/operation.ts'
import {
  type AnyOperation,
  asksModels,
  type OperationOptions,
  type OperationResult,
} from '../operations/operation-call.ts'
import { sharedOperations } from '../operations/registry.ts'
import { asRefusal, runOperation } from '../operations/run-operation.ts'
import { shownSchema, writtenData, writtenOutput } from '../operations/shown-schemas.ts'
import { anySchema, type Offer, type Session } from './session.ts'

/**
 * Offers operations as tools of the protocol: those of the layouts that are offered, and those over all layouts. A session that names
 * layouts has theirs alone.
 */
export function registerTools(server: McpServer, session: Session, offer: Offer): void {
  const { layouts: named, operations, log } = session
  const own = operations.filter(
    ({ layout, operation }) => !operation.forPrograms && (named?.includes(layout.id) ?? true),
  )
  const shared = named ? [] : sharedOperations
  for (const one of [...shared, ...own]) register(server, one, { session, offer })
  server.server.setRequestHandler('tools/list', async () => {
    const used = await offer.layouts()
    if (!named && used?.length === 0) log(NOTHING_IN_USE)
    const offered = own.filter(({ layout }) => used?.includes(layout.id) ?? true)
    return { tools: [...shared, ...offered].map(shownTool) }
  })
}

const NOTHING_IN_USE = `this repository has no memory that memkeep knows, so of all tools only ${sharedOperations.map(({ operation }) => operation.name).join(', ')} is offered: start with --layouts NAME, or turn a layout on in memkeep.yaml`

function shownTool({ operation }: AnyOperation): ListToolsResult['tools'][number] {
  const { name, title, description, input } = operation
  return {
    name,
    title,
    description,
    inputSchema: shownSchema(input) as ListToolsResult['tools'][number]['inputSchema'],
    outputSchema: writtenOutput(operation) as ListToolsResult['tools'][number]['outputSchema'],
    annotations: annotationsOf(operation),
  }
}

function annotationsOf({
  title,
  readOnly,
  destructive,
  idempotent,
  openWorld,
}: OperationFace): ToolAnnotations {
  return {
    title,
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld === true,
  }
}

/** What the calls of one client share. */
type Serving = { readonly session: Session; readonly offer: Offer }

/** The schemas that clients see are made when they ask for the list: to make those of all layouts takes some 10 ms. */
const UNSEEN = anySchema({ type: 'object' })

function register(server: McpServer, asked: AnyOperation, serving: Serving): void {
  const { name, title, description } = asked.operation
  const schemas = { inputSchema: UNSEEN, outputSchema: UNSEEN }
  const shown = { title, description, annotations: annotationsOf(asked.operation), ...schemas }
  server.registerTool(name, shown, (args: unknown, context) =>
    call(asked, args, { ...serving, context, caller: callerOf(server) }),
  )
}

type Calling = Serving & { readonly context: ServerContext; readonly caller: string }

/** Who calls, in characters that any file may hold: the client names itself. */
function callerOf({ server }: McpServer): string {
  const name = (server.getClientVersion()?.name ?? '').replaceAll(/[^\w.@/-]+/g, '-').slice(0, 60)
  return name === '' ? 'mcp' : `mcp:${name}`
}

async function call(
  asked: AnyOperation,
  args: unknown,
  { session, offer, context, caller }: Calling,
): Promise<CallToolResult> {
  const { config, cache, recent } = session
  const { signal } = context.mcpReq
  try {
    const cwd = await session.cwd()
    const options = {
      cwd,
      config,
      cache,
      recent,
      signal,
      caller,
      embedder: session.embedder(cwd),
      ask: asksModels(asked) ? session.ask(cwd) : undefined,
      // Where the layout has documents it is in use, and the whole work tree need not be listed to know that.
      assertUsed: async () => {
        if (asked.layout) await offer.assertOffered(asked.layout.id, asked.operation.name)
      },
      progress: progressOf(context),
      ...session.moment(),
    }
    return toolResult(await runOperation(asked, args, options), session)
  } catch (error) {
    return toolResult(asRefusal(error, asked), session)
  }
}

/** Sends each step to a client that gave a token for it. */
function progressOf({ mcpReq }: ServerContext): OperationOptions['progress'] {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let last = -1
  return ({ done, of, text }) => {
    // A step that is tried again is no progress.
    if (done <= last) return
    last = done
    const params = { progressToken, progress: done, total: of, message: text }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

/** A refusal is a tool result that the agent reads, not a protocol error. */
function toolResult(result: OperationResult, { log, difference }: Session): CallToolResult {
  if ('refusal' in result) {
    const { refusal, help, failure } = result
    const status = failure === 'degraded' ? 'status: degraded' : ''
    const text = [refusal, help, status].filter((line) => line !== '').join('\n')
    return { content: [block(text)], isError: true }
  }
  const { text, data, plan, notes } = result
  for (const note of notes) log(note)
  const changes = [...plan].map(([path, texts]) => difference({ path, ...texts }))
  return {
    content: [text, ...changes, ...notes].map(block),
    structuredContent: safeData(writtenData(data, { changes, notes })) as { [key: string]: unknown },
  }
}

function block(text: string): { type: 'text'; text: string } {
  return { type: 'text', text: safeLines(text) }
}

import type {
  CallToolResult,
  ListToolsResult,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { OperationFace } from '../core/operation.ts'
import { safeData, safeLines } from '../core/safe-text.ts'
import {
  type AnyOperation,
  asksModels,
  type OperationOptions,
  type OperationResult,
} from '../operations/operation-call.ts'
import { sharedOperations, usedLayouts } from '../operations/registry.ts'
import { asRefusal, runOperation } from '../operations/run-operation.ts'
import { shownSchema, writtenData, writtenOutput } from '../operations/shown-schemas.ts'
import { anySchema } from './any-schema.ts'
import type { Session } from './session.ts'

/**
 * Offers operations as tools of the protocol: those of the layouts that the session names, and of no other. Else a client that
 * asks is shown those of the layouts in use and those over all layouts, because every tool costs an agent tokens; it may call all of them.
 */
export function registerTools(server: McpServer, session: Session): void {
  const { layouts: named, operations } = session
  const all = operations.filter(
    ({ layout, operation }) => !operation.forPrograms && (named?.includes(layout.id) ?? true),
  )
  const shared = named ? [] : sharedOperations
  for (const one of [...shared, ...all]) register(server, one, session)
  if (named || all.length === 0) return
  server.server.setRequestHandler('tools/list', async () => {
    const used = await layoutsInUse(session)
    const offered = all.filter(({ layout }) => used?.includes(layout.id) ?? true)
    return { tools: [...(used?.length === 0 ? [] : shared), ...offered].map(shownTool) }
  })
}

/** Null where settings are wrong, or there is no project: a call says what is wrong. */
async function layoutsInUse({ cwd, config, cache, moment, log }: Session): Promise<readonly string[] | null> {
  try {
    const used = await usedLayouts({ cwd: await cwd(), config, cache, today: moment().today })
    if (used.length === 0) log(NOTHING_IN_USE)
    return used
  } catch {
    return null
  }
}

const NOTHING_IN_USE =
  'this repository has no memory that memkeep knows, so no tool is offered: start with --layouts NAME, or turn a layout on in memkeep.yaml'

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

function register(server: McpServer, asked: AnyOperation, session: Session): void {
  const { name, title, description, input } = asked.operation
  const annotations = annotationsOf(asked.operation)
  const schemas = {
    inputSchema: anySchema(shownSchema(input)),
    outputSchema: anySchema(writtenOutput(asked.operation)),
  }
  const shown = { title, description, annotations, ...schemas }
  server.registerTool(name, shown, (args: unknown, context) =>
    call(asked, args, { session, context, caller: callerOf(server) }),
  )
}

type Calling = { readonly session: Session; readonly context: ServerContext; readonly caller: string }

/** Who calls, in characters that any file may hold: the client names itself. */
function callerOf({ server }: McpServer): string {
  const name = (server.getClientVersion()?.name ?? '').replaceAll(/[^\w.@/-]+/g, '-').slice(0, 60)
  return name === '' ? 'mcp' : `mcp:${name}`
}

async function call(
  asked: AnyOperation,
  args: unknown,
  { session, context, caller }: Calling,
): Promise<CallToolResult> {
  const { config, cache, recent, recentSearch } = session
  const { signal } = context.mcpReq
  try {
    const cwd = await session.cwd()
    const options = {
      cwd,
      config,
      cache,
      recent,
      recentSearch,
      signal,
      caller,
      embedder: session.embedder(cwd),
      ask: asksModels(asked) ? session.ask(cwd) : undefined,
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

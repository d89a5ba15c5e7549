import {
  type CallToolRequest,
  type CallToolResult,
  type ListToolsResult,
  type McpServer,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { asCalled } from '../core/command-name.ts'
import { safeData, safeLines, safeText, UserError } from '../core/messages.ts'
import { nearest } from '../formats/names.ts'
import {
  type AnyOperation,
  asksModels,
  type OperationOptions,
  type OperationResult,
} from '../operations/operation-call.ts'
import { assertOffered, sharedOperations } from '../operations/registry.ts'
import { asRefusal, runOperation } from '../operations/run-operation.ts'
import { modelSchema, writtenData, writtenOutput } from '../operations/shown-schemas.ts'
import { asProtocolErrors, type Offer, type Session } from './session.ts'

/**
 * Offers operations as tools of the protocol: those over all layouts, which texts of every layout name, and those of the layouts that
 * are offered. The list shows an agent what it needs every day; all that are offered can be called.
 */
export function registerTools(server: McpServer, session: Session, offer: Offer): void {
  const { layouts: named, operations, log, command } = session
  const own = operations.filter(
    ({ layout, forPrograms }) => !forPrograms && (named?.includes(layout.id) ?? true),
  )
  const inUse = async (): Promise<readonly AnyOperation[]> => {
    const used = await offer.layouts()
    return [...sharedOperations, ...own.filter(({ layout }) => used?.includes(layout.id) ?? true)]
  }
  const listed = async (): Promise<readonly AnyOperation[]> =>
    (await inUse()).filter((one) => isListed(one, session))
  server.server.setRequestHandler('tools/list', async () => {
    const isEmpty = !named && (await offer.layouts())?.length === 0
    if (isEmpty) log(NOTHING_IN_USE)
    // An agent sees nothing of what the server logs.
    const offered = await listed()
    const saves = offered.some(({ operation }) => !operation.readOnly)
    const why = isEmpty ? ` ${NOTHING_TO_SAVE}` : saves ? '' : ` ${SAVE_BY_HAND}`
    const tools = offered.map((one) => shownTool(one, why, command))
    return { tools }
  })
  const callable = new Map<string, AnyOperation>([
    ...sharedOperations.map((one) => [one.operation.name, one] as const),
    ...own.map((one) => [one.name, one] as const),
  ])
  server.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const called = callable.get(params.name)
    if (called) return await callTool(params, context, { server, session, offer, called })
    return await asProtocolErrors(async () => {
      const names = (await listed()).map(({ operation }) => operation.name)
      refuseTool(params.name, { session, listed: names, callable: [...callable.keys()] })
    }, ProtocolErrorCode.InvalidParams)
  })
}

type Known = {
  readonly session: Session
  readonly listed: readonly string[]
  readonly callable: readonly string[]
}

/** Throws `UserError`: why a name is that of no tool here, and which there are. */
function refuseTool(name: string, { session, listed, callable }: Known): never {
  const { operations, layouts = [] } = session
  const tools = `Tools: ${listed.join(', ')}.`
  const own = operations.find((one) => one.name === name)
  if (!own) {
    const meant = nearest(name, listed) ?? nearest(name, callable)
    const guess = meant === undefined ? '' : `Did you mean "${meant}"? `
    throw new UserError(`There is no tool ${safeText(JSON.stringify(name))}`, `${guess}${tools}`)
  }
  assertOffered(name)
  throw new UserError(
    `${name} belongs to the layout ${own.layout.id}, and this server was started with --layouts ${layouts.join(',')}`,
    tools,
  )
}

function isListed({ operation }: AnyOperation, { tools }: Session): boolean {
  return tools.all || operation.everyday === true || tools.names.includes(operation.name)
}

const NOTHING_IN_USE = `this repository has no memory that memkeep knows, so only tools over all layouts are offered: start with --layouts NAME, or turn a layout on in memkeep.yaml`

const NOTHING_TO_SAVE =
  'This repository has no memory yet, so no tool that saves is offered. Somebody turns a layout on in memkeep.yaml (`layouts: { atomic: on }`), or starts this server with `--layouts NAME`.'

const SAVE_BY_HAND =
  'No layout in use here has a tool that saves: write what was decided or learned into the memory files themselves, in the form that they have.'

function shownTool(
  { operation }: AnyOperation,
  why: string,
  command: Session['command'],
): ListToolsResult['tools'][number] {
  const { name, title, description, input, readOnly, destructive, idempotent, openWorld } = operation
  return {
    name,
    title,
    description: asCalled(description, command) + why,
    inputSchema: modelSchema(input) as ListToolsResult['tools'][number]['inputSchema'],
    outputSchema: writtenOutput(operation) as ListToolsResult['tools'][number]['outputSchema'],
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld === true,
    },
  }
}

type Call = {
  readonly called: AnyOperation
  readonly server: McpServer
  readonly session: Session
  readonly offer: Offer
}

/** The operation is loaded when it is called. */
async function callTool(
  { name, arguments: args = {} }: CallToolRequest['params'],
  context: ServerContext,
  { called, server, session, offer }: Call,
): Promise<CallToolResult> {
  const { layout } = called
  const { config, cache, recent } = session
  const assertUsed = async (): Promise<void> => {
    if (layout) await offer.assertOffered(layout.id, name)
  }
  try {
    const cwd = await session.cwd()
    const options: OperationOptions = {
      cwd,
      config,
      cache,
      recent,
      signal: context.mcpReq.signal,
      caller: callerOf(server),
      embedder: session.embedder(cwd),
      ask: asksModels(called) ? session.ask(cwd) : undefined,
      // Where the layout has documents it is in use, and the whole work tree need not be listed to know that.
      assertUsed,
      progress: progressOf(context),
      today: session.moment().today,
      clock: () => session.moment().now,
    }
    const result = await runOperation(called, args, options)
    // Right arguments are no help where the tool is none of this repository.
    if ('refusal' in result && result.failure === 'use') await assertUsed()
    return toolResult(result, session)
  } catch (error) {
    return toolResult(asRefusal(error, called), session)
  }
}

/** Who calls, in characters that any file may hold: the client names itself. */
function callerOf({ server }: McpServer): string {
  const name = (server.getClientVersion()?.name ?? '').replaceAll(/[^\w.@/-]+/g, '-').slice(0, 60)
  return name === '' ? 'mcp' : `mcp:${name}`
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
function toolResult(result: OperationResult, { log, difference, command }: Session): CallToolResult {
  if ('refusal' in result) {
    const { refusal, help, failure } = result
    const status = failure === 'degraded' ? 'status: degraded' : ''
    const text = [refusal, asCalled(help, command), status].filter((line) => line !== '').join('\n')
    return { content: [block(text)], isError: true }
  }
  const { text, data, plan, partly, written } = result
  const notes = result.notes.map((note) => asCalled(note, command))
  for (const note of notes) log(note)
  const changes = [...plan.values()].map(difference)
  return {
    content: [text, ...changes, ...notes].map(block),
    structuredContent: safeData(writtenData(data, { changes, notes })) as { [key: string]: unknown },
    // Nothing was done, and nothing would be.
    ...(partly && written.length === 0 && plan.size === 0 && { isError: true }),
  }
}

function block(text: string): { type: 'text'; text: string } {
  return { type: 'text', text: safeLines(text) }
}

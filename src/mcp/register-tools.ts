import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { safeData, safeLines } from '../core/safe-text.ts'
import type { LayoutOperation, OperationResult } from '../operations/operation-call.ts'
import { allOperations } from '../operations/registry.ts'
import { asRefusal, runOperation } from '../operations/run-operation.ts'
import { shownSchema, writtenData, writtenOutput } from '../operations/shown-schemas.ts'
import { anySchema } from './any-schema.ts'
import type { Session } from './session.ts'

/** Offers the operations of every layout as tools of the protocol. */
export function registerTools(server: McpServer, session: Session): void {
  for (const one of allOperations()) if (!one.operation.forPrograms) register(server, one, session)
}

function register(server: McpServer, asked: LayoutOperation, session: Session): void {
  const { name, title, description, input, readOnly, destructive, idempotent, openWorld } = asked.operation
  const annotations = {
    title,
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld === true,
  }
  const schemas = {
    inputSchema: anySchema(shownSchema(input)),
    outputSchema: anySchema(writtenOutput(asked.operation)),
  }
  server.registerTool(name, { title, description, annotations, ...schemas }, (args: unknown) =>
    call(asked, args, session),
  )
}

async function call(asked: LayoutOperation, args: unknown, session: Session): Promise<CallToolResult> {
  const { config, cache, recent } = session
  try {
    const options = { cwd: await session.cwd(), config, cache, recent, ...session.moment() }
    return toolResult(await runOperation(asked, args, options), session)
  } catch (error) {
    return toolResult(asRefusal(error, asked), session)
  }
}

/** A refusal is a tool result that the agent reads, not a protocol error. */
function toolResult(result: OperationResult, { log, difference }: Session): CallToolResult {
  if ('refusal' in result) {
    const text = result.help === '' ? result.refusal : `${result.refusal}\n${result.help}`
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

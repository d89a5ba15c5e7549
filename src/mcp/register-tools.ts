import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { safeData, safeLines } from '../core/safe-text.ts'
import { toldData, toldOutput } from '../core/told-answer.ts'
import { layoutTools } from '../layouts/tools.ts'
import type { LayoutTool, ToolResult } from '../run/tools/tool-request.ts'
import { asRefusal, runTool } from '../run/tools.ts'
import { anySchema } from './any-schema.ts'
import type { Session } from './session.ts'

/** Offers the tools of every layout. */
export function registerTools(server: McpServer, session: Session): void {
  for (const { layout, tools } of layoutTools) {
    for (const tool of tools) register(server, { tool, layout }, session)
  }
}

function register(server: McpServer, asked: LayoutTool, session: Session): void {
  const { name, title, description, input, readOnly, destructive, idempotent } = asked.tool
  const annotations = {
    title,
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    // It knows this repository and nothing else.
    openWorldHint: false,
  }
  const schemas = { inputSchema: anySchema(input), outputSchema: anySchema(toldOutput(asked.tool)) }
  server.registerTool(name, { title, description, annotations, ...schemas }, (args: unknown) =>
    call(asked, args, session),
  )
}

async function call(asked: LayoutTool, args: unknown, session: Session): Promise<CallToolResult> {
  const { config, cache, recent } = session
  try {
    const options = { cwd: await session.cwd(), config, cache, recent, today: session.today() }
    return answered(await runTool(asked, args, options), session)
  } catch (error) {
    return answered(asRefusal(error, asked), session)
  }
}

/** A refusal is an answer that the agent reads, and no fault of the protocol. */
function answered(result: ToolResult, { log, difference }: Session): CallToolResult {
  if ('refusal' in result) {
    const text = result.help === '' ? result.refusal : `${result.refusal}\n${result.help}`
    return { content: [block(text)], isError: true }
  }
  const { text, data, plan, notes } = result
  for (const note of notes) log(note)
  const changes = [...plan].map(([path, texts]) => difference({ path, ...texts }))
  return {
    content: [text, ...changes, ...notes].map(block),
    structuredContent: safeData(toldData(data, { changes, notes })) as { [key: string]: unknown },
  }
}

function block(text: string): { type: 'text'; text: string } {
  return { type: 'text', text: safeLines(text) }
}

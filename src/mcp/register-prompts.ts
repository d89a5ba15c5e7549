import type { McpServer } from '@modelcontextprotocol/server'
import type { AgentPrompt } from '../core/layout-tools.ts'
import { safeLines } from '../core/safe-text.ts'
import { layoutTools } from '../layouts/tools.ts'
import { anySchema } from './any-schema.ts'

/** Offers the prompts of every layout. */
export function registerPrompts(server: McpServer): void {
  for (const prompt of layoutTools.flatMap(({ prompts }) => prompts)) register(server, prompt)
}

function register(server: McpServer, prompt: AgentPrompt): void {
  const { name, title, description, parameters } = prompt
  const properties = Object.fromEntries(
    parameters.map((one) => [one.name, { type: 'string', description: one.description }]),
  )
  const argsSchema = anySchema({ type: 'object', properties })
  server.registerPrompt(name, { title, description, argsSchema }, (args: unknown) => {
    const text = safeLines(prompt.text(saidIn(args, prompt)))
    return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

/** What the prompt knows, of whatever was said. */
function saidIn(args: unknown, { parameters }: AgentPrompt): { [name: string]: string } {
  const given = new Map(typeof args === 'object' && args !== null ? Object.entries(args) : [])
  return Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value: unknown = given.get(name)
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, MOST)]] : []
    }),
  )
}

/** No name is longer. */
const MOST = 255

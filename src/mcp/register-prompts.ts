import { type ListPromptsResult, type McpServer, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Layout } from '../core/layout.ts'
import { safeLines } from '../core/messages.ts'
import type { AgentPrompt } from '../core/operation.ts'
import { layoutOperations } from '../layouts/operations.ts'
import { asProtocolErrors, type Offer, UNSEEN } from './session.ts'

type LayoutPrompt = { readonly layout: Layout; readonly prompt: AgentPrompt }

/** Offers the prompts of the layouts that are offered: a prompt names the tools of its layout. */
export function registerPrompts(server: McpServer, offer: Offer): void {
  const all = layoutOperations.flatMap(({ layout, prompts }) => prompts.map((prompt) => ({ layout, prompt })))
  for (const one of all) register(server, one, offer)
  server.server.setRequestHandler('prompts/list', async () => {
    const offered = await offer.layouts()
    return { prompts: all.filter(({ layout }) => offered?.includes(layout.id) ?? true).map(shownPrompt) }
  })
}

function shownPrompt({ prompt }: LayoutPrompt): ListPromptsResult['prompts'][number] {
  const { name, title, description, parameters } = prompt
  return { name, title, description, arguments: parameters.map((one) => ({ ...one, required: false })) }
}

function register(server: McpServer, { layout, prompt }: LayoutPrompt, offer: Offer): void {
  const { name, description } = prompt
  server.registerPrompt(name, { argsSchema: UNSEEN }, (args: unknown) =>
    asProtocolErrors(async () => {
      await offer.assertOffered(layout.id, name)
      const text = safeLines(prompt.text(promptArguments(args, prompt)))
      return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
    }, ProtocolErrorCode.InvalidParams),
  )
}

/** The arguments that the prompt declares; all others are dropped. */
function promptArguments(args: unknown, { parameters }: AgentPrompt): { [name: string]: string } {
  const given = new Map(typeof args === 'object' && args !== null ? Object.entries(args) : [])
  return Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value: unknown = given.get(name)
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, MAX_ARGUMENT_LENGTH)]] : []
    }),
  )
}

/** The longest argument of a prompt, in characters. */
const MAX_ARGUMENT_LENGTH = 255

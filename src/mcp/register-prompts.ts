import { type ListPromptsResult, type McpServer, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asCalled } from '../core/command-name.ts'
import { safeLines } from '../core/messages.ts'
import { type AgentPrompt, declared } from '../core/operation.ts'
import { layoutOperations } from '../layouts/operations.ts'
import { reviewMemory } from '../operations/audit/review-memory.ts'
import { asProtocolErrors, type Offer, type Session, UNSEEN } from './session.ts'

/** Offers the prompt over all memory, and those of the layouts that are offered: such a prompt names the tools of its layout. */
export function registerPrompts(server: McpServer, session: Session, offer: Offer): void {
  const prompting = layoutOperations.filter(({ names }) => names.prompts.length > 0)
  register(server, session, reviewMemory.name, async () => reviewMemory)
  for (const own of prompting) {
    for (const name of own.names.prompts) {
      register(server, session, name, async () => {
        await offer.assertOffered(own.layout.id, name)
        return declared(name, own.prompts)
      })
    }
  }
  server.server.setRequestHandler('prompts/list', async () => {
    const offered = await offer.layouts()
    const shown = prompting.filter(({ layout }) => offered?.includes(layout.id) ?? true)
    return { prompts: [reviewMemory, ...shown.flatMap(({ prompts }) => prompts)].map(shownPrompt) }
  })
}

function shownPrompt({
  name,
  title,
  description,
  parameters,
}: AgentPrompt): ListPromptsResult['prompts'][number] {
  return { name, title, description, arguments: parameters.map((one) => ({ ...one, required: false })) }
}

function register(
  server: McpServer,
  { command }: Session,
  name: string,
  open: () => Promise<AgentPrompt>,
): void {
  server.registerPrompt(name, { argsSchema: UNSEEN }, (args: unknown) =>
    asProtocolErrors(async () => {
      const prompt = await open()
      const text = safeLines(asCalled(prompt.text(promptArguments(args, prompt)), command))
      return {
        description: prompt.description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      }
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

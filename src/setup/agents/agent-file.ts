import type { Json } from '../../core/json.ts'
import { listItemsAt, withListItem, withoutListItems } from '../../formats/json/json-list-items.ts'
import type { Spliced } from '../hooks/marked-block.ts'
import { AGENT_MOMENTS, type Agent, type AgentMoment, agentCommand, isOwnCommand } from './agents.ts'

/** An agent's file with our entries; an entry that is there already, edited or not, stays as it is. */
export function withAgentHooks(text: string, agent: Agent): Spliced {
  let result = text
  for (const moment of AGENT_MOMENTS) {
    if (hasEntry(result, agent, moment)) continue
    const event = agent.events[moment]
    const entry = agent.entry(agentCommand(agent.id, moment), event)
    const added = withListItem(result, ['hooks', event], entry)
    if (added === null) return { byHand: 'it is no JSON object, or its hooks have another form' }
    result = added
  }
  return { text: result }
}

/** The text of a new file. */
export function newAgentFile(agent: Agent): string {
  const hooks = Object.fromEntries(
    AGENT_MOMENTS.map((moment) => {
      const event = agent.events[moment]
      return [event, [agent.entry(agentCommand(agent.id, moment), event)]]
    }),
  )
  return `${JSON.stringify({ ...agent.head, hooks }, null, 2)}\n`
}

/** The lines to add by hand. */
export function agentLines(agent: Agent): readonly string[] {
  return newAgentFile(agent).trimEnd().split('\n')
}

/** Takes our entries out. Null for a file that memkeep made and that has no other entries. */
export function withoutAgentHooks(text: string, agent: Agent): Spliced | null {
  if (text.replaceAll('\r\n', '\n') === newAgentFile(agent)) return null
  const rest = AGENT_MOMENTS.reduce(
    (left, moment) => withoutListItems(left, ['hooks', agent.events[moment]], (entry) => isOwn(agent, entry)),
    text,
  )
  return { text: rest }
}

/** The moments for which the file has an entry of memkeep. */
export function momentsIn(text: string, agent: Agent): readonly AgentMoment[] {
  return AGENT_MOMENTS.filter((moment) => hasEntry(text, agent, moment))
}

function hasEntry(text: string, agent: Agent, moment: AgentMoment): boolean {
  return listItemsAt(text, ['hooks', agent.events[moment]]).some((entry) => isOwn(agent, entry))
}

function isOwn({ commandsIn }: Agent, entry: Json): boolean {
  const commands = commandsIn(entry)
  return commands.length > 0 && commands.every(isOwnCommand)
}

import { type Json, valueAt } from '../../core/json.ts'
import { editSettings, readSettings } from '../../formats/json/edit-json.ts'
import type { Spliced } from '../hooks/marked-block.ts'
import {
  AGENT_MOMENTS,
  type Agent,
  type AgentMoment,
  agentCommand,
  earlierCommand,
  isOwnCommand,
} from './agents.ts'

/**
 * An agent's file with our entries. An entry that is there already, edited or not, stays as it is; only a command that is exactly
 * what memkeep wrote before becomes that of now.
 */
export function withAgentHooks(text: string, agent: Agent): Spliced {
  const now = AGENT_MOMENTS.reduce((rest, moment) => {
    const earlier = JSON.stringify(earlierCommand(agent.id, moment))
    return rest.replaceAll(earlier, () => JSON.stringify(agentCommand(agent.id, moment)))
  }, text)
  const lacking = AGENT_MOMENTS.filter((moment) => !hasEntry(now, agent, moment))
  const edited = editSettings(
    now,
    lacking.map((moment) => {
      const event = agent.events[moment]
      return { at: ['hooks', event], append: [agent.entry(agentCommand(agent.id, moment), event)] }
    }),
  )
  return 'text' in edited ? edited : { byHand: 'it is no JSON object, or its hooks have another form' }
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
  const own = AGENT_MOMENTS.flatMap((moment) => {
    const entries = entriesIn(text, agent, moment)
    return entries.flatMap((entry, i) =>
      isOwn(agent, entry) ? [{ at: ['hooks', agent.events[moment], i] }] : [],
    )
  })
  // From the end, so that each number is still right.
  const edited = editSettings(
    text,
    own.reverse().map(({ at }) => ({ at, remove: true })),
  )
  return 'text' in edited ? edited : { text }
}

/** The moments for which the file has an entry of memkeep. */
export function momentsIn(text: string, agent: Agent): readonly AgentMoment[] {
  return AGENT_MOMENTS.filter((moment) => hasEntry(text, agent, moment))
}

function hasEntry(text: string, agent: Agent, moment: AgentMoment): boolean {
  return entriesIn(text, agent, moment).some((entry) => isOwn(agent, entry))
}

/** The moments whose entry has the command that memkeep wrote before. */
export function earlierMomentsIn(text: string, agent: Agent): readonly AgentMoment[] {
  return AGENT_MOMENTS.filter((moment) => {
    const commands = entriesIn(text, agent, moment).flatMap(agent.commandsIn)
    return commands.includes(earlierCommand(agent.id, moment))
  })
}

function entriesIn(text: string, { events }: Agent, moment: AgentMoment): readonly Json[] {
  const entries = valueAt(readSettings(text), ['hooks', events[moment]])
  return Array.isArray(entries) ? entries : []
}

function isOwn({ commandsIn }: Agent, entry: Json): boolean {
  const commands = commandsIn(entry)
  return commands.length > 0 && commands.every(isOwnCommand)
}

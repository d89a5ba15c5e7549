import { isJsonObject, type Json } from '../../core/json.ts'
import type { Agent } from './agent.ts'

/** Seconds for a hook: it hands its work on to another process. */
const SECONDS = 10

/** Lists of commands behind a matcher, as Claude Code has them, and agents after its model. */
const matched = (timeout: number) => ({
  entry: (command: string): Json => ({ hooks: [{ type: 'command', command, timeout }] }),
  commandsIn: (entry: Json): readonly string[] =>
    isJsonObject(entry) && Array.isArray(entry.hooks) ? entry.hooks.flatMap(commandOf) : [],
  answer: (text: string): Json => ({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text },
  }),
})

/** Sources: https://code.claude.com/docs/en/hooks, https://developers.openai.com/codex/hooks, https://geminicli.com/docs/hooks/reference, https://cursor.com/docs/agent/hooks. */
export const AGENTS: readonly Agent[] = [
  {
    id: 'claude',
    name: 'Claude Code',
    file: '.claude/settings.json',
    events: { 'session-start': 'SessionStart', 'before-compaction': 'PreCompact', 'turn-end': 'Stop' },
    ...matched(SECONDS),
  },
  {
    id: 'codex',
    name: 'Codex',
    file: '.codex/hooks.json',
    events: { 'session-start': 'SessionStart', 'before-compaction': 'PreCompact', 'turn-end': 'Stop' },
    ...matched(SECONDS),
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    file: '.gemini/settings.json',
    events: { 'session-start': 'SessionStart', 'before-compaction': 'PreCompress', 'turn-end': 'AfterAgent' },
    ...matched(SECONDS * 1000),
  },
  {
    id: 'cursor',
    name: 'Cursor',
    file: '.cursor/hooks.json',
    head: { version: 1 },
    events: { 'session-start': 'sessionStart', 'before-compaction': 'preCompact', 'turn-end': 'stop' },
    entry: (command) => ({ command, timeout: SECONDS }),
    commandsIn: commandOf,
    answer: (text) => ({ additional_context: text }),
  },
]

function commandOf(entry: Json): readonly string[] {
  return isJsonObject(entry) && typeof entry.command === 'string' ? [entry.command] : []
}

/** The agent of this name; undefined for none. */
export function agentNamed(id: string): Agent | undefined {
  return AGENTS.find((agent) => agent.id === id)
}

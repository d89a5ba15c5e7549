import { isJsonObject, type Json } from '../../core/json.ts'

/** When an agent calls memkeep. */
export type AgentMoment = 'session-start' | 'before-compaction' | 'turn-end'

/** An agent that runs commands at moments of its session, and the file of a repository that names them. */
export type Agent = {
  /** As `memkeep agent-hook` and `--agent-hooks` name it. */
  readonly id: string
  readonly name: string
  /** From the top of the repository. */
  readonly file: string
  /** What the file says besides hooks; a new one begins with it. */
  readonly head?: { readonly [key: string]: Json }
  /** As a shell starts it. */
  readonly program: string
  /** What it does not do when it is started below the top; absent where that makes no difference. */
  readonly topOnly?: string
  /** What no check can find out, after its name, and what to do. */
  readonly untested: readonly [string, string]
  /** It calls the hook before every request to its model, whether it compacts or not. */
  readonly compactsEveryRequest?: true
  /** Its own names of the moments. */
  readonly events: { readonly [moment in AgentMoment]: string }
  /** The entry of one event, from the command. */
  readonly entry: (command: string, event: string) => Json
  /** The commands of an entry; none for an entry of another form. */
  readonly commandsIn: (entry: Json) => readonly string[]
  /** What the agent reads on standard output to take a text into the session. */
  readonly answer: (text: string) => Json
}

/** Every moment, in the order of the entries. */
export const AGENT_MOMENTS: readonly AgentMoment[] = ['session-start', 'before-compaction', 'turn-end']

/** True for the name of a moment. */
export function isAgentMoment(text: string): text is AgentMoment {
  return AGENT_MOMENTS.some((one) => one === text)
}

/**
 * The command of an entry: POSIX sh, because agents pass it to a shell. It runs at the top of the work tree, finds memkeep by
 * `MEMKEEP_BIN`, in node_modules or on PATH, and ends with 0 whatever happens: some agents stop at another code. It names no
 * variable with `$`: Gemini CLI puts in their values when it reads its settings, before the command has changed the folder.
 */
export function agentCommand(agent: string, moment: AgentMoment): string {
  const top = 'cd "$(git rev-parse --show-toplevel)"'
  const named = 'env | sed -n "s/^MEMKEEP_BIN=//p" | grep .'
  const find = `"$(${named} || ls node_modules/.bin/memkeep 2>/dev/null || echo memkeep)"`
  return `sh -c '${top} && ${find} agent-hook ${agent} ${moment}; exit 0'`
}

/** The command as memkeep wrote it before: its variables had another value in some agents. */
export function earlierCommand(agent: string, moment: AgentMoment): string {
  const find = 'cd "$(git rev-parse --show-toplevel)" && PATH="$PWD/node_modules/.bin:$PATH"'
  return `sh -c '${find} "$\{MEMKEEP_BIN:-memkeep}" agent-hook ${agent} ${moment}; exit 0'`
}

/** True for a command that memkeep wrote, now or in another version. */
export function isOwnCommand(command: string): boolean {
  return /\bagent-hook [a-z]+ [a-z-]+; exit 0'$/.test(command)
}

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
    program: 'claude',
    topOnly:
      'calls no hook of the repository: it reads .claude/settings.json of that folder alone (.mcp.json it reads)',
    untested: [
      'calls no hook before a person has trusted the folder',
      'Start claude here once, trust the folder, and look for memkeep in /hooks.',
    ],
    events: { 'session-start': 'SessionStart', 'before-compaction': 'PreCompact', 'turn-end': 'Stop' },
    ...matched(SECONDS),
  },
  {
    id: 'codex',
    name: 'Codex',
    file: '.codex/hooks.json',
    program: 'codex',
    untested: [
      'calls a hook that is new or changed only after a person has reviewed it, and `codex exec` says nothing of that',
      'Start codex here once and review the hooks in /hooks.',
    ],
    events: { 'session-start': 'SessionStart', 'before-compaction': 'PreCompact', 'turn-end': 'Stop' },
    ...matched(SECONDS),
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    file: '.gemini/settings.json',
    program: 'gemini',
    topOnly:
      'has neither hooks nor MCP servers of the repository: it reads .gemini/settings.json of that folder alone',
    untested: [
      'has neither hooks nor MCP servers in a folder that a person has not trusted',
      'Start gemini here once, trust the folder, and look for memkeep in /hooks.',
    ],
    compactsEveryRequest: true,
    events: { 'session-start': 'SessionStart', 'before-compaction': 'PreCompress', 'turn-end': 'AfterAgent' },
    ...matched(SECONDS * 1000),
  },
  {
    id: 'cursor',
    name: 'Cursor',
    file: '.cursor/hooks.json',
    program: 'cursor',
    untested: [
      'is an editor, which no test of memkeep has started',
      'Open its settings, and look for memkeep among the hooks.',
    ],
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

import type { ChangeSet, ForPerson, Migration, MigrationInput, MigrationPlan } from '../src/core/migration.ts'
import { estimateTokens } from '../src/formats/tokens.ts'
import { agentDirectories, agentLinks } from './hot-memory/agent-directory.ts'
import { lineCount } from './hot-memory/budget-change.ts'
import { hotLimits } from './hot-memory/hot-limits.ts'
import { type HotRule, type HotRules, hotRules } from './hot-memory/hot-rules.ts'
import { hasWorkspace, inTheWay, workspaceRoots } from './workspace/workspace-roots.ts'

const KINDS: ReadonlySet<string> = new Set(['hot-rule', 'agent-file', 'agent-link'])

/** The rules that load into every conversation, each with its budget, and the links by which agents find them. */
export const hotMemory: Migration = {
  id: '0004-hot-memory',
  summary: 'Adds the rules that every conversation loads, declares their budgets, and links agents to them.',
  choices: {
    cursor: 'Makes .cursor/rules with links to the rules, where there is none.',
    codex: 'Makes .codex with links to the rules, where there is none.',
  },
  wants: ({ layout, kind }) => layout === 'workspace' && KINDS.has(kind),
  plan: (input) => {
    const roots = workspaceRoots(input.settings)
    if (!hasWorkspace(input.present, roots)) return { sets: [], forPerson: [] }
    const blocked = inTheWay(input.present, roots.hotRules)
    if (blocked !== null) return { sets: [], forPerson: [notADirectory(blocked)] }
    return planFor(input, hotRules(input))
  },
}

function planFor(input: MigrationInput, { rules, own, forPerson }: HotRules): MigrationPlan {
  const paths = rules.map(({ path }) => path)
  const directories = agentDirectories(input).map((directory) => agentLinks(directory, paths, input))
  const all = directories.flatMap(({ links }) => links)
  const sets: ChangeSet[] = rules.map(({ path, changes }) => [
    ...changes,
    ...all.filter(({ rule }) => rule === path).map(({ change }) => change),
  ])
  return {
    sets: [...sets, ...own.map(({ changes }) => changes)].filter((set) => set.length > 0),
    forPerson: [
      ...forPerson,
      ...directories.flatMap(({ taken }) => taken.map(somethingElse)),
      ...tooMuch(input, [...rules, ...own]),
    ],
  }
}

/** What the whole would come to is worth saying before it is written. */
function tooMuch({ settings }: MigrationInput, all: readonly HotRule[]): ForPerson[] {
  const most = hotLimits(settings)
  const lines = all.reduce((sum, { text }) => sum + lineCount(text), 0)
  const tokens = all.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  if (lines <= most.lines && tokens <= most.tokens) return []
  return [
    {
      path: workspaceRoots(settings).hotRules,
      line: 1,
      what: `All hot memory together comes to ${lines} lines and about ${tokens} tokens, of at most ${most.lines} and ${most.tokens}. Move the least universal items into workspace memory.`,
    },
  ]
}

function notADirectory(path: string): ForPerson {
  return {
    path,
    line: 1,
    what: 'This is no directory, so no rule was put below it. Move it away, or set `workspace.hotRules` in memkeep.yaml.',
  }
}

function somethingElse(path: string): ForPerson {
  return {
    path,
    line: 1,
    what: 'Something else stands where a link to a rule would go. Move it to another name, then run this again.',
  }
}

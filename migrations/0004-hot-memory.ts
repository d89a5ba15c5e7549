import type {
  ChangeSet,
  FileChange,
  ForPerson,
  Migration,
  MigrationInput,
  MigrationPlan,
} from '../src/core/migration.ts'
import { relativeTarget, resolveTarget } from '../src/core/path.ts'
import { holdsFile } from '../src/core/snapshot.ts'
import { estimateTokens } from '../src/formats/tokens.ts'
import { workspaceSettings } from '../src/layouts/workspace/settings.ts'
import { type HotRule, type HotRules, lineCount, planHotRules } from './hot-memory/hot-rules.ts'
import { findBlockingPath, hasWorkspace } from './reading/workspace.ts'

const KINDS: ReadonlySet<string> = new Set(['hot-rule', 'agent-file', 'agent-link'])

/** The rules that load into every conversation, each with its budget, and the symlinks by which agents find them. */
export const hotMemory: Migration = {
  id: '0004-hot-memory',
  summary:
    'Adds the rules that every conversation loads, declares their budgets, and adds symlinks for agents.',
  choices: {
    cursor: 'Makes .cursor/rules with symlinks to the rules, where there is none.',
    codex: 'Makes .codex with symlinks to the rules, where there is none.',
  },
  wants: ({ layout, kind }) => layout === 'workspace' && KINDS.has(kind),
  plan: (input) => {
    const roots = workspaceSettings(input.settings)
    if (!hasWorkspace(input.present, roots)) return { sets: [], forPerson: [] }
    const blocked = findBlockingPath(input.present, roots.hotRules)
    if (blocked !== null) return { sets: [], forPerson: [notADirectory(blocked)] }
    return planFor(input, planHotRules(input))
  },
}

function planFor(input: MigrationInput, { rules, own, forPerson }: HotRules): MigrationPlan {
  const paths = rules.map(({ path }) => path)
  const directories = agentDirectories(input).map((directory) => planAgentLinks(directory, paths, input))
  const all = directories.flatMap(({ links }) => links)
  const sets: ChangeSet[] = rules.map(({ path, changes }) => [
    ...changes,
    ...all.filter(({ rule }) => rule === path).map(({ change }) => change),
  ])
  return {
    sets: [...sets, ...own.map(({ changes }) => changes)].filter((set) => set.length > 0),
    forPerson: [
      ...forPerson,
      ...directories.flatMap(({ taken }) => taken.map(pathTaken)),
      ...overBudget(input, [...rules, ...own]),
    ],
  }
}

/** Reports hot memory that would exceed its limits, before anything is written. */
function overBudget({ settings }: MigrationInput, all: readonly HotRule[]): ForPerson[] {
  const { hot: most, hotRules } = workspaceSettings(settings)
  const lines = all.reduce((sum, { text }) => sum + lineCount(text), 0)
  const tokens = all.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  if (lines <= most.lines && tokens <= most.tokens) return []
  return [
    {
      path: hotRules,
      line: 1,
      what: `All hot memory together has ${lines} lines and about ${tokens} tokens, of at most ${most.lines} and ${most.tokens}. Move the least universal items into workspace memory.`,
    },
  ]
}

function notADirectory(path: string): ForPerson {
  return {
    path,
    line: 1,
    what: 'This is not a directory, so no rule was put below it. Move it away, or set `workspace.hotRules` in memkeep.yaml.',
  }
}

function pathTaken(path: string): ForPerson {
  return {
    path,
    line: 1,
    what: 'Another file is where a symlink to a rule would go. Move it to another name, then run this again.',
  }
}

/** A symlink that an agent's directory lacks, and its target. */
type AgentLink = { readonly rule: string; readonly change: FileChange }

/** The missing symlinks of an agent's directory, and the paths where another file is in the way. */
type AgentLinks = { readonly links: readonly AgentLink[]; readonly taken: readonly string[] }

/** Agents that `--with` can name, and their directories where settings name none. */
const AGENTS: readonly { readonly choice: string; readonly segment: string; readonly path: string }[] = [
  { choice: 'cursor', segment: '.cursor', path: '.cursor/rules' },
  { choice: 'codex', segment: '.codex', path: '.codex' },
]

const FRONT_MATTER = /^\ufeff?---[ \t]*(?:\r\n|\n|\r)[\s\S]*?(?:\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/
const BUDGET = /^\s*<!--\s*budget:[^>]*-->/

/** Directories that get symlinks: those of the settings that hold a file, and those of `--with`. */
function agentDirectories({ present, settings, choices }: MigrationInput): readonly string[] {
  const { agents } = workspaceSettings(settings)
  const there = agents.filter((path) => holdsFile(present, path))
  const asked = AGENTS.filter(({ choice }) => choices.has(choice)).map(
    ({ segment, path }) => agents.find((one) => one.split('/').includes(segment)) ?? path,
  )
  return [...new Set([...there, ...asked])]
}

/** The symlinks from one directory to the rules that it does not reach so far. */
function planAgentLinks(directory: string, rules: readonly string[], input: MigrationInput): AgentLinks {
  const { present, settings } = input
  const blocked = findBlockingPath(present, directory)
  if (blocked !== null) return { links: [], taken: [blocked] }
  const reached = reachedFrom(directory, input)
  const lacking = reached === 'all' ? [] : rules.filter((rule) => !reached.has(rule))
  const suffix = suffixOf(directory, input)
  const { hotRules } = workspaceSettings(settings)
  const links = lacking.map((rule) => {
    const path = `${directory}/${rule.slice(hotRules.length + 1).replace(/\.md$/, suffix)}`
    const change: FileChange = { path, kind: 'link', target: relativeTarget(path, rule), values: [] }
    return { rule, change }
  })
  return {
    links: links.filter(({ change }) => !present.has(change.path)),
    taken: links.flatMap(({ change }) => (present.has(change.path) ? [change.path] : [])),
  }
}

/** The rules that a directory reaches: a symlink to the rule directory reaches all, and so may one through another symlink. */
function reachedFrom(
  directory: string,
  { present, files, settings }: MigrationInput,
): ReadonlySet<string> | 'all' {
  const { hotRules } = workspaceSettings(settings)
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const reached = new Set<string>()
  for (const [path, { mode }] of present) {
    if (mode !== 'link' || !isDirectlyIn(path, directory)) continue
    const target = texts.get(path)
    const end = target === undefined ? null : resolveTarget(path, target)
    if (target === undefined || end === hotRules) return 'all'
    if (end === null) continue
    if (findBlockingPath(present, end) !== end && findBlockingPath(present, end) !== null) return 'all'
    if (present.get(end)?.mode === 'link') return 'all'
    reached.add(end)
  }
  return new Set([...reached, ...copies(directory, texts, hotRules)])
}

/** Rules with a copy in the directory count as reached; the check reports copies. */
function copies(directory: string, texts: ReadonlyMap<string, string>, hotRules: string): string[] {
  const own = [...texts].filter(([path]) => isDirectlyIn(path, directory))
  const bodies = new Set(own.map(([, text]) => body(text)).filter((text) => text !== ''))
  return [...texts]
    .filter(([path, text]) => isDirectlyIn(path, hotRules) && bodies.has(body(text)))
    .map(([path]) => path)
}

/** The text of a rule without front matter and budget. */
function body(text: string): string {
  return text.replace(FRONT_MATTER, '').replace(BUDGET, '').trim()
}

function isDirectlyIn(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`) && !path.includes('/', directory.length + 1)
}

/** The ending of the directory's symlinks, else of its files; Cursor reads only `.mdc`. */
function suffixOf(directory: string, { present }: MigrationInput): string {
  const own = [...present.values()].filter(({ path }) => isDirectlyIn(path, directory))
  const links = own.filter(({ mode }) => mode === 'link')
  const paths = (links.length > 0 ? links : own).map(({ path }) => path)
  if (paths.some((path) => path.endsWith('.mdc'))) return '.mdc'
  if (paths.some((path) => path.endsWith('.md'))) return '.md'
  return directory.split('/').includes('.cursor') ? '.mdc' : '.md'
}

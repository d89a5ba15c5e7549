import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'
import type { FileChange, ForPerson, MigrationInput, TextFile } from '../../src/core/migration.ts'
import { readOption, type Settings } from '../../src/core/settings.ts'
import { applyEdits, compareText, type Edit, lineAt, lineStarts } from '../../src/core/text.ts'
import {
  budgetInsertion,
  findBudgetComment,
  frontMatterForm,
  loadsAlways,
} from '../../src/formats/agent-rule.ts'
import { readDocument } from '../reading/read-document.ts'
import { workspaceRoots } from '../reading/workspace-roots.ts'
import { ruleText, STARTING_RULES, TO_FILL_IN } from './starting-rules.ts'

/** One rule: what becomes of it, if anything, and its text after that. */
export type HotRule = {
  readonly path: string
  readonly text: string
  readonly changes: readonly FileChange[]
}

/** Every hot file with what becomes of it. */
export type HotRules = {
  /** In the rule directory: agents link to these. */
  readonly rules: readonly HotRule[]
  /** Agents' own files. */
  readonly own: readonly HotRule[]
  readonly forPerson: readonly ForPerson[]
}

/** Keeps the rules that are there, declares budgets where there are none, and adds the rules that every repository has. */
export function planHotRules(input: MigrationInput): HotRules {
  const forPerson: ForPerson[] = []
  const kept = input.files
    .filter((file) => isFile(file, input))
    .map((file) => keep(file, { input, forPerson }))
  const added = missingRules(input)
  const kinds = new Map(input.files.map(({ path, kind }) => [path, kind]))
  const of = (kind: string): HotRule[] => kept.filter(({ path }) => kinds.get(path) === kind)
  const rules = [...of('hot-rule'), ...added].sort((a, b) => compareText(a.path, b.path))
  for (const { path, text } of rules) {
    const at = text.indexOf(TO_FILL_IN)
    if (at >= 0)
      forPerson.push({
        path,
        line: lineAt(lineStarts(text), at),
        what: 'Write here what the list asks for, in its place.',
      })
  }
  return {
    rules,
    own: of('agent-file'),
    forPerson,
  }
}

function isFile({ path, kind }: TextFile, { present }: MigrationInput): boolean {
  return (kind === 'hot-rule' || kind === 'agent-file') && present.get(path)?.mode !== 'link'
}

function keep(
  file: TextFile,
  { input, forPerson }: { input: MigrationInput; forPerson: ForPerson[] },
): HotRule {
  const { path, text } = file
  const budgeted = budgetChange(file, input.settings)
  if (budgeted && 'what' in budgeted) forPerson.push({ path, line: budgeted.line, what: budgeted.what })
  if (!budgeted || 'what' in budgeted) return { path, text, changes: [] }
  return { path, text: applyEdits(text, [budgeted.edit]), changes: [budgeted.change] }
}

/** A name in another case is the same file on many machines. */
function missingRules({ present, settings }: MigrationInput): HotRule[] {
  const roots = workspaceRoots(settings)
  const there = new Set([...present.keys()].map((path) => path.toLowerCase()))
  return STARTING_RULES.flatMap((rule) => {
    const path = `${roots.hotRules}/${rule.name}`
    if (there.has(path.toLowerCase())) return []
    const text = ruleText(rule, roots, hotLimits(settings).budgetOf(path))
    return [{ path, text, changes: [{ path, kind: 'create', text, values: [] }] }]
  })
}

/** A change, a reason why a person has to look, or nothing to do. */
type Budgeted =
  | { readonly edit: Edit; readonly change: FileChange }
  | { readonly what: string; readonly line: number }
  | null

/**
 * Declares the budget of a rule that has none. One that is longer than its budget is left: a declaration would turn
 * what is worth a look into an error that stops every commit.
 */
function budgetChange({ path, text, kind }: TextFile, settings: Settings): Budgeted {
  const document = readDocument(text, settings, frontMatterForm(path))
  if ('refused' in document) return { what: document.refused, line: document.line }
  if (kind === 'agent-file' && !loadsAlways(document.frontMatter?.fields ?? null)) return null
  if (findBudgetComment(document)) return null
  const budget = hotLimits(settings).budgetOf(path)
  const edit = budgetInsertion(document, budget)
  const lines = lineCount(applyEdits(text, [edit]))
  if (lines > budget) {
    return {
      line: 1,
      what: `With a budget it would have ${lines} lines, and a file of this name may have ${budget}. Move what few conversations need into workspace memory, then declare \`<!-- budget: ${budget} lines -->\` at its top.`,
    }
  }
  const evidence = { kind: 'path', path } as const
  return {
    edit,
    change: {
      path,
      kind: 'edit',
      edits: [edit],
      values: [{ field: 'budget', value: `${budget} lines`, evidence }],
    },
  }
}

/** Lines as an editor counts them. */
export function lineCount(text: string): number {
  const starts = lineStarts(text)
  return starts.at(-1) === text.length ? starts.length - 1 : starts.length
}

/** The layout's own limits, in lines; a test holds them equal to it. */
const DEFAULTS = {
  lines: 300,
  tokens: 3000,
  defaultBudget: 100,
  budgets: {
    'user-profile.md': 50,
    'global-conventions.md': 80,
    'context-memory-rule.md': 80,
    'workspace-workflow.md': 100,
  } as { readonly [name: string]: number },
}

/** What hot memory may take: all of it in lines and estimated tokens, and one file in lines. */
type HotLimits = {
  readonly lines: number
  readonly tokens: number
  readonly budgetOf: (path: string) => number
}

/** The limits as settings have them; an `.mdc` file has the budget of its `.md` name. */
export function hotLimits(settings: Settings): HotLimits {
  const number = (key: 'lines' | 'tokens' | 'defaultBudget'): number =>
    numberOr(readOption(settings, 'hot', key), DEFAULTS[key])
  const set = readOption(settings, 'hot', 'budgets') ?? null
  const budgets: JsonObject = { ...DEFAULTS.budgets, ...(isJsonObject(set) ? set : {}) }
  return {
    lines: number('lines'),
    tokens: number('tokens'),
    budgetOf: (path) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      return numberOr(budgets[name] ?? budgets[name.replace(/\.mdc$/, '.md')], number('defaultBudget'))
    },
  }
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

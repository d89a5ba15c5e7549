import { applyEdits, compareText } from '../../src/core/edit.ts'
import type { FileChange, ForPerson, MigrationInput, TextFile } from '../../src/core/migration.ts'
import { lineAt, lineStarts } from '../../src/core/place.ts'
import { workspaceRoots } from '../workspace/workspace-roots.ts'
import { budgetChange } from './budget-change.ts'
import { hotLimits } from './hot-limits.ts'
import { TO_FILL_IN } from './people-rules.ts'
import { ruleText, STARTING_RULES } from './starting-rules.ts'

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
export function hotRules(input: MigrationInput): HotRules {
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

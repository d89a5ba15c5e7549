import type { FileChange, ForPerson, MigrationInput, TextFile } from '../../src/core/migration.ts'
import type { Settings } from '../../src/core/settings.ts'
import { applyEdits, compareText, type Edit, lineAt, lineStarts } from '../../src/core/text.ts'
import {
  budgetInsertion,
  budgetText,
  findBudgetComment,
  frontMatterForm,
  loadsAlways,
} from '../../src/formats/agent-rule.ts'
import { largestBudget } from '../../src/layouts/workspace/hot-memory.ts'
import { type WorkspaceSettings, workspaceSettings } from '../../src/layouts/workspace/settings.ts'
import { readDocument } from '../reading/workspace.ts'

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
  const roots = workspaceSettings(settings)
  const there = new Set([...present.keys()].map((path) => path.toLowerCase()))
  return STARTING_RULES.flatMap((rule) => {
    const path = `${roots.hotRules}/${rule.name}`
    if (there.has(path.toLowerCase())) return []
    const text = ruleText(rule, roots, largestBudget(path, roots))
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
  const budget = largestBudget(path, workspaceSettings(settings))
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

/** A rule file that every repository starts with. */
type StartingRule = { readonly name: string; readonly text: (roots: WorkspaceSettings) => string }

/** The rules that load into every conversation. */
const STARTING_RULES: readonly StartingRule[] = [
  { name: 'user-profile.md', text: () => USER_PROFILE },
  { name: 'global-conventions.md', text: () => GLOBAL_CONVENTIONS },
  { name: 'context-memory-rule.md', text: contextMemoryRule },
  { name: 'workspace-workflow.md', text: workspaceWorkflow },
]

/** The text of a new rule: Cursor loads a rule by itself only when its front matter says `alwaysApply`. */
function ruleText(rule: StartingRule, roots: WorkspaceSettings, budget: number): string {
  return `---\nalwaysApply: true\n---\n${budgetText(budget)}\n\n${rule.text(roots)}`
}

/** The mark of a rule that a person has not filled in. */
const TO_FILL_IN = 'TODO: replace this list.'

/** Who the agent works for. Nothing is known of them, so it says what to write. */
const USER_PROFILE = `# User profile

${TO_FILL_IN} Nothing is known here yet of the person who works in this repository. What belongs here, one line each,
if more than four of five conversations need it:

- who you are and what you are responsible for;
- the language and the tone that answers should have;
- how you like code to be written, and what you never want to see;
- how you like to work: when to ask, when to go ahead.
`

/** What holds everywhere. Nothing was read from the code, so it says what to write. */
const GLOBAL_CONVENTIONS = `# Global conventions

${TO_FILL_IN} No convention was written down here yet. What belongs here, one line each, if it holds in every workspace
and more than four of five conversations need it:

- decisions that cut across all workspaces, with the reason in half a sentence;
- names: branches, packages, files, commits;
- patterns that all code follows, and commands that are always run.

What holds in one workspace only belongs in that workspace's own memory.
`

/**
 * When and how an agent uses memory: the one rule that it needs before it can call any tool. It names no tag and no
 * category, since those are in the memory index and would go stale here.
 */
function contextMemoryRule({ resources, memory }: WorkspaceSettings): string {
  return `# Context memory

What is known of a workspace lies in files and loads on demand: what it is and what is planned in \`${resources}/\`,
decisions and lessons in \`${memory}/\`.

## When to load context

Load it when the task

- touches a path with \`workspaces/\` or \`${resources}/\` in it;
- names a workspace, a domain or a repository;
- depends on the structure, the conventions or the history of a project.

Do without for general questions, for small edits where the conversation has all that they need, and for repairs of
infrastructure that have nothing to do with what a workspace contains.

## How to load it

1. Call \`workspace_get_context\` for the narrowest scope that fits, with its defaults: they give the structure, the
   summaries and the memory metadata.
2. Decide from that which topics the task needs, and ask for those only.
3. In every later call pass \`include_defaults: false\`, so that nothing is paid for twice.
4. Filter by tags and categories that the metadata lists; a guessed one finds nothing.

Without that tool, read the front matter of \`${resources}/{scope}/OVERVIEW.md\` and
\`${memory}/{workspace}/_index.yaml\` first.

## When to save

Watch for these while you work; do not wait to be asked.

| moment | what to do |
| --- | --- |
| a bug was fixed after several failed attempts | suggest a lesson: root cause and solution |
| a solution needed knowledge that no document has | suggest a lesson |
| an entry contradicts what you see now | ask the user to update or archive it |
| a design choice was made or confirmed | suggest a decision with its reasons |
| the conversation ends | decide what is worth keeping, save it, and report what was saved |

Before you save, call \`workspace_get_context\` for the topics that the entry would belong to: what is there already is
not saved again. Then use \`workspace_save_memory\`. Files in \`${resources}/\` are edited directly.

## Where the rest is

- For detail, read the file that an entry's \`document_path\` names.
- For what no answer held, search \`${resources}/{scope}/\` for words that the text would use.
- The folder structure is the index; there is nothing else to ask.

## What does not belong here

Lists of tags, categories or topics, which the memory metadata has, and knowledge of one workspace, which its own
files have.
`
}

/** How an agent finds the scope of a task, and keeps plans and overviews true while it works. */
function workspaceWorkflow({ resources, memory }: WorkspaceSettings): string {
  return `# Workspace workflow

A scope is a workspace, a domain in it, or a repository in that: \`{workspace}[/{domain}[/{repository}]]\`.

| in | lies |
| --- | --- |
| \`${resources}/{scope}/OVERVIEW.md\` | what the scope is; its \`description\` is the summary |
| \`${resources}/{scope}/_plans/\` | plans, \`YYMMDD-name.md\` |
| \`${resources}/{scope}/_features/\`, \`_spikes/\`, \`_architecture/\` | what was built, tried and designed |
| \`${memory}/{workspace}[/{domain}]/\` | \`decisions.md\` and \`lessons.md\` |

## Find the scope

Take it from the paths and names in the task. When several fit, ask which one is meant. When none does, the task needs
no workspace: just do it.

## Load what the task needs

\`context-memory-rule.md\` says when and how. Nothing has to be loaded or confirmed before work starts.

## While you work

- A task that follows a plan: read that plan whole, and respect the decisions of its scope.
- New work of more than one sitting: write a plan first, with \`name\`, \`description\`, \`status\` and \`created\`.
- Edit plans and overviews directly. Set a plan's \`status\` when it changes: \`new\`, \`in_progress\`, \`partial\`, \`done\`
  or \`abandoned\`. An abandoned plan stays.
- What changes the purpose or the structure of a scope changes its OVERVIEW.md too.

## When you are done

Set the status of the plan, and save what \`context-memory-rule.md\` calls worth saving.
`
}

import { budgetText } from '../../src/formats/budget-comment.ts'
import type { WorkspaceRoots } from '../workspace/workspace-roots.ts'
import { contextMemoryRule } from './context-memory-rule.ts'
import { GLOBAL_CONVENTIONS, USER_PROFILE } from './people-rules.ts'
import { workspaceWorkflow } from './workspace-workflow.ts'

/** A rule file that every repository starts with. */
export type StartingRule = { readonly name: string; readonly text: (roots: WorkspaceRoots) => string }

/** The rules that load into every conversation. */
export const STARTING_RULES: readonly StartingRule[] = [
  { name: 'user-profile.md', text: () => USER_PROFILE },
  { name: 'global-conventions.md', text: () => GLOBAL_CONVENTIONS },
  { name: 'context-memory-rule.md', text: contextMemoryRule },
  { name: 'workspace-workflow.md', text: workspaceWorkflow },
]

/** The text of a new rule: Cursor loads a rule by itself only when its front matter says `alwaysApply`. */
export function ruleText(rule: StartingRule, roots: WorkspaceRoots, budget: number): string {
  return `---\nalwaysApply: true\n---\n${budgetText(budget)}\n\n${rule.text(roots)}`
}

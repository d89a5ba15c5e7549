import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import {
  type BudgetComment,
  budgetInsertion,
  budgetText,
  findBudgetComment,
} from '../../../formats/agent-rule.ts'
import { isHot, largestBudget } from '../hot-memory.ts'
import { workspaceSettings } from '../settings.ts'

const FORM = '`<!-- budget: 50 lines -->` or `<!-- budget: 50 lines, 600 tokens -->`'

/** Every hot file declares its budget at its top, and not more than its name allows. */
export const hotBudgetDeclared: DocumentRule = {
  id: 'hot-budget-declared',
  summary: 'A hot memory file declares a budget at its top, within the largest for its name.',
  why: 'Every person and agent that adds to the file sees the budget in it. Without one the file grows until the total is spent. A file of an agent with `alwaysApply: false`, or with `globs` alone, loads in some conversations only and needs none.',
  howToFix: `Write ${FORM} as the first line, after front matter. \`hot.budgets\` in memkeep.yaml moves the largest budget of a file.`,
  severity: 'warning',
  fixable: true,
  example: {
    bad: '# User profile\n\n- Works in UTC+7.\n',
    good: '<!-- budget: 50 lines -->\n\n# User profile\n\n- Works in UTC+7.\n',
  },
  kinds: ['hot-rule', 'agent-file'],
  subject: 'document',
  check: (source, report) => {
    // Where front matter could not be read, the top is not known.
    if (!source.markdown || source.problems.length > 0 || !isHot(source)) return
    const most = largestBudget(source.path, workspaceSettings(source.settings))
    const declared = findBudgetComment(source)
    const found = declared ? wrongBudget(declared, most) : missing(source, most)
    if (found) report(found)
  },
}

function wrongBudget({ comment, budget, atTop }: BudgetComment, most: number): Found | null {
  const { place } = comment
  if (!budget) {
    return {
      place,
      message: `Budget "${comment.text.trim()}" does not have the form ${FORM}`,
      help: 'Give the budget in lines, and after a comma in tokens if you like.',
    }
  }
  if (!atTop) {
    return {
      place,
      message: 'The budget is not at the top, above everything but front matter',
      help: 'Move the comment to the top of the file.',
    }
  }
  if (budget.lines <= most) return null
  return {
    place,
    message: `The budget is ${budget.lines} lines, the limit for a file of this name is ${most}`,
    help: 'Lower the budget, or raise the largest one under `hot.budgets` in memkeep.yaml.',
  }
}

function missing(source: Source, most: number): Found {
  return {
    place: WHOLE_FILE,
    message: `The hot memory file has no budget, such as \`${budgetText(most)}\` at its top`,
    help: 'Run `memkeep check --fix`, or write a comment with the lines that it may have at its top.',
    edits: [budgetInsertion(source, most)],
  }
}

import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { declaredBudget, hotFactsOf, hotFiles, isNearBudget } from '../hot-memory.ts'

/** A hot file keeps the budget that it declares; reported at the declaration, once for lines and once for tokens. */
export const hotBudget: MemoryRule = {
  id: 'hot-budget',
  summary: 'A hot memory file keeps the budget that it declares.',
  why: 'Every conversation loads all of hot memory. A file that outgrows its budget leaves less room for the rest.',
  howToFix:
    'Move what fewer than four of five conversations need into workspace memory, or raise the budget in a change that is merged before this one.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '<!-- budget: 50 lines -->   in a file of 61 lines\n',
    good: '<!-- budget: 50 lines -->   in a file of 44 lines\n',
  },
  kinds: ['hot-rule', 'agent-file'],
  subject: 'memory',
  check: (memory, report) => {
    for (const document of hotFiles(memory)) {
      const budget = declaredBudget(document)
      if (!budget) continue
      const sizes = [
        { unit: 'lines', size: document.lines, most: budget.lines },
        { unit: 'tokens (estimated)', size: document.tokens, most: budget.tokens },
      ]
      for (const { unit, size, most } of sizes) {
        if (most === null || !isNearBudget(size, most)) continue
        const isOver = size > most
        report(document.path, {
          place: hotFactsOf(document).budgetPlace ?? WHOLE_FILE,
          severity: isOver ? 'error' : 'warning',
          message: isOver
            ? `The file has ${size} ${unit}, its budget is ${most}`
            : `The budget is nearly spent: ${size} of ${most} ${unit} are used`,
          help: 'Move what few conversations need into workspace memory, or raise the budget in a change that is merged before this one.',
        })
      }
    }
  },
}

import { h } from 'hastscript'
import type { BudgetUse } from '../../core/memory-overview.ts'
import { planAge } from '../../core/plan-status.ts'
import type { MemoryReport } from '../../core/report.ts'
import type { Element } from './element.ts'
import { isOver } from './growth.ts'
import { plural } from './plural.ts'

/** What a review has to do, the worst first: each a link to where the page says more. */
export function toDo({ report: { summary }, overviews, today }: MemoryReport): Element[] {
  const over = overviews.flatMap(({ budgets }) => budgets).filter(isOverBudget).length
  const grown = overviews.flatMap(({ logs }) => logs).filter(isOver).length
  const stale = overviews.flatMap(({ plans }) => plans).filter((plan) => planAge(plan, today).stale).length
  return [
    ...task(summary.errors, 'findings', plural(summary.errors, 'error to mend', 'errors to mend')),
    ...task(
      over,
      'budgets',
      plural(over, 'part of hot memory is', 'parts of hot memory are'),
      'over its limit',
    ),
    ...task(grown, 'outgrown', plural(grown, 'log has', 'logs have'), 'outgrown the threshold'),
    ...task(stale, 'plans', plural(stale, 'plan is', 'plans are'), 'stale'),
    ...task(
      summary.warnings,
      'findings',
      plural(summary.warnings, 'warning to look at', 'warnings to look at'),
    ),
  ]
}

function task(count: number, section: string, ...words: readonly string[]): Element[] {
  return count > 0 ? [h('li', h('a', { href: `#${section}` }, words.join(' ')))] : []
}

function isOverBudget({ lines, tokens, mostLines, mostTokens }: BudgetUse): boolean {
  return (mostLines !== null && lines > mostLines) || (mostTokens !== null && tokens > mostTokens)
}

import { h } from 'hastscript'
import type { BudgetUse } from '../../core/memory-overview.ts'
import { planAge } from '../../core/plan-status.ts'
import type { MemoryReport } from '../../core/report.ts'
import { type Element, grouped, plural } from './elements.ts'
import { cutFiles } from './loads.ts'
import { isOutgrown } from './sizes.ts'

/** The verdict in one sentence, what there is to do, and the numbers. */
export function verdict(report: MemoryReport): Element {
  const { summary } = report.report
  const todo = toDo(report)
  const state = summary.errors > 0 ? 'error' : todo.length > 0 ? 'warning' : 'fine'
  const numbers = [
    ['Documents', summary.documents],
    ['Items', summary.items],
    ...(summary.headings === summary.items ? [] : [['Headings seen', summary.headings] as const]),
    ['Errors', summary.errors],
    ['Warnings', summary.warnings],
    ['Infos', summary.infos],
  ] as const
  return h('section', { id: 'verdict', className: ['verdict', state], ariaLabelledBy: 'verdict-heading' }, [
    h('h2', { id: 'verdict-heading' }, sentence(state, report.overviews)),
    ...(todo.length > 0 ? [h('ul', todo)] : [h('p', 'There is nothing to do.')]),
    h(
      'dl',
      { className: 'numbers' },
      numbers.map(([name, number]) => h('div', [h('dt', name), h('dd', grouped(number))])),
    ),
  ])
}

function sentence(state: 'error' | 'warning' | 'fine', overviews: readonly unknown[]): string {
  if (state === 'error') return 'This memory has errors'
  if (state === 'warning') return 'No errors, and something to look at'
  return overviews.length === 0 ? 'There is no memory here' : 'This memory is healthy'
}

/** What a review has to do, the worst first: each a link to where the page says more. */
function toDo({ report: { summary }, overviews, today }: MemoryReport): Element[] {
  const over = overviews.flatMap(({ budgets }) => budgets).filter(isOverBudget).length
  const cut = cutFiles(overviews).length
  const grown = overviews.flatMap(({ logs }) => logs).filter(isOutgrown).length
  const stale = overviews.flatMap(({ plans }) => plans).filter((plan) => planAge(plan, today).stale).length
  return [
    ...task(summary.errors, 'findings', plural(summary.errors, 'error to fix', 'errors to fix')),
    ...task(
      over,
      'budgets',
      plural(over, 'part of hot memory is', 'parts of hot memory are'),
      'over its limit',
    ),
    ...task(cut, 'loads', plural(cut, 'file does', 'files do'), 'not load to the end'),
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

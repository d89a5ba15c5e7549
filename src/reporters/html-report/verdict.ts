import { h } from 'hastscript'
import type { MemoryReport } from '../../core/report.ts'
import type { Element } from './element.ts'
import { grouped } from './grouped.ts'
import { toDo } from './to-do.ts'

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
  if (state === 'error') return 'This memory needs mending'
  if (state === 'warning') return 'No errors, and something to look at'
  return overviews.length === 0 ? 'There is no memory here' : 'This memory is healthy'
}

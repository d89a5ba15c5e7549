import { h } from 'hastscript'
import { countByRule, type Diagnostic } from '../../core/diagnostic.ts'
import { compareText } from '../../core/text.ts'
import type { Element } from './element.ts'
import { firstOf } from './first-of.ts'
import { grouped } from './grouped.ts'
import { plural } from './plural.ts'
import { shown } from './shown.ts'
import { table } from './table.ts'

const MOST = 200

/** How many findings each rule has, shown or not: the commonest first. */
export function ruleCounts(diagnostics: readonly Diagnostic[]): Element {
  const counts = [...countByRule(diagnostics)].sort(
    ([a, many], [b, more]) => more - many || compareText(a, b),
  )
  const { some, rest } = firstOf(counts, MOST, 'rule', 'rules')
  const data = table({
    caption: 'All findings by rule',
    columns: [{ title: 'Rule' }, { title: 'Findings', number: true }],
    rows: some.map(([rule, count]) => [shown(rule, 80), grouped(count)]),
  })
  return h('details', [h('summary', `All findings by rule: ${plural(counts.length, 'rule')}`), data, ...rest])
}

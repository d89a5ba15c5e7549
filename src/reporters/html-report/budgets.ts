import { h } from 'hastscript'
import type { BudgetUse, MemoryOverview } from '../../core/memory-overview.ts'
import type { Element } from './element.ts'
import { firstOf } from './first-of.ts'
import { meter } from './meter.ts'
import { layoutHeading, section } from './section.ts'
import { shown } from './shown.ts'

const MOST = 100

/** The name of the whole of what loads into every conversation. */
const WHOLE = 'hot memory'

/** What loads into every conversation, against what it may come to; null where nothing does. */
export function budgets(overviews: readonly MemoryOverview[]): Element | null {
  const having = overviews.filter((overview) => overview.budgets.length > 0)
  if (having.length === 0) return null
  const intro = h(
    'p',
    'What loads into every conversation. Each line of it is paid for every time: keep what is needed everywhere, and move the rest to where it is looked up. Tokens are estimated.',
  )
  const lists = having.flatMap((overview) => {
    const { some, rest } = firstOf(overview.budgets, MOST, 'file', 'files')
    return [
      ...layoutHeading(shown(overview.layout), overviews),
      h('ul', { className: 'budgets' }, some.map(item)),
      ...rest,
    ]
  })
  return section({ id: 'budgets', title: 'Hot memory', content: [intro, ...lists] })
}

function item({ name, lines, mostLines, tokens, mostTokens }: BudgetUse): Element {
  return h('li', [
    h('span', { className: 'name' }, name === WHOLE ? 'all together' : shown(name)),
    meter({ used: lines, most: mostLines, unit: 'lines' }),
    meter({ used: tokens, most: mostTokens, unit: 'tokens' }),
  ])
}

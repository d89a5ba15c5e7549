import { h, s } from 'hastscript'
import {
  type BudgetUse,
  cutFirst,
  describeStanding,
  type LoadedFile,
  type Loading,
  type MemoryOverview,
} from '../../core/memory-overview.ts'
import { groupBy } from '../../core/text.ts'
import { type Element, firstOf, grouped, pageText, pathText, plural, sectionByLayout } from './elements.ts'

const MOST_LOADINGS = 100
/** Loadings of one agent that are open. */
const MOST_OPEN = 4
const MOST_FILES = 30

/** What agents load by themselves, in which order, and what they do not see of it; null where they load nothing. */
export function loads(overviews: readonly MemoryOverview[]): Element | null {
  const intro = h(
    'p',
    'Files that agents load by themselves, in this order. What is beyond a limit does not reach the agent, and it gets no message about that.',
  )
  const title = { id: 'loads', title: 'What agents load', content: [intro] }
  return sectionByLayout(title, overviews, (overview) => {
    const { some, rest } = firstOf(cutFirst(overview.loads ?? []), MOST_LOADINGS, 'loading', 'loadings')
    const byAgent = [...groupBy(some, ({ agent }) => agent)]
    return [...rest, ...byAgent.flatMap(([agent, own]) => agentLoadings(agent, own))]
  })
}

/** The first loadings of an agent; the others, such as one for each folder with an AGENTS.md, unfold. */
function agentLoadings(agent: string, all: readonly Loading[]): Element[] {
  const [first, more] = [all.slice(0, MOST_OPEN), all.slice(MOST_OPEN)]
  const list = (some: readonly Loading[]): Element =>
    h('ul', { className: 'budgets loads' }, some.map(loadingItem))
  const title = `${plural(more.length, 'more loading', 'more loadings')} of ${pageText(agent)}`
  return [
    list(first),
    ...(more.length > 0 ? [h('details', { className: 'more' }, [h('summary', title), list(more)])] : []),
  ]
}

function loadingItem(loading: Loading): Element {
  const { agent, name, files, unit, total, most, standing } = loading
  const { some, rest } = firstOf(files, MOST_FILES, 'file', 'files')
  return h('li', [
    h('div', [
      h('span', { className: 'name' }, `${pageText(agent)}: ${pageText(name)}`),
      ...noteOf(loading).map((note) => h('span', { className: 'note' }, note)),
    ]),
    meter({ used: total, most, unit: pageText(unit), isAdvice: standing !== 'enforced' }),
    h('div', [...rest, h('ol', some.map(fileItem))]),
  ])
}

function fileItem({ path, size, lost }: LoadedFile): Element {
  const cut =
    lost === null
      ? []
      : [
          ' ',
          h('span', { className: 'badge error' }, 'cut'),
          h('span', { className: 'note' }, `Not loaded: ${pageText(lost)}`),
        ]
  return h('li', [h('span', [pathText(path), ` ${size === null ? 'not read' : grouped(size)}`]), ...cut])
}

/** `cut there, Claude Code docs, 2026-11` */
function noteOf({ standing, source, asOf }: Loading): string[] {
  const parts = [describeStanding(standing), source ?? '', asOf ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? [] : [parts.map((part) => pageText(part)).join(', ')]
}

const MOST_BUDGETS = 100

/** The name of the whole of what loads into every conversation. */
const WHOLE = 'hot memory'

/** What loads into every conversation, with its limits; null where nothing does. */
export function budgets(overviews: readonly MemoryOverview[]): Element | null {
  const intro = h(
    'p',
    'What loads into every conversation. Each line of it is paid for every time: keep what is needed everywhere, and move the rest to where it is looked up. Tokens are estimated.',
  )
  const title = { id: 'budgets', title: 'Hot memory', content: [intro] }
  return sectionByLayout(title, overviews, (overview) => {
    const { some, rest } = firstOf(overview.budgets, MOST_BUDGETS, 'file', 'files')
    return some.length === 0 ? [] : [...rest, h('ul', { className: 'budgets' }, some.map(budgetItem))]
  })
}

function budgetItem({ name, lines, mostLines, tokens, mostTokens }: BudgetUse): Element {
  return h('li', [
    h('span', { className: 'name' }, name === WHOLE ? 'all together' : pageText(name)),
    meter({ used: lines, most: mostLines, unit: 'lines' }),
    meter({ used: tokens, most: mostTokens, unit: 'tokens' }),
  ])
}

/** So much of so much, in a unit: `lines`. With `isAdvice`, more than that is only worth a look. */
type Use = {
  readonly used: number
  readonly most: number | null
  readonly unit: string
  readonly isAdvice?: boolean
}

/** How full something is, as a bar and in words: what is used, the limit, and what is left. */
function meter({ used, most, unit, isAdvice = false }: Use): Element {
  const text = (words: string): Element => h('span', { className: 'meter-text' }, words)
  if (most === null) return h('div', { className: 'meter' }, [text(`${grouped(used)} ${unit}, no limit`)])
  const left = most - used
  const state = left < 0 && !isAdvice ? 'over' : used >= most * 0.9 ? 'near' : 'fine'
  const rest = left < 0 ? `${grouped(-left)} over` : `${grouped(left)} left`
  return h('div', { className: ['meter', state] }, [
    bar(used, most),
    text(`${grouped(used)} of ${grouped(most)} ${unit}, `),
    h('strong', rest),
  ])
}

/** The limit is the end of the track, or the mark inside a bar that exceeds it. */
function bar(used: number, most: number): Element {
  const whole = Math.max(used, most, 1)
  const percent = (part: number): string => `${Math.round((part / whole) * 1000) / 10}%`
  return s('svg', { className: 'bar', ariaHidden: 'true', width: '100%', height: 10 }, [
    s('rect', { className: 'track', width: '100%', height: 10, rx: 5 }),
    s('rect', { className: 'used', width: percent(used), height: 10, rx: 5 }),
    ...(used > most ? [s('rect', { className: 'mark', x: percent(most), width: 2, height: 10 })] : []),
  ])
}

import { h } from 'hastscript'
import { cutFirst, describeStanding, type LoadedFile, type Loading } from '../../core/loading.ts'
import type { MemoryOverview } from '../../core/memory-overview.ts'
import { type Element, firstOf, grouped, layoutHeading, pageText, pathText, section } from './elements.ts'
import { meter } from './meter.ts'

const MOST_LOADINGS = 100
const MOST_FILES = 30

/** What agents load by themselves, in which order, and what they do not see of it; null where they load nothing. */
export function loads(overviews: readonly MemoryOverview[]): Element | null {
  const having = overviews.filter((overview) => (overview.loads ?? []).length > 0)
  if (having.length === 0) return null
  const intro = h(
    'p',
    'Files that agents load by themselves, in this order. What is beyond a limit does not reach the agent, and it gets no message about that.',
  )
  const lists = having.flatMap((overview) => {
    const all = cutFirst(overview.loads ?? [])
    const { some, rest } = firstOf(all, MOST_LOADINGS, 'loading', 'loadings')
    return [
      ...layoutHeading(pageText(overview.layout), overviews),
      h('ul', { className: 'budgets loads' }, some.map(loadingItem)),
      ...rest,
    ]
  })
  return section({ id: 'loads', title: 'What agents load', content: [intro, ...lists] })
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
    h('div', [h('ol', some.map(fileItem)), ...rest]),
  ])
}

function fileItem({ path, size, lost }: LoadedFile): Element {
  const cut =
    lost === null
      ? []
      : [
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

/** Files that an agent loads in part. */
export function cutFiles(overviews: readonly MemoryOverview[]): string[] {
  const cut = overviews
    .flatMap((overview) => overview.loads ?? [])
    .flatMap(({ files }) => files.filter(({ lost }) => lost !== null))
  return [...new Set(cut.map(({ path }) => path))]
}

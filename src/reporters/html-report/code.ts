import { h } from 'hastscript'
import type { ChangedStatement, CitationCounts, MemoryReport } from '../../core/report.ts'
import { barsChart } from './charts.ts'
import {
  dayText,
  type Element,
  figure,
  firstOf,
  grouped,
  pageText,
  pathText,
  plural,
  richText,
  section,
  table,
} from './elements.ts'

/** The most bars in the chart, and the most rows in its table. */
const BARS = 15
const ROWS = 200

/** What the memory says of the code around it; null where it names nothing of it. */
export function code({ code: report }: MemoryReport): Element | null {
  if (!report) return null
  const { files, agents, changed, total, unknown } = report
  const figures = [
    ...(files.length > 0 ? [counts('file', files)] : []),
    ...(agents.length > 0 ? [counts('agent', agents)] : []),
  ]
  const content = [
    ...(figures.length > 0 ? [h('div', { className: 'charts' }, figures)] : []),
    ...(changed.length > 0 ? changedTable(changed, total) : []),
  ]
  if (content.length === 0) return null
  const intro =
    'Files of the repository that the memory names. What was moved or removed since the text was written sends an agent to a place where nothing is. What is not found, and not known to have been there, may be an example, or a file of another repository.'
  const note =
    unknown === undefined
      ? []
      : [h('p', { className: 'note' }, `Not compared with the history: ${pageText(unknown)}.`)]
  return section({ id: 'code', title: 'Memory and code', content: [h('p', intro), ...note, ...content] })
}

function counts(what: 'file' | 'agent', all: readonly CitationCounts[]): Element {
  const title = what === 'file' ? 'Files named, by memory file' : 'Files named, by agent'
  const more = all.length > BARS ? `, the first ${BARS} of ${grouped(all.length)}` : ''
  const { some } = firstOf(all, ROWS, what, `${what}s`)
  return figure({
    title: `${title}${more}`,
    chart: barsChart({
      name: `${title}: there, moved or removed, not found${more}`,
      bars: all.slice(0, BARS).map(({ name, held, moved, gone, unproven }) => ({
        label: pageText(shortName(name, all), 80),
        counts: [held, moved + gone, unproven],
      })),
      colors: ['var(--fine)', 'var(--error)', 'var(--line)'],
    }),
    data: table({
      caption: title,
      columns: [what === 'file' ? 'Memory file' : 'Agent', ...COUNTS],
      numbers: COUNTS,
      rows: some.map(({ name, citations, held, moved, gone, unproven }) => [
        pathText(name),
        ...[citations, held, moved, gone, unproven].map(grouped),
      ]),
    }),
    note: 'Green: there. Red: moved or removed since the text was written. Grey: not found, and not known to have been there.',
  })
}

const COUNTS = ['Named', 'There', 'Moved', 'Removed', 'Not found']

/** The name of a file, with its folder where another file has that name: there are many `SKILL.md`. */
function shortName(path: string, all: readonly CitationCounts[]): string {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const isOne = all.filter(({ name }) => name === file || name.endsWith(`/${file}`)).length === 1
  return isOne ? file : path.split('/').slice(-2).join('/')
}

function changedTable(changed: readonly ChangedStatement[], total: number): Element[] {
  const left = total - changed.length
  return [
    h('h3', 'To be read again'),
    table({
      caption: 'Statements to read again: their code changed most',
      columns: ['Statement', 'Written', 'Commits since', 'Place'],
      numbers: ['Commits since'],
      rows: changed.map(({ text, written, commits, gone, path, line }) => [
        [
          h('span', richText(text)),
          ...gone.map((name) => h('span', { className: 'note' }, `${pageText(name, 80)} is gone`)),
        ],
        dayText(written),
        grouped(commits),
        pathText(path, `:${line}`),
      ]),
    }),
    ...(left > 0
      ? [
          h(
            'p',
            { className: 'note' },
            `${plural(left, 'more statement', 'more statements')}: memkeep audit lists them.`,
          ),
        ]
      : []),
  ]
}

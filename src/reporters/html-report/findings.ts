import { h } from 'hastscript'
import { countByRule, type Diagnostic } from '../../core/diagnostic.ts'
import type { MemoryReport } from '../../core/report.ts'
import { compareText } from '../../core/text.ts'
import { SEVERITY_RANK } from '../wording.ts'
import { type Element, firstOf, grouped, pageText, pathText, plural, section, table } from './elements.ts'

/** Every finding as a row, the worst first, with filters above; without a script all rows are there. */
export function findings(report: MemoryReport): Element {
  const { rows, left } = findingRows(report)
  const title = { id: 'findings', title: 'Findings' }
  if (rows.length === 0) return section({ ...title, content: [h('p', 'Nothing was found.')] })
  const rules = distinct(rows.map(({ diagnostic }) => diagnostic.rule))
  const parts = distinct(rows.map(({ part }) => part))
  const heads = ['Severity', 'Finding', 'Rule', 'Where'].map((name) => h('th', { scope: 'col' }, name))
  const positions = { rules: places(rules), parts: places(parts) }
  return section({
    ...title,
    content: [
      ...(left > 0
        ? [
            h(
              'p',
              `The worst ${plural(rows.length, 'finding')} are shown, and ${plural(left, 'more', 'more')} counted.`,
            ),
          ]
        : []),
      ruleCounts(report.report.diagnostics),
      findingFilters({ rules, parts }),
      h('table', { id: 'finding-table' }, [
        h('caption', 'Findings, the worst first'),
        h('thead', [h('tr', heads)]),
        h(
          'tbody',
          rows.map((row) => findingRow(row, positions)),
        ),
      ]),
    ],
  })
}

type Places = ReadonlyMap<string, number>

function findingRow({ diagnostic, part }: FindingRow, at: { rules: Places; parts: Places }): Element {
  const { severity, rule, message, help, path, line, column } = diagnostic
  const data = { dataSeverity: severity, dataRule: at.rules.get(rule), dataPart: at.parts.get(part) }
  return h('tr', data, [
    h('td', h('span', { className: ['badge', severity] }, severity)),
    h('td', [
      h('span', pageText(message, 600)),
      ...(help === '' ? [] : [h('p', { className: 'note' }, pageText(help))]),
    ]),
    h('td', h('code', pageText(rule, 80))),
    h('td', pathText(path, `:${line}:${column}`)),
  ])
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compareText)
}

function places(names: readonly string[]): Places {
  return new Map(names.map((name, index) => [name, index]))
}

/** What can be chosen in the filters: the position of a name is what its rows carry. */
type Choices = { readonly rules: readonly string[]; readonly parts: readonly string[] }

/** The filters over the table of findings, hidden until the page's script has them work. */
function findingFilters({ rules, parts }: Choices): Element {
  const numbered = (names: readonly string[]): Option[] =>
    names.map((name, index) => ({ value: String(index), name }))
  return h('div', { id: 'filters', role: 'search', ariaLabel: 'Filter findings', hidden: true }, [
    labelled(
      'Text',
      h('input', { id: 'filter-text', type: 'search', autoComplete: 'off', spellCheck: 'false' }),
    ),
    choice('severity', 'Severity', [
      { value: 'error', name: 'errors' },
      { value: 'warning', name: 'warnings' },
      { value: 'info', name: 'infos' },
    ]),
    choice('rule', 'Rule', numbered(rules)),
    ...(parts.length > 1 ? [choice('part', 'Workspace', numbered(parts.map((part) => part || 'none')))] : []),
    h('button', { id: 'filter-reset', type: 'button' }, 'Show all'),
    h('p', { id: 'filter-count', role: 'status' }),
  ])
}

type Option = { readonly value: string; readonly name: string }

function choice(id: string, label: string, options: readonly Option[]): Element {
  const all = h('option', { value: '' }, 'all')
  const others = options.map(({ value, name }) => h('option', { value }, pageText(name, 80)))
  return labelled(label, h('select', { id: `filter-${id}` }, [all, ...others]))
}

function labelled(label: string, control: Element): Element {
  return h('div', [h('label', { htmlFor: control.properties.id }, label), control])
}

/** The most rows: a page with more opens slowly. The rest is counted by rule. */
const MOST_ROWS = 3000

/** A finding, and the part of the memory that it is in. */
type FindingRow = { readonly diagnostic: Diagnostic; readonly part: string }

/** The findings that the page shows: the worst first, each in their total order, and how many are left out. */
function findingRows({ report, parts }: MemoryReport): {
  readonly rows: readonly FindingRow[]
  readonly left: number
} {
  const all = report.diagnostics.map((diagnostic, index) => ({ diagnostic, part: parts[index] ?? '' }))
  // Sorting keeps the order of what is equally bad.
  all.sort((a, b) => SEVERITY_RANK[a.diagnostic.severity] - SEVERITY_RANK[b.diagnostic.severity])
  return { rows: all.slice(0, MOST_ROWS), left: Math.max(0, all.length - MOST_ROWS) }
}

const MOST_RULES = 200

/** How many findings each rule has, shown or not: the commonest first. */
function ruleCounts(diagnostics: readonly Diagnostic[]): Element {
  const counts = [...countByRule(diagnostics)].sort(
    ([a, many], [b, more]) => more - many || compareText(a, b),
  )
  const { some, rest } = firstOf(counts, MOST_RULES, 'rule', 'rules')
  const data = table({
    caption: 'All findings by rule',
    columns: ['Rule', 'Findings'],
    numbers: ['Findings'],
    rows: some.map(([rule, count]) => [pageText(rule, 80), grouped(count)]),
  })
  return h('details', [h('summary', `All findings by rule: ${plural(counts.length, 'rule')}`), data, ...rest])
}

/** More rows would be the whole page. */
const MOST_SUPPRESSIONS = 500

/** Every suppression comment with its reason; null where there is none. */
export function suppressions({ suppressions: all = [] }: MemoryReport): Element | null {
  if (all.length === 0) return null
  const rows = all
    .slice(0, MOST_SUPPRESSIONS)
    .map(({ path, line, rules, reason }) => [
      pathText(path, `:${line}`),
      pageText(rules.join(', ')),
      reason === '' ? 'no reason, so nothing is suppressed' : pageText(reason),
    ])
  const caption =
    all.length > MOST_SUPPRESSIONS
      ? `The first ${MOST_SUPPRESSIONS} of ${all.length} suppression comments`
      : 'Suppression comments'
  const columns = ['Place', 'Rules', 'Reason']
  return section({
    id: 'suppressions',
    title: 'What is suppressed',
    content: [table({ caption, columns, rows })],
  })
}

import { h } from 'hastscript'
import { countByRule, type Diagnostic } from '../../core/diagnostic.ts'
import type { MemoryOverview } from '../../core/memory-overview.ts'
import { folderOf } from '../../core/path.ts'
import type { MemoryReport } from '../../core/report.ts'
import { compareText, groupBy } from '../../core/text.ts'
import { SEVERITY_RANK } from '../wording.ts'
import {
  type Element,
  firstOf,
  grouped,
  pageText,
  pathText,
  plural,
  richText,
  section,
  table,
} from './elements.ts'

/**
 * Findings by what is wrong and where: a rule unfolds to its folders, the worst first. Filters are above; without a script all rows
 * are there.
 */
export function findings(report: MemoryReport): Element {
  const { rows, left } = findingRows(report)
  const title = { id: 'findings', title: 'Findings' }
  if (rows.length === 0) return section({ ...title, content: [h('p', 'Nothing was found.')] })
  const agents = agentsByPath(report.overviews)
  const agentsOf = ({ diagnostic }: FindingRow): readonly string[] => agents.get(diagnostic.path) ?? []
  const names = {
    rule: distinct(rows.map(({ diagnostic }) => diagnostic.rule)),
    layout: distinct(rows.map(({ diagnostic }) => diagnostic.layout)),
    part: distinct(rows.map(({ part }) => part)),
    agent: distinct(rows.flatMap(agentsOf)),
  }
  const at = { layout: places(names.layout), part: places(names.part), agent: places(names.agent) }
  const numbersOf = (row: FindingRow): RowData => ({
    dataLayout: at.layout.get(row.diagnostic.layout),
    dataPart: at.part.get(row.part),
    dataAgent: agentsOf(row)
      .map((agent) => at.agent.get(agent))
      .join(' '),
  })
  const rule = places(names.rule)
  const causeOf = ({ severity, rule }: Diagnostic): string => `${severity} ${rule}`
  const causes = [...groupBy(rows, ({ diagnostic }) => causeOf(diagnostic))]
  const all = groupBy(report.report.diagnostics, causeOf)
  const isOpen = rows.length <= MOST_OPEN
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
      findingFilters(names, left),
      h(
        'div',
        { id: 'causes' },
        causes.map(([cause, own]) =>
          causeGroup(own, {
            isOpen,
            rule: rule.get(own[0]?.diagnostic.rule ?? ''),
            total: all.get(cause)?.length ?? own.length,
            numbersOf,
          }),
        ),
      ),
    ],
  })
}

/** With so few findings nothing has to be unfolded. */
const MOST_OPEN = 30

/** What the filters compare: positions of names. */
type RowData = { readonly dataLayout?: number; readonly dataPart?: number; readonly dataAgent: string }

type Cause = {
  readonly isOpen: boolean
  readonly rule: number | undefined
  /** Its findings, those that are only counted included. */
  readonly total: number
  readonly numbersOf: (row: FindingRow) => RowData
}

/** The findings of one rule and severity, folder by folder. */
function causeGroup(rows: readonly FindingRow[], { isOpen, rule, total, numbersOf }: Cause): Element {
  const [first] = rows
  const { severity, rule: name, help } = first?.diagnostic ?? { severity: '', rule: '', help: '' }
  const isSame = rows.every(({ diagnostic }) => diagnostic.help === help)
  const files = plural(new Set(rows.map(({ diagnostic }) => diagnostic.path)).size, 'file')
  const folders = [...groupBy(rows, ({ diagnostic }) => folderOf(diagnostic.path))]
  const title = `${pageText(name, 80)}: ${plural(rows.length, severity)} in ${files}`
  return h('details', { className: 'cause', dataRule: rule, dataSeverity: severity, open: isOpen }, [
    h('summary', [
      h('span', { className: ['badge', severity] }, severity),
      h('code', pageText(name, 80)),
      h(
        'span',
        { className: 'count' },
        total > rows.length
          ? `${plural(total, 'finding')}, ${grouped(rows.length)} of them here`
          : `${plural(total, 'finding')} in ${files}`,
      ),
    ]),
    ...(isSame && help !== '' ? [h('p', { className: 'note' }, richText(help))] : []),
    h('table', [
      h('caption', title),
      h('thead', [h('tr', [h('th', { scope: 'col' }, 'Where'), h('th', { scope: 'col' }, 'Finding')])]),
      ...folders.map(([folder, own]) => folderRows(folder, own, { isSame, numbersOf })),
    ]),
  ])
}

type FolderLook = { readonly isSame: boolean; readonly numbersOf: Cause['numbersOf'] }

function folderRows(folder: string, rows: readonly FindingRow[], { isSame, numbersOf }: FolderLook): Element {
  const head = h('th', { scope: 'rowgroup', colSpan: 2 }, [
    pathText(folder === '' ? './' : `${folder}/`),
    ` ${grouped(rows.length)}`,
  ])
  return h('tbody', [
    h('tr', { className: 'folder' }, [head]),
    ...rows.map((row) => {
      const { message, help, path, line, column } = row.diagnostic
      const name = path.slice(folder === '' ? 0 : folder.length + 1)
      return h('tr', numbersOf(row), [
        h('td', path === '.' ? 'repository' : pathText(name, `:${line}:${column}`)),
        h('td', [
          h('span', richText(message)),
          ...(isSame || help === '' ? [] : [h('p', { className: 'note' }, richText(help))]),
        ]),
      ])
    }),
  ])
}

/** The agents that load a file by themselves, by its path. */
function agentsByPath(overviews: readonly MemoryOverview[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { agent, files } of overviews.flatMap(({ loads = [] }) => loads)) {
    for (const { path } of files) found.set(path, (found.get(path) ?? new Set()).add(agent))
  }
  return new Map([...found].map(([path, agents]) => [path, [...agents]]))
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compareText)
}

function places(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, index) => [name, index]))
}

/** What can be chosen in the filters: the position of a name is what the rows carry. */
type Choices = { readonly [name in 'rule' | 'layout' | 'part' | 'agent']: readonly string[] }

/** The filters over the findings, hidden until the page's script has them work. */
function findingFilters({ rule, layout, part, agent }: Choices, left: number): Element {
  const numbered = (names: readonly string[]): Option[] =>
    names.map((name, index) => ({ value: String(index), name }))
  const severities = ['error', 'warning', 'info'].map((value) => ({ value, name: `${value}s` }))
  const named = (what: string, names: readonly string[]): Option[] =>
    numbered(names.map((name) => name || `in no ${what}`))
  return h('div', { id: 'filters', role: 'search', ariaLabel: 'Filter findings', hidden: true }, [
    labelled(
      'Text',
      h('input', { id: 'filter-text', type: 'search', autoComplete: 'off', spellCheck: 'false' }),
    ),
    choice('severity', 'Severity', severities),
    choice('rule', 'Rule', numbered(rule)),
    ...(layout.length > 1 ? [choice('layout', 'Layout', named('layout', layout))] : []),
    ...(part.length > 1 ? [choice('part', 'Part', named('part', part))] : []),
    ...(agent.length > 0 ? [choice('agent', 'Loaded by', numbered(agent))] : []),
    h('button', { id: 'filter-reset', type: 'button' }, 'Show all'),
    h('p', { id: 'filter-count', role: 'status', dataLeft: left }),
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

/** The findings that the page shows: the worst first, those of the commonest rule first, and how many are left out. */
function findingRows({ report, parts }: MemoryReport): {
  readonly rows: readonly FindingRow[]
  readonly left: number
} {
  const counts = countByRule(report.diagnostics)
  const all = report.diagnostics.map((diagnostic, index) => ({ diagnostic, part: parts[index] ?? '' }))
  // Sorting keeps the order of what is equally bad.
  all.sort(
    ({ diagnostic: a }, { diagnostic: b }) =>
      SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] ||
      (counts.get(b.rule) ?? 0) - (counts.get(a.rule) ?? 0) ||
      compareText(a.rule, b.rule),
  )
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
  return h('details', [h('summary', `All findings by rule: ${plural(counts.length, 'rule')}`), ...rest, data])
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

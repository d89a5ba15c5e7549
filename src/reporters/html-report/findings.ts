import { h } from 'hastscript'
import type { MemoryReport } from '../../core/report.ts'
import { compareText } from '../../core/text.ts'
import type { Element } from './element.ts'
import { findingFilters } from './finding-filters.ts'
import { type FindingRow, findingRows } from './finding-rows.ts'
import { pathText } from './path-text.ts'
import { plural } from './plural.ts'
import { ruleCounts } from './rule-counts.ts'
import { section } from './section.ts'
import { shown } from './shown.ts'

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
      h('span', shown(message, 600)),
      ...(help === '' ? [] : [h('p', { className: 'note' }, shown(help))]),
    ]),
    h('td', h('code', shown(rule, 80))),
    h('td', pathText(path, `:${line}:${column}`)),
  ])
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compareText)
}

function places(names: readonly string[]): Places {
  return new Map(names.map((name, index) => [name, index]))
}

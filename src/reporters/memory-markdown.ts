import type {
  BudgetUse,
  LogSize,
  MemoryOverview,
  PartOverview,
  RemovedItem,
  Tally,
} from '../core/memory-overview.ts'
import type { MemoryReport, ReportedSuppression } from '../core/report.ts'
import { compareText } from '../core/text.ts'
import { counted } from './counted.ts'
import { itemsRead } from './items-read.ts'
import { cutLines, cutNames, type Room } from './summary/cut-lines.ts'
import { findingLines } from './summary/finding-lines.ts'
import { growthLines } from './summary/growth-lines.ts'
import { planLines } from './summary/plan-lines.ts'
import { removedLine } from './summary/removed-line.ts'
import { page, section } from './summary/section.ts'
import { cellCode, shownCode, shownWord } from './summary/shown.ts'
import { troubles } from './summary/verdict.ts'
import { textBar } from './text-bar.ts'

/** An issue on GitHub takes 65,536 characters; together with headings the parts come to less than 60 KiB. */
const OVERVIEW_BYTES = 32_000
const FINDINGS: Room = { lines: 200, bytes: 18_000 }
const SUPPRESSIONS: Room = { lines: 50, bytes: 4_000 }

/** So many rows of a table and names of a list are shown, and so many logs, if there is room. */
const ROWS = 200
const FULLEST = 20

/**
 * The state of a memory as Markdown for people: health by part, budgets with a bar, growth, plans by status with their age,
 * tags, categories, findings. Under 60 KiB, as the body of an issue has to be; what is left out is counted. Nothing from
 * the repository is markup in it.
 */
export function memoryMarkdown({ name, today, report, overviews, suppressions = [] }: MemoryReport): string {
  const { documents, errors, warnings } = report.summary
  const found = troubles(errors, warnings)
  const told = overviews.flatMap(({ parts, budgets, logs, plans, tags, categories, removed }) =>
    [parts, budgets, logs, plans, tags, categories, removed].filter((list) => list.length > 0),
  )
  const room = { lines: ROWS, bytes: Math.floor(OVERVIEW_BYTES / Math.max(1, told.length)) }
  return page([
    '# Memory report',
    '',
    `${shownCode(name)} on ${shownCode(today)}: ${found === '' ? 'nothing is wrong' : found} in ${counted(documents, 'document')} with ${itemsRead(report.summary)}.`,
    '',
    ...overviews.flatMap((overview) => overviewLines(overview, today, room)),
    ...section('## Findings', findingLines(report.diagnostics, FINDINGS)),
    ...section('## What is suppressed', suppressionLines(suppressions)),
  ])
}

function suppressionLines(all: readonly ReportedSuppression[]): string[] {
  const lines = all.map(({ path, line, rules, reason }) => {
    const why = reason === '' ? 'no reason, so nothing is suppressed' : shownCode(reason)
    return `- ${shownCode(`${path}:${line}`)} ${shownCode(rules.join(', '))}: ${why}`
  })
  return cutLines(lines, SUPPRESSIONS, {
    total: lines.length,
    more: (left) => `- ${counted(left, 'more comment')}`,
  })
}

function overviewLines(overview: MemoryOverview, today: string, room: Room): string[] {
  const { layout, parts, budgets, logs, plans, tags, categories, removed } = overview
  return [
    `## ${shownWord(layout)}`,
    '',
    ...section('### Health', healthTable(parts, room)),
    ...section('### What loads into every conversation', barTable(budgets, room)),
    ...section('### Growth', growth(logs, room)),
    ...section('### Plans', planLines(plans, today, room)),
    ...section('### Tags', names(tags, room)),
    ...section('### Categories', names(categories, room)),
    ...section('### Removed with a reason', removedLines(removed, room)),
  ]
}

function healthTable(parts: readonly PartOverview[], room: Room): string[] {
  const rows = parts.map(({ name, documents, items, errors, warnings, infos }) => {
    const shown = name === '' ? 'all of it' : cellCode(name)
    return `| ${[shown, documents, items, errors, warnings, infos].join(' | ')} |`
  })
  return [
    '| part | documents | items | errors | warnings | infos |',
    '| :-- | --: | --: | --: | --: | --: |',
    ...cutLines(rows, room, { total: rows.length, more: (left) => `\n${counted(left, 'more part')}.` }),
  ]
}

function barTable(budgets: readonly BudgetUse[], room: Room): string[] {
  if (budgets.length === 0) return []
  const rows = budgets.map(({ name, lines, tokens, mostLines, mostTokens }) => {
    const bar = mostLines === null ? '' : `\`${textBar(lines, mostLines)}\``
    return `| ${[cellCode(name), bar, used(lines, mostLines), used(tokens, mostTokens)].join(' | ')} |`
  })
  return [
    '| | lines used | lines | tokens, estimated |',
    '| :-- | :-- | --: | --: |',
    ...cutLines(rows, room, { total: rows.length, more: (left) => `\n${left} more.` }),
  ]
}

function used(size: number, most: number | null): string {
  if (most === null) return String(size)
  return size > most ? `**${size} of ${most}**` : `${size} of ${most}`
}

/** The fullest logs with a bar, and what to do about those that have outgrown their threshold. */
function growth(logs: readonly LogSize[], room: Room): string[] {
  if (logs.length === 0) return []
  const half = { lines: ROWS, bytes: room.bytes / 2 }
  const fullest = logs.toSorted((a, b) => b.items / b.most - a.items / a.most || compareText(a.path, b.path))
  const rows = fullest.map(({ path, items, most, months }) => {
    const newest = months.at(-1)?.name
    const cells = [cellCode(path), `\`${textBar(items, most)}\``, used(items, most)]
    return `| ${[...cells, newest === undefined ? '–' : cellCode(newest)].join(' | ')} |`
  })
  const more = (left: number): string => `\n${counted(left, 'more log')}, none of them fuller.`
  return [
    '| log | entries | count | newest |',
    '| :-- | :-- | --: | :-- |',
    ...cutLines(rows, { ...half, lines: FULLEST }, { total: rows.length, more }),
    '',
    ...growthLines(logs, half),
  ]
}

function removedLines(removed: readonly RemovedItem[], room: Room): string[] {
  const lines = removed.map((one) => `- ${removedLine(one)}`)
  return cutLines(lines, room, { total: lines.length, more: (left) => `- ${left} more` })
}

function names(tallies: readonly Tally[], room: Room): string[] {
  if (tallies.length === 0) return []
  const counts = new Map(tallies.map(({ name, count }) => [name, count]))
  const show = (name: string): string => `${shownCode(name)} ${counts.get(name) ?? 0}`
  return [cutNames([...counts.keys()], show, room)]
}

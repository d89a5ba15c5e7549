import { compareText } from '../core/edit.ts'
import type { BudgetUse, LogSize, MemoryOverview, PartOverview, Tally } from '../core/memory-overview.ts'
import type { MemoryReport } from '../core/memory-report.ts'
import { counted } from './counted.ts'
import { cutLines, cutNames, type Room } from './summary/cut-lines.ts'
import { findingLines } from './summary/finding-lines.ts'
import { growthLines } from './summary/growth-lines.ts'
import { planLines } from './summary/plan-lines.ts'
import { page, section } from './summary/section.ts'
import { cellCode, shownCode, shownWord } from './summary/shown.ts'
import { troubles } from './summary/verdict.ts'
import { textBar } from './text-bar.ts'

const ROWS: Room = { lines: 200, bytes: 100_000 }
const FULLEST: Room = { lines: 20, bytes: 20_000 }
const NAMES: Room = { lines: 100, bytes: 20_000 }

/**
 * The state of a memory as Markdown for people: health by part, budgets with a bar, growth, plans by status with their age,
 * tags, categories, findings. What is left out is counted. Nothing from the repository is markup in it.
 */
export function memoryMarkdown({ name, today, report, overviews }: MemoryReport): string {
  const { documents, items, errors, warnings } = report.summary
  const found = troubles(errors, warnings)
  return page([
    '# Memory report',
    '',
    `${shownCode(name)} on ${shownCode(today)}: ${found === '' ? 'nothing is wrong' : found} in ${counted(documents, 'document')} with ${counted(items, 'item')}.`,
    '',
    ...overviews.flatMap((overview) => overviewLines(overview, today)),
    ...section('## Findings', findingLines(report.diagnostics, false, ROWS)),
  ])
}

function overviewLines(overview: MemoryOverview, today: string): string[] {
  const { layout, parts, budgets, logs, plans, tags, categories } = overview
  return [
    `## ${shownWord(layout)}`,
    '',
    ...section('### Health', healthTable(parts)),
    ...section('### What loads into every conversation', barTable(budgets)),
    ...section('### Growth', growth(logs)),
    ...section('### Plans', planLines(plans, today, ROWS)),
    ...section('### Tags', names(tags)),
    ...section('### Categories', names(categories)),
  ]
}

function healthTable(parts: readonly PartOverview[]): string[] {
  const rows = parts.map(({ name, documents, items, errors, warnings, infos }) => {
    const shown = name === '' ? 'all of it' : cellCode(name)
    return `| ${[shown, documents, items, errors, warnings, infos].join(' | ')} |`
  })
  return [
    '| part | documents | items | errors | warnings | infos |',
    '| :-- | --: | --: | --: | --: | --: |',
    ...cutLines(rows, ROWS, { total: rows.length, more: (left) => `\n${counted(left, 'more part')}.` }),
  ]
}

function barTable(budgets: readonly BudgetUse[]): string[] {
  if (budgets.length === 0) return []
  const rows = budgets.map(({ name, lines, tokens, mostLines, mostTokens }) => {
    const bar = mostLines === null ? '' : `\`${textBar(lines, mostLines)}\``
    return `| ${[cellCode(name), bar, used(lines, mostLines), used(tokens, mostTokens)].join(' | ')} |`
  })
  return [
    '| | lines used | lines | tokens, estimated |',
    '| :-- | :-- | --: | --: |',
    ...cutLines(rows, ROWS, { total: rows.length, more: (left) => `\n${left} more.` }),
  ]
}

function used(size: number, most: number | null): string {
  if (most === null) return String(size)
  return size > most ? `**${size} of ${most}**` : `${size} of ${most}`
}

/** The fullest logs with a bar, and what to do about those that have outgrown their threshold. */
function growth(logs: readonly LogSize[]): string[] {
  if (logs.length === 0) return []
  const fullest = logs.toSorted((a, b) => b.items / b.most - a.items / a.most || compareText(a.path, b.path))
  const rows = fullest.map(({ path, items, most, months }) => {
    const newest = months.at(-1)?.name
    const cells = [cellCode(path), `\`${textBar(items, most)}\``, used(items, most)]
    return `| ${[...cells, newest === undefined ? '–' : cellCode(newest)].join(' | ')} |`
  })
  const more = (left: number): string => `\n${counted(left, 'more log')}, none of them fuller.`
  return [
    '| log | entries | | newest |',
    '| :-- | :-- | --: | :-- |',
    ...cutLines(rows, FULLEST, { total: rows.length, more }),
    '',
    ...growthLines(logs, ROWS),
  ]
}

function names(tallies: readonly Tally[]): string[] {
  if (tallies.length === 0) return []
  const counts = new Map(tallies.map(({ name, count }) => [name, count]))
  const show = (name: string): string => `${shownCode(name)} ${counts.get(name) ?? 0}`
  return [cutNames([...counts.keys()], show, NAMES)]
}

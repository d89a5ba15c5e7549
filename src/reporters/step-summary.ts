import type { CiReport, PendingMigration } from '../core/ci-report.ts'
import { counted } from './counted.ts'
import { budgetTable } from './summary/budget-table.ts'
import { cutLines, type Room } from './summary/cut-lines.ts'
import { differenceLines } from './summary/difference-lines.ts'
import { findingLines } from './summary/finding-lines.ts'
import { growthLines } from './summary/growth-lines.ts'
import { page, section } from './summary/section.ts'
import { shownCode } from './summary/shown.ts'
import { verdict } from './summary/verdict.ts'

/** GitHub takes 1 MiB of one step; together with headings the parts come to less than 900 KiB. */
const DIFFERENCE_BYTES = 300_000
const FINDINGS: Room = { lines: 200, bytes: 300_000 }
const SHORT: Room = { lines: 50, bytes: 30_000 }

/**
 * A run in CI as the Markdown of a step summary: the verdict, what changed in the memory, what it weighs, what was found.
 * Under 900 KiB however much there is, and what is left out is counted. Nothing from the repository is markup in it.
 */
export function stepSummary(ci: CiReport): string {
  const { report, differences, overviews, pending, notices } = ci
  return page([
    `## ${ci.failing > 0 ? '❌' : '✅'} ${verdict(ci)}`,
    '',
    ...comparison(ci),
    ...section('## What changed in the memory', changes(ci)),
    ...section('## What loads into every conversation', budgets(ci)),
    ...section(
      '## Logs that have outgrown their threshold',
      growthLines(
        overviews.flatMap(({ logs }) => logs),
        SHORT,
      ),
    ),
    ...section('## Migrations that are pending', pendingLines(pending)),
    ...section('## What was found', findingLines(report.diagnostics, ci.base !== null, FINDINGS)),
    ...section(
      '## Notices',
      cutLines(
        notices.map((notice) => `- ${shownCode(notice)}`),
        SHORT,
        { total: notices.length, more: (left) => `- ${counted(left, 'more notice')}` },
      ),
    ),
    ...(differences.length === 0 && ci.base ? ['No layout has memory on either side.'] : []),
  ])
}

function comparison({ event, base, head, known, report }: CiReport): string[] {
  const { documents, items } = report.summary
  const on = event === '' ? '' : ` for the event ${shownCode(event)}`
  const compared = base
    ? `compared with ${shownCode(base.name)} (${shownCode(shortOid(base.oid))})`
    : 'compared with nothing, so that all that was found counts as new'
  return [
    `Commit ${shownCode(shortOid(head))} was checked${on} and ${compared}.`,
    `It has ${counted(documents, 'document')} of memory with ${counted(items, 'item')}.`,
    ...(known > 0
      ? [`${counted(known, 'known finding')} of the baseline file ${known === 1 ? 'is' : 'are'} left out.`]
      : []),
    '',
  ]
}

function shortOid(oid: string): string {
  return /^[0-9a-f]{40,64}$/.test(oid) ? oid.slice(0, 12) : oid
}

function changes({ base, differences }: CiReport): string[] {
  if (!base || differences.length === 0) return []
  const lines = differenceLines(differences, DIFFERENCE_BYTES)
  return lines.length > 0 ? lines : ['Nothing: no item came, changed or went.']
}

function budgets({ differences, overviews }: CiReport): string[] {
  const known = new Map(differences.map(({ layout, budgets }) => [layout, budgets]))
  const told = new Set(overviews.map(({ layout }) => layout))
  const sides = [
    ...overviews.map((one) => ({ before: known.get(one.layout)?.before ?? null, after: one.budgets })),
    ...differences.filter(({ layout }) => !told.has(layout)).map((one) => one.budgets),
  ]
  const tables = sides.map(({ before, after }) => budgetTable(before, after, SHORT))
  return tables.filter((table) => table.length > 0).flatMap((table) => [...table, ''])
}

function pendingLines(pending: readonly PendingMigration[]): string[] {
  if (pending.length === 0) return []
  const lines = pending.map(
    ({ id, summary, files }) => `- ${shownCode(id)}, ${counted(files, 'file')}: ${shownCode(summary)}`,
  )
  return [
    ...cutLines(lines, SHORT, { total: lines.length, more: (left) => `- ${left} more` }),
    '',
    '`memkeep migrate --dry-run` shows what they would change, and `memkeep migrate` changes it.',
  ]
}

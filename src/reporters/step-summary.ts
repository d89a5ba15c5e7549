import type { Diagnostic } from '../core/diagnostic.ts'
import type { CiReport } from '../core/report.ts'
import { LOOSENED_RULE } from '../core/rule.ts'
import { counted } from './counted.ts'
import { itemsRead } from './items-read.ts'
import { budgetTable } from './summary/budget-table.ts'
import { cutLines, type Room } from './summary/cut-lines.ts'
import { differenceLines } from './summary/difference-lines.ts'
import { findingLines } from './summary/finding-lines.ts'
import { growthLines } from './summary/growth-lines.ts'
import { page, section } from './summary/section.ts'
import { shownCode } from './summary/shown.ts'
import { troubles, verdict } from './summary/verdict.ts'

/** GitHub takes 1 MiB of one step; together with headings the parts come to less than 900 KiB. */
const DIFFERENCE_BYTES = 300_000
const NEW: Room = { lines: 200, bytes: 250_000 }
const OLD: Room = { lines: 200, bytes: 150_000 }
const SHORT: Room = { lines: 50, bytes: 30_000 }

/**
 * A run in CI as the Markdown of a step summary: the verdict, what is new, what changed in the memory, what it weighs, and
 * at the end, folded, what was there before. Under 900 KiB however much there is, and what is left out is counted. Nothing
 * from the repository is markup in it.
 */
export function stepSummary(ci: CiReport): string {
  const { base, report, differences, overviews, notices } = ci
  const loosened = report.diagnostics.filter(isLoosened)
  const fresh = report.diagnostics.filter((one) => (one.new || !base) && !isLoosened(one))
  return page([
    `## ${ci.failing > 0 ? '❌' : '✅'} ${verdict(ci)}`,
    '',
    ...section('## What was loosened', findingLines(loosened, NEW)),
    ...section(base ? '## What is new' : '## What was found', findingLines(fresh, NEW)),
    ...section('## What was checked', comparison(ci)),
    ...section('## What changed in the memory', changes(ci)),
    ...section('## What loads into every conversation', budgets(ci)),
    ...section(
      '## Logs that have outgrown their threshold',
      growthLines(
        overviews.flatMap(({ logs }) => logs),
        SHORT,
      ),
    ),
    ...section(
      '## Notices',
      cutLines(
        notices.map((notice) => `- ${shownCode(notice)}`),
        SHORT,
        { total: notices.length, more: (left) => `- ${counted(left, 'more notice')}` },
      ),
    ),
    ...(differences.length === 0 && base ? ['No layout has memory on either side.', ''] : []),
    ...pendingLine(ci),
    ...(base ? oldFindings(ci) : []),
  ])
}

/** What the change allows itself, and what only the judgement by its base finds. */
function isLoosened({ rule, loosened }: Diagnostic): boolean {
  return loosened === true || rule === LOOSENED_RULE
}

/** Folded where it fails no run: it is not what the change brings. */
function oldFindings({ failOn, report }: CiReport): string[] {
  const old = report.diagnostics.filter((one) => !one.new && !isLoosened(one))
  const lines = findingLines(old, OLD)
  if (lines.length === 0 || failOn === 'all') return section('## What was there before', lines)
  const count = (severity: Diagnostic['severity']): number =>
    old.filter((one) => one.severity === severity).length
  const found = troubles(count('error'), count('warning')) || counted(old.length, 'info')
  return [`<details><summary>What was there before: ${found}</summary>`, '', ...lines, '', '</details>']
}

function comparison({ event, base, head, known, report }: CiReport): string[] {
  const { summary } = report
  const on = event === '' ? '' : ` for the event ${shownCode(event)}`
  const compared = base
    ? `compared with ${comparedWith(base)}`
    : 'compared with nothing, so that all that was found counts as new'
  return [
    `Commit ${shownCode(shortOid(head))} was checked${on} and ${compared}.`,
    `It has ${counted(summary.documents, 'document')} of memory with ${itemsRead(summary)}.`,
    ...(known > 0
      ? [`${counted(known, 'known finding')} of the baseline file ${known === 1 ? 'is' : 'are'} left out.`]
      : []),
  ]
}

function comparedWith({ name, oid, isFork = false }: NonNullable<CiReport['base']>): string {
  const commit = shownCode(shortOid(oid))
  return isFork ? `${commit}, where it left ${shownCode(name)}` : `${shownCode(name)} (${commit})`
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

/** They are no matter of the change, so one line is enough. */
function pendingLine({ pending }: CiReport): string[] {
  if (pending.length === 0) return []
  const verb = pending.length === 1 ? 'is' : 'are'
  return [
    `${counted(pending.length, 'migration')} ${verb} pending: \`memkeep migrate --list\` names them.`,
    '',
  ]
}

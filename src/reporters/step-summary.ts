import { describeFiles, type FileChanges } from '../core/changes/file-changes.ts'
import type { MemoryDifference } from '../core/changes/memory-difference.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { BudgetUse, PlacedItem } from '../core/memory-overview.ts'
import type { CiReport } from '../core/report.ts'
import { LOOSENED_RULE } from '../core/rule.ts'
import {
  bullets,
  cellCode,
  ciVerdict,
  cutNames,
  errorsAndWarnings,
  findingLines,
  growthLines,
  itemLine,
  page,
  type Room,
  removedLine,
  section,
  shownCode,
  shownWord,
  table,
} from './markdown-text.ts'
import { counted, itemsRead, startNote } from './wording.ts'

/** GitHub takes 1 MiB of one step; with headings, these parts take less than 900 KiB. */
const DIFFERENCE_BYTES = 300_000
const NEW: Room = { lines: 200, bytes: 250_000 }
const OLD: Room = { lines: 200, bytes: 150_000 }
const SHORT: Room = { lines: 50, bytes: 30_000 }

/**
 * A run in CI as the Markdown of a step summary: the verdict, new findings, changes of the memory, its budgets, and at the
 * end, folded, old findings. It stays under 900 KiB; what is left out is counted. Text of the repository is never markup.
 */
export function stepSummary(ci: CiReport): string {
  const { base, report, differences, overviews, notices } = ci
  const loosened = report.diagnostics.filter(isLoosened)
  const fresh = report.diagnostics.filter((one) => (one.new || !base) && !isLoosened(one))
  return page([
    `## ${ci.failing > 0 ? '❌' : '✅'} ${ciVerdict(ci)}`,
    '',
    ...section('## What was loosened', findingLines(loosened, NEW)),
    ...section(base ? '## What is new' : '## What was found', findingLines(fresh, NEW)),
    ...section('## What was checked', comparison(ci)),
    ...section('## What changed in the memory', changes(ci)),
    ...section('## What loads into every conversation', [...starts(ci), ...budgets(ci)]),
    ...section(
      '## Logs that have outgrown their threshold',
      growthLines(
        overviews.flatMap(({ logs }) => logs),
        SHORT,
      ),
    ),
    ...section('## Notices', bullets(notices, shownCode, SHORT, { noun: 'notice' })),
    ...(differences.length === 0 && base ? ['No layout has memory on either side.', ''] : []),
    ...pendingLine(ci),
    ...(base ? oldFindings(ci) : []),
  ])
}

/** True for a finding about loosened settings, and for one found only with the settings of the base. */
function isLoosened({ rule, loosened }: Diagnostic): boolean {
  return loosened === true || rule === LOOSENED_RULE
}

/** Old findings, folded where they fail no run: the change did not bring them. */
function oldFindings({ failOn, report }: CiReport): string[] {
  const old = report.diagnostics.filter((one) => !one.new && !isLoosened(one))
  const lines = findingLines(old, OLD)
  if (lines.length === 0 || failOn === 'all') return section('## What was there before', lines)
  const found = errorsAndWarnings(old) || counted(old.length, 'info')
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

function changes({ base, differences, report: { files } }: CiReport): string[] {
  if (!base) return []
  const lines = [...(files ? fileLines(files) : []), ...differenceLines(differences, DIFFERENCE_BYTES)]
  if (lines.length > 0 || differences.length === 0 || !files) return lines
  return ['Nothing: no file of the memory was added, changed or removed.']
}

/** What became of files, folded by folder. */
function fileLines(files: FileChanges): string[] {
  const fates = describeFiles(files).map(
    ({ fate, count, names }) =>
      `- ${counted(count, 'file')} ${fate}: ${cutNames(names, shownCode, { lines: TAGS, bytes: 10_000 })}`,
  )
  return fates.length > 0 ? [...fates, ''] : []
}

/** What the change adds to every session of an agent. */
function starts({ atStart = [] }: CiReport): string[] {
  const lines = bullets(atStart, (one) => startNote(one, shownWord), SHORT, { noun: 'agent' })
  return lines.length > 0 ? [...lines, ''] : []
}

function budgets({ differences, overviews }: CiReport): string[] {
  const known = new Map(differences.map(({ layout, budgets }) => [layout, budgets]))
  const withOverview = new Set(overviews.map(({ layout }) => layout))
  const sides = [
    ...overviews.map((one) => ({ before: known.get(one.layout)?.before ?? null, after: one.budgets })),
    ...differences.filter(({ layout }) => !withOverview.has(layout)).map((one) => one.budgets),
  ]
  const tables = sides.map(({ before, after }) => budgetTable(before, after, SHORT))
  return tables.filter((table) => table.length > 0).flatMap((table) => [...table, ''])
}

/** One line: pending migrations do not depend on the change. */
function pendingLine({ pending }: CiReport): string[] {
  if (pending.length === 0) return []
  const verb = pending.length === 1 ? 'is' : 'are'
  return [
    `${counted(pending.length, 'migration')} ${verb} pending: \`memkeep migrate --list\` names them.`,
    '',
  ]
}

/** The name of the row that sums all that loads into every conversation. */
const WHOLE = 'hot memory'

/** A budget used to this share of its limit gets a row, in tenths. */
const NEARLY = 9

/** The size of a missing file. */
const NONE = { lines: 0, tokens: 0 }

/**
 * What loads into every conversation, before and after: the sum, and the files that changed or are nearly full. `before`
 * is null where there is no base. Empty where nothing loads.
 */
function budgetTable(before: readonly BudgetUse[] | null, after: readonly BudgetUse[], room: Room): string[] {
  const old = new Map((before ?? []).map((use) => [use.name, use]))
  const now = new Set(after.map(({ name }) => name))
  const gone = (before ?? []).filter(({ name }) => !now.has(name))
  const rows = [
    ...after,
    ...gone.map(({ name }) => ({ ...NONE, name, mostLines: null, mostTokens: null })),
  ].sort((a, b) => Number(b.name === WHOLE) - Number(a.name === WHOLE))
  if (rows.length === 0) return []
  const sizeBefore = ({ name }: BudgetUse): Sizes | null => (before ? (old.get(name) ?? NONE) : null)
  const shown = rows.filter((use) => isShown(use, sizeBefore(use)))
  const rest = rows.length - shown.length
  return [
    ...table(
      [
        '| | lines before | now | left | tokens before | now | left |',
        '| :-- | --: | --: | --: | --: | --: | --: |',
      ],
      shown,
      (use) => cellsOf(use, sizeBefore(use)),
      { room, more: (left) => `${left} more changed or are nearly full.` },
    ),
    ...(rest > 0 ? ['', restText(rest, before !== null)] : []),
  ]
}

type Sizes = { readonly lines: number; readonly tokens: number }

function restText(rest: number, isCompared: boolean): string {
  const files = rest === 1 ? '1 more file' : `${rest} more files`
  const verb = rest === 1 ? 'has' : 'have'
  return isCompared ? `${files} ${verb} room left and did not change.` : `${files} ${verb} room left.`
}

function isShown(use: BudgetUse, before: Sizes | null): boolean {
  if (use.name === WHOLE) return true
  if (before && (before.lines !== use.lines || before.tokens !== use.tokens)) return true
  return isNearly(use.lines, use.mostLines) || isNearly(use.tokens, use.mostTokens)
}

function isNearly(size: number, most: number | null): boolean {
  return most !== null && size * 10 >= most * NEARLY
}

function cellsOf(use: BudgetUse, before: Sizes | null): readonly (string | number)[] {
  const { name, lines, tokens, mostLines, mostTokens } = use
  return [
    cellCode(name),
    ...[before?.lines ?? '–', lines, leftOf(lines, mostLines)],
    ...[before?.tokens ?? '–', tokens, leftOf(tokens, mostTokens)],
  ]
}

function leftOf(size: number, most: number | null): string {
  if (most === null) return '–'
  return size > most ? `**${size - most} over**` : `${most - size} of ${most}`
}

/** The most items of a list, and the most tags. */
const ITEMS = 100
const TAGS = 100

/** Lists of one difference: six of items, two of tags. */
const LISTS = 8

/** What changed in each layout's memory, for people, in at most `bytes` bytes; empty where nothing changed. */
function differenceLines(differences: readonly MemoryDifference[], bytes: number): string[] {
  const shown = differences.filter(hasItems)
  const own = Math.floor(bytes / (LISTS * Math.max(1, shown.length))) - 200
  return shown.flatMap((difference) => [
    `### ${shownWord(difference.layout)}`,
    '',
    ...itemLines(difference, { lines: ITEMS, bytes: own }),
    ...tagLines(difference, { lines: TAGS, bytes: own }),
  ])
}

function hasItems(difference: MemoryDifference): boolean {
  const { added, changed, superseded, archived, removed, lost, tags } = difference
  const lists = [added, changed, superseded, archived, removed, lost, tags.new, tags.gone]
  return lists.some((list) => list.length > 0)
}

function itemLines(difference: MemoryDifference, room: Room): string[] {
  const { added, changed, superseded, archived, removed, lost } = difference
  const titled = <T>(title: string, items: readonly T[], show: (item: T) => string): string[] =>
    section(`**${items.length} ${title}**`, bullets(items, show, room))
  const inFile = (item: PlacedItem): string => itemLine(item, ' in ')
  return [
    ...titled('added', added, inFile),
    ...titled('changed', changed, (item) => `${inFile(item)}: ${changeOf(item.fields)}`),
    ...titled('superseded by another one', superseded, inFile),
    ...titled('archived, word for word', archived, (item) =>
      item.from === item.path ? inFile(item) : `${itemLine(item, ' to ')}, from ${shownCode(item.from)}`,
    ),
    ...titled('removed with a reason', removed, removedLine),
    ...titled('lost (in no file any more)', lost, (item) => itemLine(item, ', which was at ')),
  ]
}

/** Names the fields that changed; a move alone is `moved here`. */
function changeOf(fields: readonly string[]): string {
  if (fields.length === 1 && fields[0] === 'file') return 'moved here'
  return cutNames(fields, shownWord, { lines: 10, bytes: 2000 })
}

function tagLines({ tags }: MemoryDifference, room: Room): string[] {
  const lines = [['New tags', tags.new] as const, ['Tags no longer used', tags.gone] as const].filter(
    ([, names]) => names.length > 0,
  )
  return lines.flatMap(([what, names]) => [`${what}: ${cutNames(names, shownCode, room)}`, ''])
}

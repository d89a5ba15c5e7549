import type { BudgetUse } from '../../core/memory-overview.ts'
import { cutLines, type Room } from './cut-lines.ts'
import { cellCode } from './shown.ts'

/** The name of the whole of what loads into every conversation. */
const WHOLE = 'hot memory'

/** From which share of a limit on it is worth a line, in tenths. */
const NEARLY = 9

/** What is not there. */
const NONE = { lines: 0, tokens: 0 }

/**
 * What loads into every conversation, before and after: the whole, and what changed or is nearly full. `before` is null
 * where there is nothing to compare with. Empty where nothing loads.
 */
export function budgetTable(
  before: readonly BudgetUse[] | null,
  after: readonly BudgetUse[],
  room: Room,
): string[] {
  const old = new Map((before ?? []).map((use) => [use.name, use]))
  const now = new Set(after.map(({ name }) => name))
  const gone = (before ?? []).filter(({ name }) => !now.has(name))
  const rows = [
    ...after,
    ...gone.map(({ name }) => ({ ...NONE, name, mostLines: null, mostTokens: null })),
  ].sort((a, b) => Number(b.name === WHOLE) - Number(a.name === WHOLE))
  if (rows.length === 0) return []
  const told = rows.filter((use) => isTold(use, before ? (old.get(use.name) ?? NONE) : null))
  const lines = told.map((use) => rowOf(use, before ? (old.get(use.name) ?? NONE) : null))
  const rest = rows.length - told.length
  const more = (left: number): string => `\n${left} more changed or are nearly full.`
  return [
    '| | lines before | now | left | tokens before | now | left |',
    '| :-- | --: | --: | --: | --: | --: | --: |',
    ...cutLines(lines, room, { total: lines.length, more }),
    ...(rest > 0 ? ['', restText(rest, before !== null)] : []),
  ]
}

type Sizes = Pick<BudgetUse, 'lines' | 'tokens'>

function restText(rest: number, isCompared: boolean): string {
  const files = rest === 1 ? '1 more file' : `${rest} more files`
  const verb = rest === 1 ? 'has' : 'have'
  return isCompared ? `${files} ${verb} room left and did not change.` : `${files} ${verb} room left.`
}

function isTold(use: BudgetUse, before: Sizes | null): boolean {
  if (use.name === WHOLE) return true
  if (before && (before.lines !== use.lines || before.tokens !== use.tokens)) return true
  return isNearly(use.lines, use.mostLines) || isNearly(use.tokens, use.mostTokens)
}

function isNearly(size: number, most: number | null): boolean {
  return most !== null && size * 10 >= most * NEARLY
}

function rowOf(use: BudgetUse, before: Sizes | null): string {
  const { name, lines, tokens, mostLines, mostTokens } = use
  const cells = [
    cellCode(name),
    ...[before ? String(before.lines) : '–', String(lines), leftOf(lines, mostLines)],
    ...[before ? String(before.tokens) : '–', String(tokens), leftOf(tokens, mostTokens)],
  ]
  return `| ${cells.join(' | ')} |`
}

function leftOf(size: number, most: number | null): string {
  if (most === null) return '–'
  return size > most ? `**${size - most} over**` : `${most - size} of ${most}`
}

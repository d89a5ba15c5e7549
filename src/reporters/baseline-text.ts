import type { BaselineRow } from '../core/baseline.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'

/** What became of the file of known findings. */
export type BaselineOutcome = {
  readonly before: number | null
  readonly after: number
  readonly written: boolean
  readonly added: readonly BaselineRow[]
  readonly never: readonly BaselineRow[]
}

/** So many rows are named. */
const SHOWN = 10

/** What became of the file of known findings, for people: one line, and what it does not count. */
export function baselineText(outcome: BaselineOutcome): string {
  const { added, never } = outcome
  return [
    firstLine(outcome),
    ...block(never, 'is always reported, and was not counted'),
    ...block(added, 'came after the file was written, and was not added: mend it'),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function firstLine({ before, after, written }: BaselineOutcome): string {
  if (before === null && !written) return 'memkeep-baseline.json was not written: there is nothing to know'
  if (before === null) return `memkeep-baseline.json: ${counted(after, 'known finding')}; commit it`
  if (before > after)
    return `memkeep-baseline.json: ${counted(after, 'known finding')}, ${before} before; commit it`
  return written
    ? `memkeep-baseline.json: ${counted(after, 'known finding')}, as before, in other places; commit it`
    : `memkeep-baseline.json: ${counted(after, 'known finding')}, as before`
}

function block(rows: readonly BaselineRow[], what: string): string[] {
  if (rows.length === 0) return []
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const shown = rows
    .slice(0, SHOWN)
    .map(({ path, rule, count }) => `  ${safePath(path)}: ${count} ${safeText(rule)}`)
  const more = rows.length > SHOWN ? [`  and ${rows.length - SHOWN} more of these`] : []
  return [`${counted(all, 'finding')} ${what}`, ...shown, ...more]
}

import type { Colors } from 'picocolors/types'
import { safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'
import { type FileChange, unifiedDiff } from './unified-diff.ts'

/** What archiving did, or with `dryRun` would do. */
export type ArchiveOutcome = {
  readonly moved: number
  readonly kept: number
  readonly written: readonly string[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
  readonly changes: readonly FileChange[]
  readonly dryRun: boolean
}

/** The outcome of `archive` for people: a line for each file, or the differences; a summary at the end. */
export function archiveText(outcome: ArchiveOutcome, colors: Colors): string {
  const { written, refused, changes, dryRun } = outcome
  const files = [
    ...written.map((path) => `${colors.green('wrote')}    ${safePath(path)}\n`),
    ...refused.map(
      ({ path, reason }) => `${colors.red('refused')}  ${safePath(path)}: ${safeText(reason)}\n`,
    ),
  ]
  const lines = dryRun ? changes.map((change) => unifiedDiff(change, colors)) : files
  return `${lines.join('')}${lines.length > 0 ? '\n' : ''}${summaryOf(outcome, colors)}\n`
}

/** A commit of the log alone, which leaves a new archive out, would take entries away. */
const TOGETHER = 'Add these files to one commit: `git add` the archive too, it may be new to git.'

function summaryOf({ moved, kept, written, refused, dryRun }: ArchiveOutcome, colors: Colors): string {
  const ok = colors.green('✔')
  if (moved === 0) return `${ok} nothing to archive: ${counted(kept, 'item')} in it`
  const what = counted(moved, 'item')
  const rest = kept === 1 ? '1 stays' : `${kept} stay`
  if (dryRun) return `${ok} ${what} would be archived, ${rest}`
  if (refused.length === 0) return `${ok} ${what} archived, ${rest}\n\n${TOGETHER}`
  const bad = colors.red('✖')
  return written.length > 0
    ? `${bad} ${what} archived, but not every file was written`
    : `${bad} nothing was archived`
}

import type { Colors } from 'picocolors/types'
import { safeLine, safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'
import { type FileChange, unifiedDiff } from './unified-diff.ts'

/** What archiving did, or with `dryRun` would do. */
export type ArchiveOutcome = {
  readonly moved: number
  readonly kept: number
  readonly written: readonly string[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
  /** The command that stages what was written; null when there is none to give. */
  readonly stage: string | null
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

function summaryOf({ moved, kept, written, refused, stage, dryRun }: ArchiveOutcome, colors: Colors): string {
  const ok = colors.green('✔')
  if (moved === 0) return `${ok} nothing to archive: ${counted(kept, 'item')} in it`
  const what = counted(moved, 'item')
  const rest = kept === 1 ? '1 stays' : `${kept} stay`
  if (dryRun) return `${ok} ${what} would be archived, ${rest}`
  if (refused.length === 0) return `${ok} ${what} archived, ${rest}${stage === null ? '' : together(stage)}`
  const bad = colors.red('✖')
  return written.length > 0
    ? `${bad} ${what} archived, but not every file was written`
    : `${bad} nothing was archived`
}

/** `git commit -a` leaves a new archive out. The command stands alone on its line, to be copied. */
function together(stage: string): string {
  return `\n\nStage all of these files for one commit:\n  ${safeLine(stage)}`
}

import { safeText } from './safe-text.ts'

/** Why a reason cannot stand in a comment on a line of its own; null for one that can. */
export function archiveReasonFault(reason: string): string | null {
  if (reason.trim() === '') return 'is empty'
  if (safeText(reason) !== reason) return 'holds a line break or a character that cannot be seen'
  if (reason.includes('--') || reason.endsWith('-'))
    return 'holds `--`, or ends with `-`, which ends a comment'
  return null
}

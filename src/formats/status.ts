const WORD =
  '(?:status|statut|estado|estatus|situação|stato|durum|trạng thái|статус|状态|狀態|ステータス|상태)'

/** What may be on a line before the word, with bounds: a line of a million spaces takes no longer than any other. */
const BEFORE =
  '^(?:[^\\r\\n#]{0,300}[|·•][ \\t]{0,20})?[ \\t>]{0,40}(?:[-*+][ \\t]{1,9})?(?:\\|[ \\t]{0,20})?[*_]{0,2}'

/**
 * `**Status:** Accepted`, `- Status: accepted`, `| Status | Accepted |`, `**Date:** 2026-01-05 | **Status:** Accepted`. The word is looked
 * for, and then what is before it: most lines do not have it.
 */
export const STATUS_LINE = new RegExp(
  `${WORD}(?<=${BEFORE}${WORD})[*_]{0,2}[ \\t]*[:：|][*_]{0,2}[ \\t]*([^\\r\\n|·]*)`,
  'imu',
)

/** `Status`, `1. Status`, `**Status**`, `Status: Accepted`. */
export const STATUS_HEADING = new RegExp(
  `^(?:\\d+\\.?\\s*)?[*_]{0,2}${WORD}[*_]{0,2}(?:\\s*[:：—–-][*_]{0,2}\\s*(.+))?$`,
  'iu',
)

/** The head of a column of a table. */
export const STATUS_COLUMN = new RegExp(`^[*_]{0,2}${WORD}[*_]{0,2}$`, 'iu')

/** Without links, emphasis and signs in front, in lower case; null where nothing is left. */
export function plainStatus(written: string): string | null {
  return statusText(written)?.toLowerCase() ?? null
}

/** The same as it is written. */
export function statusText(written: string): string | null {
  const plain = written
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\))?/g, '$1')
    .replaceAll(/[*_`~]/g, '')
    .replace(/^[^\p{L}{]+/u, '')
    .trim()
  return plain === '' ? null : plain
}

/** Words that a status starts with, by what they mean for a record: one that is replaced in part still counts. */
const STATES: readonly (readonly [RegExp, 'open' | 'accepted' | 'over'])[] = [
  [
    /^(?:proposed|proposal|planned|draft|pending|in (?:review|progress|discussion)|under (?:review|discussion)|wip|open|deferred|on hold|postponed|request(?:ed)? for comments?|rfc|vorgeschlagen|entwurf|proposé|propuest[ao]|propost[ao]|提案|草案|提议)/,
    'open',
  ],
  [
    /^(?:accepted|approved|adopted|agreed|decided|active|current|implemented|final|ratified|done|completed?|partially implemented|amended|(?:partially|partly) superseded|superseded[ ,]+(?:in part|partially|partly)|akzeptiert|angenommen|accepté|acepta[dr]|aceit|accettat|aprobad|aprovad|принят|已接受|已采纳|已採納|採用|承認|승인|채택)/,
    'accepted',
  ],
  [
    /^(?:superseded|replaced|deprecated|rejected|declined|withdrawn|obsolete|retired|abandoned|cancell?ed|not implemented|abgelehnt|ersetzt|veraltet|rejeté|obsolète|已废弃|已拒绝)/,
    'over',
  ],
]

/** What a status means; null for one of words of its own. */
export function stateOf(status: string): 'open' | 'accepted' | 'over' | null {
  return STATES.find(([words]) => words.test(status))?.[1] ?? null
}

/** True where a template's choice was left: `proposed | accepted | …`. */
export function isChoice(status: string): boolean {
  return status.startsWith('{') || status.split('|').length > 2
}

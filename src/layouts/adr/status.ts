/** Words that a status starts with, by what they mean for a record. */
const STATES: readonly (readonly [RegExp, 'open' | 'accepted' | 'over'])[] = [
  [
    /^(?:proposed|proposal|draft|pending|in (?:review|progress|discussion)|under (?:review|discussion)|wip|open|deferred|on hold|postponed|request(?:ed)? for comments?|rfc|vorgeschlagen|entwurf|proposé|提案|草案)/,
    'open',
  ],
  [
    /^(?:accepted|approved|adopted|agreed|decided|active|current|implemented|final|ratified|done|completed?|partially implemented|akzeptiert|angenommen|accepté|已接受|承認)/,
    'accepted',
  ],
  [
    /^(?:superseded|replaced|deprecated|rejected|declined|withdrawn|obsolete|retired|abandoned|cancell?ed|not implemented|amended|abgelehnt|ersetzt|veraltet|rejeté|obsolète|已废弃|已拒绝)/,
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

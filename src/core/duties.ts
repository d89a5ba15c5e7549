/** Rules that say that the check itself could not do its work: nothing turns them off, and no comment silences them. */
export const DUTIES: readonly string[] = ['internal', 'unreadable']

/** The rule that names what a change allows itself. */
export const LOOSENED = 'loosened'

/** Rules that no suppression silences in the very change that adds it: it would hide what that change does. */
export const NOT_AT_ONCE: ReadonlySet<string> = new Set([
  'no-secret',
  'history',
  'item-lost',
  'merge-doubled',
])

/** The rule about the file of known findings. */
export const BASELINE = 'baseline'

/** Rules whose findings cannot be known and left: what was not checked, what is no memory yet, and what must not wait. */
export const NEVER_KNOWN: readonly string[] = [...DUTIES, BASELINE, 'no-conflict-marker', 'no-secret']

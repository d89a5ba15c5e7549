/** Rules that say that the check itself could not do its work: nothing turns them off, and no comment silences them. */
export const DUTIES: readonly string[] = ['internal', 'unreadable']

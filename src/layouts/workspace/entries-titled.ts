import { normaliseTitle } from '../../formats/normalise-title.ts'
import type { EntryPiece } from './log-pieces.ts'

/** So many entries are named. */
const MOST = 10

/** The entries with a title, or with a date and a title as in `[2026-02-08] Title`; titles are compared normalised. */
export function entriesTitled(entries: readonly EntryPiece[], wanted: string): readonly EntryPiece[] {
  const [, date, title = wanted] = /^\s*\[(\d{4}-\d{2}-\d{2})\]\s*([\s\S]*)$/.exec(wanted) ?? []
  const name = normaliseTitle(title)
  return entries.filter(
    ({ entry }) =>
      normaliseTitle(entry.title.text) === name && (date === undefined || entry.date.text === date),
  )
}

/** What a person can choose from, in one line. */
export function candidates(entries: readonly EntryPiece[]): string {
  if (entries.length === 0) return 'It has no entries.'
  const names = entries.map(({ entry: { date, title } }) => `[${date.text}] ${title.text}`)
  if (names.length > 1 && new Set(names.map(normaliseTitle)).size === 1) {
    const lines = entries.map(({ entry }) => entry.heading.place.line).join(', ')
    return `Tell their titles apart first: the entries are on lines ${lines}.`
  }
  const shown = names.slice(0, MOST).map((name) => JSON.stringify(name))
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : ''
  return `Give one of ${shown.join(', ')}${more}.`
}

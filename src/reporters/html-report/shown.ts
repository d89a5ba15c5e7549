import { safeText } from '../../core/safe-text.ts'

/** Characters of one text that a page shows: what is longer was not written to be read in a table. */
const MOST = 400

/** Untrusted text as the page shows it: in one line, nothing unseen, cut where it is very long. */
export function shown(text: string, most: number = MOST): string {
  if (text.length <= most) return safeText(text)
  const end = text.slice(most - 1, most + 1).codePointAt(0) ?? 0
  return `${safeText(text.slice(0, end > 0xffff ? most - 1 : most))}…`
}

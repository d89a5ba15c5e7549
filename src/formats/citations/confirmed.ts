import { compareText } from '../../core/text.ts'
import { digest } from '../hash.ts'

/** The file that says which statements somebody has read again and left as they are; at the root. */
export const CONFIRMED_FILE = 'memkeep-confirmed.txt'

/** One confirmation: the commit that was looked at, and the day. */
export type Confirmation = { readonly commit: string; readonly day: string }

const LINE = /^([0-9a-f]{12}) ([0-9a-f]{40,64}) (\d{4}-\d\d-\d\d)$/

/** The name of a statement by its words: other words have another one, and are not confirmed. */
export function statementId(words: string): string {
  return digest(words).slice(0, 12)
}

/**
 * The confirmations of a file by statement, and the numbers of the lines that are none. Of two for one statement, as a merge of lines
 * leaves them, the later day counts.
 */
export function readConfirmed(text: string): {
  readonly confirmed: ReadonlyMap<string, Confirmation>
  readonly unread: readonly number[]
} {
  const confirmed = new Map<string, Confirmation>()
  const unread: number[] = []
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [, id, commit, day] = LINE.exec(line.trim()) ?? []
    if (id === undefined || commit === undefined || day === undefined) {
      if (line.trim() !== '') unread.push(i + 1)
    } else if ((confirmed.get(id)?.day ?? '') <= day) confirmed.set(id, { commit, day })
  }
  return { confirmed, unread }
}

/** The text of a file: a line each, in order of statements, so that two branches seldom touch the same place. */
export function writeConfirmed(confirmed: ReadonlyMap<string, Confirmation>): string {
  return [...confirmed]
    .sort(([a], [b]) => compareText(a, b))
    .map(([id, { commit, day }]) => `${id} ${commit} ${day}\n`)
    .join('')
}

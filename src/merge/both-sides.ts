import { wholeConflict } from '../formats/merge/merge-lines.ts'
import type { Contents, MergeOutcome, MergeRequest } from './merge-request.ts'

/** Both sides of a file as one conflict, with the reason; of a binary file ours, as git leaves it. */
export function bothSides(
  { ours, theirs }: Contents,
  { path, markSize }: MergeRequest,
  reason: string,
): MergeOutcome {
  if (ours.includes(0) || theirs.includes(0)) {
    return { bytes: ours, conflicts: 1, notes: [`${path}: ${reason}; our side is left in the file`] }
  }
  const text = wholeConflict(oneToOne(ours), oneToOne(theirs), markSize)
  if (text === null) return { bytes: ours, conflicts: 0, notes: [] }
  const notes = [`${path}: ${reason}; both sides are left in the file as one conflict`]
  return { bytes: Buffer.from(text, 'latin1'), conflicts: 1, notes }
}

/** Every byte as one character, so that the text of any encoding comes back as it was. */
export function oneToOne(bytes: Buffer): string {
  return bytes.toString('latin1')
}

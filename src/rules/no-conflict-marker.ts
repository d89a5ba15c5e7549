import type { DocumentRule } from '../core/rule.ts'
import { placeOf } from '../core/text.ts'
import { findConflicts } from '../formats/conflict-markers.ts'

/** No merge conflict is left in a file. */
export const noConflictMarker: DocumentRule = {
  id: 'no-conflict-marker',
  summary: 'No conflict markers of a merge are left outside code.',
  why: 'A conflict that was committed holds two versions of one memory, and an agent takes both for true.',
  howToFix:
    'Keep one side, or both without the markers. Markers in a closed code block or comment are taken for an example. Markers of more than seven characters count as a whole set: opening, middle and end.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '<<<<<<< HEAD\nTests run on Node 20.\n=======\nTests run on Node 22.\n>>>>>>> node-22\n',
    good: 'Tests run on Node 22.\n',
  },
  subject: 'document',
  check: ({ text, starts, markdown }, report) => {
    for (const { start, end, firstLine, lastLine } of findConflicts(text, starts, markdown)) {
      const where = lastLine > firstLine ? `lines ${firstLine} to ${lastLine}` : `line ${firstLine}`
      report({
        place: placeOf(starts, start, end),
        message: 'A merge conflict is not resolved',
        help: `Decide what ${where} should say, and delete the markers.`,
      })
    }
  },
}

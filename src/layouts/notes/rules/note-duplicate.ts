import { findNearCopies } from '../../../core/changes/near-copies.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { homeOf } from '../claim.ts'
import { vendoredPaths } from '../vendored.ts'

/** One thing is noted once. */
export const noteDuplicate: MemoryRule = {
  id: 'note-duplicate',
  summary: 'No two notes, skills or commands of a folder say nearly the same.',
  why: 'An agent that corrects one of two copies leaves the other one wrong, and the next one may read that.',
  howToFix: 'Keep one of the two, and let the other link to it.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '# docs/solutions/locks.md and docs/solutions/queue-locks.md\nThe worker takes the lock first.\n',
    good: '# docs/solutions/queue-locks.md\nSee [locks](locks.md).\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    const vendored = new Set(vendoredPaths(memory))
    // Pages of several skills are made from one template.
    const own = memory.documents.filter(({ kind, path }) => kind !== 'skill-page' && !vendored.has(path))
    for (const { document, item, other, isSame } of findNearCopies(own, ({ path }) => homeOf(path))) {
      report(document.path, {
        place: item.place,
        message: `The file says ${isSame ? '' : 'nearly '}the same as ${other.document.path}`,
        help: 'Keep one of the two, and let the other link to it.',
      })
    }
  },
}

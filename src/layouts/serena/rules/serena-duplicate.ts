import { findNearCopies } from '../../../core/changes/near-copies.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { memoriesOf } from '../claim.ts'

/** One thing is noted once. */
export const serenaDuplicate: MemoryRule = {
  id: 'serena-duplicate',
  summary: 'No two memories of a project say nearly the same.',
  why: 'An agent that corrects one of two copies leaves the other one wrong, and the next one may read that.',
  howToFix: 'Keep one of the two, and let the other name it: `mem:name`.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '# code_style.md and conventions.md\nUse tabs, and name tests after what they show.\n',
    good: '# conventions.md\nSee `mem:code_style`.\n',
  },
  kinds: ['serena-memory'],
  subject: 'memory',
  check: ({ documents }, report) => {
    for (const { document, item, other, isSame } of findNearCopies(documents, ({ path }) =>
      memoriesOf(path),
    )) {
      report(document.path, {
        place: item.place,
        message: `The memory says ${isSame ? '' : 'nearly '}the same as \`${other.item.key}\``,
        help: 'Keep one of the two, and let the other name it.',
      })
    }
  },
}

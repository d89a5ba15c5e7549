import { isMerge, mergeChanges } from '../core/changes/merge-changes.ts'
import type { ChangeRule } from '../core/rule.ts'

/** A merge brings no item twice. */
export const mergeDoubled: ChangeRule = {
  id: 'merge-doubled',
  summary: 'A merge holds no item more often than its parents do, and none next to its tombstone.',
  why: 'An entry that both sides took over from one another, or that one side archived and the other left where it was, is there twice after a merge by text. It is then counted and read twice, and the next edit makes the two say different things. An entry that one side replaced by a tombstone, and that the merge brings back from the other, is not removed.',
  howToFix: 'Delete one of the two copies; next to a tombstone, delete the entry.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# each parent, once\n### [2026-02-08] XState for workflow orchestration\n\n# the merge\n### [2026-02-08] XState for workflow orchestration\n\n### [2026-02-08] XState for workflow orchestration\n',
    good: '# the merge\n### [2026-02-08] XState for workflow orchestration\n',
  },
  subject: 'change',
  check: (change, report) => {
    if (!isMerge(change)) return
    const { doubled, returned } = mergeChanges(change)
    for (const { item, document } of returned) {
      report(document.path, {
        place: item.place,
        message: `The merge brings back ${item.kind} "${item.title}" next to its tombstone: a parent removed it with a reason`,
        help: 'Delete the entry again, or the tombstone if the entry may stay.',
      })
    }
    for (const { item, document } of doubled) {
      report(document.path, {
        place: item.place,
        message: `The merge holds ${item.kind} "${item.title}" more often than its parents do`,
        help: 'Delete the copy: the same item is elsewhere, word for word.',
      })
    }
  },
}

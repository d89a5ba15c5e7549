import {
  changedItems,
  removalName,
  removedKind,
  tombstonesIn,
  writtenDate,
} from '../core/changes/item-changes.ts'
import { isMerge } from '../core/changes/merge-changes.ts'
import type { ChangeRule } from '../core/rule.ts'

/** What was removed with a reason stays removed while its tombstone is there. */
export const itemReturned: ChangeRule = {
  id: 'item-returned',
  summary: 'An entry that a tombstone names does not come back.',
  why: 'A tombstone says why an entry must not stay anywhere: it held a password, or it was wrong. An agent that has an older copy at hand adds it again in good faith, in the log, its archive or another workspace. A merge that brings one back is named by `merge-doubled`.',
  howToFix:
    'Leave the entry out. If it may be there after all, delete its tombstone in the same change: the reason is then no longer true.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '### [2026-02-08] Deploy key\n…\n<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
    good: '<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
  },
  subject: 'change',
  check: (change, report) => {
    const { before, after } = change
    if (isMerge(change)) return
    const old = new Set(tombstonesIn(before).map(({ item }) => removalName(item)))
    if (old.size === 0) return
    const standing = new Map(
      tombstonesIn(after)
        .filter(({ item }) => old.has(removalName(item)))
        .map((one) => [removalName(one.item), one]),
    )
    for (const one of changedItems(before.documents, after.documents)) {
      if (one.type !== 'added' || removedKind(one.after.item) !== null) continue
      const { item, document } = one.after
      const stone = standing.get(removalName(item))
      // Without a day only the title is known, which another file may have for something else.
      if (!stone || (typeof writtenDate(item) !== 'string' && stone.document.scope !== document.scope))
        continue
      report(document.path, {
        place: item.place,
        message: `Item ${item.kind} "${item.title}" comes back, but its tombstone is still at ${stone.document.path}:${stone.item.place.line}`,
        help: 'Leave it out, or delete the tombstone in the same change if its reason is no longer true.',
      })
    }
  },
}

import {
  changedItems,
  isRemovedBetween,
  removalName,
  removedKind,
  tombstonesIn,
} from '../../../core/changes/item-changes.ts'
import { isMerge } from '../../../core/changes/merge-changes.ts'
import type { Item } from '../../../core/document.ts'
import type { ChangeRule } from '../../../core/rule.ts'
import { nearest } from '../../../formats/names.ts'
import { ENTRY_KINDS } from '../entries.ts'

/** A new tombstone names an entry that the change removes. */
export const tombstoneTitle: ChangeRule = {
  id: 'tombstone-title',
  summary: 'A new tombstone has the date and title of an entry that is removed with it.',
  why: 'With a typo in its title a tombstone names no entry: the removed entry counts as lost, and nothing shows that the tombstone was meant for it. A tombstone is named only where an entry of nearly the same date and title is lost; a merge is not looked at.',
  howToFix: 'Write the date and title as the entry had them.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# before\n### [2026-02-08] Deploy key\n\n# after\n<!-- memkeep-removed [2026-02-08] Deploy kye -- it held the key itself -->\n',
    good: '# before\n### [2026-02-08] Deploy key\n\n# after\n<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'change',
  check: (change, report) => {
    const { before, after } = change
    if (isMerge(change) || tombstonesIn(after).length === 0) return
    const isRemoved = isRemovedBetween(before, after)
    const lost = changedItems(before.documents, after.documents).flatMap((one) =>
      one.type === 'removed' && removedKind(one.before.item) === null && !isRemoved(one.before)
        ? [one.before.item]
        : [],
    )
    const known = new Set(
      before.documents.flatMap(({ items, tombstones = [] }) => [...items, ...tombstones].map(removalName)),
    )
    for (const { item, document } of tombstonesIn(after)) {
      if (known.has(removalName(item))) continue
      const meant = nearest(titled(item), lost.filter(({ kind }) => kind === removedKind(item)).map(titled))
      if (meant === undefined) continue
      report(document.path, {
        place: item.place,
        message: `The tombstone names "${titled(item)}", but the removed ${removedKind(item)} is "${meant}"`,
        help: 'Write the date and title as the removed entry had them.',
      })
    }
  },
}

function titled({ title, fields }: Item): string {
  return typeof fields.date === 'string' ? `[${fields.date}] ${title}` : title
}

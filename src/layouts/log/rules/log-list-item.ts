import { changedItems, type ItemAt, whereItWas } from '../../../core/changes/item-changes.ts'
import { isCut } from '../../../core/changes/pair-by-body.ts'
import type { Document, Memory } from '../../../core/document.ts'
import type { ChangeRule } from '../../../core/rule.ts'
import { logFacts } from '../read-log.ts'

/** Under a heading that is only a day, every list item is remembered by itself. */
export const logListItem: ChangeRule = {
  id: 'log-list-item',
  summary: 'List items below a heading that is only a date stay.',
  why: 'Such a heading groups what happened on a day: the whole day is one entry, so an item that goes is an edit of it, which no other rule reports. An item that is reworded or moved is no loss.',
  howToFix:
    'Put the item back, or move the entry to the archive. Where the `history` of the log is `append-only` or `immutable`, the rule `history` reports the edit as an error instead.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# before\n## 2026-02-08\n\n- A queue in Postgres\n- Whole cents\n\n# after\n## 2026-02-08\n\n- Whole cents\n',
    good: '# after\n## 2026-02-08\n\n- A queue in Postgres, with one worker\n- Whole cents\n',
  },
  subject: 'change',
  check: ({ before, after, merge }, report) => {
    // What a side took away was reported with the side's commits.
    if (merge) return
    const kept = new Set(
      after.documents.flatMap((one) => logFacts(one)?.points?.flatMap(([, all]) => all) ?? []),
    )
    for (const change of changedItems(before.documents, after.documents)) {
      if (change.type !== 'edited' || isOtherwiseGuarded(change.before, after)) continue
      // A day that only gets a title is none any more, so its items are not known.
      if (change.before.item.digest === change.after.item.digest) continue
      const [old, now] = [pointsOf(change.before), pointsOf(change.after)]
      const gone = old.filter((one) => !kept.has(one)).length
      const lost = gone - now.filter((one) => !old.includes(one)).length
      const { item, document } = change.after
      // An entry with most of its text gone has a finding of its own.
      if (lost <= 0 || isCut(change.before.item.sketch, item.sketch, () => [])) continue
      report(document.path, {
        place: item.place,
        message: `Entry "${item.title}" lost ${lost} of its ${old.length} list items`,
        help: `Put back what should stay: ${whereItWas(change.before, before)}. \`history: { ${document.kind}: { mode: append-only } }\` in memkeep.yaml makes such an edit an error.`,
      })
    }
  },
}

/** True where the rule `history` reports every edit of an entry. */
function isOtherwiseGuarded({ document }: ItemAt, { histories }: Memory): boolean {
  return (histories[document.kind]?.mode ?? 'free') !== 'free'
}

/** What the list items of an entry say, as digests; none but for a heading that is only a day. */
function pointsOf({ item, document }: ItemAt): readonly string[] {
  return pointsByLine(document).find(([line]) => line === item.place.line)?.[1] ?? []
}

function pointsByLine(document: Document): readonly (readonly [line: number, points: readonly string[]])[] {
  return logFacts(document)?.points ?? []
}

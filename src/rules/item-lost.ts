import { isOver } from '../core/is-over.ts'
import type { Item } from '../core/item.ts'
import { changedItems, type ItemAt } from '../core/item-changes.ts'
import type { Change, Memory } from '../core/memory.ts'
import { isMerge, type Merge, type MergeLoss, mergeChanges } from '../core/merge-changes.ts'
import { WHOLE_FILE } from '../core/place.ts'
import { removedAt } from '../core/removed-at.ts'
import type { ChangeRule, Found } from '../core/rule.ts'
import { unreadPaths } from '../core/unread-paths.ts'

type Report = (path: string, found: Found) => void

/** What was remembered before is remembered still, or was archived. */
export const itemLost: ChangeRule = {
  id: 'item-lost',
  summary: 'An item of before is still in some file of after.',
  why: 'A merge, a rewrite by an agent or a split file drops an entry without a conflict. In a merge commit nobody can have meant it, so there it is an error, for the items of every parent: unless another parent dropped an item, the merge has to keep it, and apart from others. Where the `history` setting of a kind is not `free`, the rule `history` reports the loss instead.',
  mend: 'Put the item back (`git show` has it), or move it to an archive file. An edit that keeps most of the body is not a loss.',
  severity: 'warning',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '# before: decisions.md\n### [2026-02-08] XState for workflow orchestration\n\n# after: decisions.md\n(nothing)\n',
    good: '# after: _archive/decisions-2026.md\n### [2026-02-08] XState for workflow orchestration\n',
  },
  subject: 'change',
  check: (change, report) => {
    if (isMerge(change)) reportMerge(change, report)
    else reportLosses(change, report)
  },
}

function reportLosses({ before, after }: Change, report: Report): void {
  const unread = unreadPaths(after)
  for (const change of changedItems(before.documents, after.documents)) {
    if (change.type !== 'removed') continue
    const { item, document } = change.before
    // Items that are not known are not lost: the file has a finding of its own.
    if (unread.has(document.path) || !isFree(change.before, after) || isOver(change.before, after)) continue
    const { path, place } = removedAt(change.before, after)
    report(path, {
      place,
      message: `Unexpected loss of ${nameOf(item)}, expected it to stay or to be archived`,
      help: `Restore it or move it to an archive: it was at ${document.path}:${item.place.line}, and \`git show\` has it.`,
    })
  }
}

function reportMerge(merge: Merge, report: Report): void {
  const { lost, unknown } = mergeChanges(merge)
  for (const { path, parent } of unknown) report(path, unreadSide(parent))
  for (const loss of lost) {
    if (!isFree(loss.at, merge.after)) continue
    const { item, document } = loss.at
    const where = `it is at ${document.path}:${item.place.line} in parent ${loss.parent + 1} of the merge`
    if (loss.into) report(loss.into.document.path, fusion(loss, loss.into, where))
    else {
      const { path, place } = removedAt(loss.at, merge.after)
      report(path, {
        place,
        severity: 'error',
        message: `Unexpected loss of ${nameOf(item)} in a merge, expected it to stay: no parent had dropped it`,
        help: `Restore it: ${where}, and \`git show\` has it.`,
      })
    }
  }
}

function unreadSide(parent: number): Found {
  return {
    place: WHOLE_FILE,
    severity: 'warning',
    message: `Unexpected file that cannot be read in parent ${parent + 1} of the merge: what is lost of it is not known`,
    help: 'Compare the two by hand: `git diff` of that parent and the merge shows them.',
  }
}

function fusion({ at }: MergeLoss, { item }: ItemAt, where: string): Found {
  return {
    place: item.place,
    severity: 'error',
    message: `Unexpected words of ${nameOf(at.item)} in ${nameOf(item)}, expected two items: a merge has fused them`,
    help: `Take them apart: ${where}, and \`git show\` has it.`,
  }
}

function isFree({ document }: ItemAt, { histories }: Memory): boolean {
  return (histories[document.kind]?.mode ?? 'free') === 'free'
}

function nameOf({ kind, title, key, fields }: Item): string {
  const mark = typeof fields.date === 'string' ? fields.date : key
  return `${kind} "${title}" (${mark})`
}

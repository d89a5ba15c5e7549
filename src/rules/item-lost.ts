import type { Document } from '../core/document.ts'
import type { Item } from '../core/item.ts'
import { itemChanges } from '../core/item-changes.ts'
import { removedAt } from '../core/removed-at.ts'
import type { ChangeRule } from '../core/rule.ts'

/** What was remembered before is remembered still, or was archived. */
export const itemLost: ChangeRule = {
  id: 'item-lost',
  summary: 'An item of before is still in some file of after.',
  why: 'A merge, a rewrite by an agent or a split file drops an entry without a conflict. In a merge commit nobody can have meant it, so there it is an error. Where the `history` setting of a kind is not `free`, the rule `history` reports the loss instead.',
  mend: 'Put the item back (`git show` has it), or move it to an archive file. An edit that keeps most of the body is not a loss.',
  severity: 'warning',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '# before: decisions.md\n### [2026-02-08] XState for workflow orchestration\n\n# after: decisions.md\n(nothing)\n',
    good: '# after: _archive/decisions-2026.md\n### [2026-02-08] XState for workflow orchestration\n',
  },
  subject: 'change',
  check: ({ before, after, merge }, report) => {
    const unread = new Set(after.documents.filter(isUnread).map(({ path }) => path))
    for (const change of itemChanges(before.documents, after.documents)) {
      if (change.type !== 'removed') continue
      const { item, document } = change.before
      if (unread.has(document.path)) continue
      if ((after.histories[document.kind]?.mode ?? 'free') !== 'free') continue
      const { path, place } = removedAt(change.before, after)
      report(path, {
        place,
        message: `Unexpected loss of ${nameOf(item)}, expected it to stay or to be archived`,
        help: `Restore it or move it to an archive: it was at ${document.path}:${item.place.line}, and \`git show\` has it.`,
        ...(merge && { severity: 'error' as const }),
      })
    }
  },
}

/** Items that are not known are not lost: the file has a finding of its own. */
function isUnread({ complete, items }: Document): boolean {
  return !complete && items.length === 0
}

function nameOf({ kind, title, key, fields }: Item): string {
  const mark = typeof fields.date === 'string' ? fields.date : key
  return `${kind} "${title}" (${mark})`
}

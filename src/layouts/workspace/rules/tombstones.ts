import {
  changedItems,
  isRemovedBetween,
  removalName,
  removedKind,
  tombstonesIn,
} from '../../../core/changes/item-changes.ts'
import { isMerge, itemsWithTombstones } from '../../../core/changes/merge-changes.ts'
import type { Item, Memory } from '../../../core/document.ts'
import type { ChangeRule, DocumentRule, Found, MemoryRule } from '../../../core/rule.ts'
import { placeOf } from '../../../core/text.ts'
import { TOMBSTONE_FORM } from '../../../formats/comments.ts'
import { nearest } from '../../../formats/names.ts'
import { ENTRY_KINDS, entriesOf, workspaceOf } from '../entries.ts'

/** A tombstone says which entry it replaces, and why. */
export const tombstone: DocumentRule = {
  id: 'tombstone',
  summary: 'A tombstone has a real date, a title and a reason, and nothing but entries behind it.',
  why: 'A tombstone replaces an entry that must not stay anywhere, such as one with a secret: the loss of that entry is no error. Without the date and title it names none, and without a reason the loss has not been explained. Text behind it belongs to no entry, so nothing reads it.',
  howToFix: `Write it as \`${TOMBSTONE_FORM}\`, at the start of a line, with the date and title of the entry. Only a \`---\` may follow it before the next entry. In a fence it is an example, and fine.`,
  severity: 'error',
  fixable: false,
  example: {
    bad: '<!-- memkeep-removed [2026-02-08] Deploy key -->\n',
    good: '<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = entriesOf(source)
    for (const fault of log?.faults ?? []) report(fault)
    for (const { stray } of log?.tombstones ?? []) {
      if (!stray) continue
      report({
        place: placeOf(source.starts, stray.start, stray.end),
        message: 'The text behind a tombstone belongs to no entry: nothing reads it',
        help: 'Delete it, or move it above the tombstone if it belongs to the entry there.',
      })
    }
  },
}

/** An entry that has a tombstone is gone. */
export const tombstoneEntry: MemoryRule = {
  id: 'tombstone-entry',
  summary: 'The entry that a tombstone names is in no log and no archive of the workspace.',
  why: 'A tombstone says that an entry must not stay anywhere. Where a copy of it is still there, for example in an archive, what it was removed for is still there, too.',
  howToFix: 'Delete the entry that is left, or the tombstone if the entry may stay.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '### [2026-02-08] Deploy key\n…\n<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
    good: '<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key itself -->\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'memory',
  check: (memory, report) => {
    const workspaces = new Set(tombstonesIn(memory).map(({ document }) => workspaceOf(document)))
    for (const workspace of workspaces) {
      const documents = memory.documents.filter((document) => workspaceOf(document) === workspace)
      reportLeft({ ...memory, documents }, report)
    }
  },
}

function reportLeft(memory: Memory, report: (path: string, found: Found) => void): void {
  const left = new Map(itemsWithTombstones(memory).map((at) => [removalName(at.item), at]))
  for (const { item, document } of tombstonesIn(memory)) {
    const entry = left.get(removalName(item))
    if (!entry) continue
    const where = `${entry.document.path}:${entry.item.place.line}`
    report(document.path, {
      place: item.place,
      message: `The tombstone names ${entry.item.kind} "${entry.item.title}", which is still at ${where}`,
      help: 'Delete the entry, or the tombstone if the entry may stay.',
    })
  }
}

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

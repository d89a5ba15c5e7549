import { removalName, tombstonesIn } from '../../../core/changes/item-changes.ts'
import { itemsWithTombstones } from '../../../core/changes/merge-changes.ts'
import type { Memory } from '../../../core/document.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { ENTRY_KINDS, workspaceOf } from '../entries.ts'

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

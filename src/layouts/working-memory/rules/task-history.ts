import { type ItemAt, itemChanges } from '../../../core/changes/item-changes.ts'
import { isMerge, mergeChanges } from '../../../core/changes/merge-changes.ts'
import type { Change } from '../../../core/document.ts'
import type { ChangeRule, Found } from '../../../core/rule.ts'
import { entryOf, holdsEntries, type KnownEntry } from '../tasks.ts'

/** An entry of after with what it was on each side that had it. */
type Versions = { readonly now: ItemAt; readonly before: readonly ItemAt[] }

/** An entry keeps its id, and once archived stays so. */
export const taskHistory: ChangeRule = {
  id: 'task-history',
  summary: 'An entry of a state keeps its id, and once archived it stays archived as it was.',
  why: 'Archiving is the one thing that may happen to an entry. An id that moves to another entry makes every update and log line that names it wrong, and an entry that comes back counts as true again.',
  howToFix:
    'Restore the id and the mark of the entry, and add a new entry that says what holds now. Only a merge may give an entry another number, where both sides had given out the same one. The mode of `history` for `task-state` holds here too.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# before\n- id: KL-1\n  archived: { at: 2026-04-02T10:00:00Z, reason: the queue was replaced }\n\n# after\n- id: KL-1\n',
    good: '# after\n- id: KL-1\n  archived: { at: 2026-04-02T10:00:00Z, reason: the queue was replaced }\n- id: KL-2\n',
  },
  subject: 'change',
  check: (change, report) => {
    if ((change.after.histories['task-state']?.mode ?? 'free') === 'free') return
    for (const { now, before } of versionsOf(change)) {
      if (!holdsEntries(now.document) || before.length === 0) continue
      const [entry, old] = [entryOf(now.item), before.map(({ item }) => entryOf(item))]
      const found = [...(isMerge(change) ? [] : renumbered(entry, old)), ...unmarked(entry, old)]
      for (const one of found) report(now.document.path, one)
    }
  },
}

function versionsOf(change: Change): Versions[] {
  if (!isMerge(change)) {
    return itemChanges(change.before.documents, change.after.documents).flatMap((one) =>
      one.type === 'same' || one.type === 'edited' ? [{ now: one.after, before: [one.before] }] : [],
    )
  }
  const { versions } = mergeChanges(change)
  return change.after.documents.flatMap((document) =>
    document.items.map((item) => ({ now: { item, document }, before: versions.get(item) ?? [] })),
  )
}

function renumbered({ id, place }: KnownEntry, before: readonly KnownEntry[]): Found[] {
  const [first] = before
  if (!first || first.id === id) return []
  const message = `The entry ${first.id} has another id, ${id}`
  return [{ place, message, help: `Write ${first.id} again; a number is given out once.` }]
}

/** A side that had it archived says how it is. */
function unmarked({ id, place, archived }: KnownEntry, before: readonly KnownEntry[]): Found[] {
  const marks = before.flatMap((one) => (one.archived === null ? [] : [JSON.stringify(one.archived)]))
  if (marks.length === 0 || marks.includes(JSON.stringify(archived))) return []
  const help = 'Restore its `archived` as it was; where it holds again, add it as a new entry.'
  const message =
    archived === null
      ? `The entry ${id} was archived and holds again`
      : `The mark that says when and why ${id} was archived is changed`
  return [{ place, message, help }]
}

import { idNumber } from './grammar.ts'
import type { Refusal } from './refusal.ts'
import type { Entry } from './task-state.ts'
import type { Archiving, EntryChanges, SectionId } from './update.ts'

/** What one section comes to, the lines that say how it changed, and what of it was refused. */
export type Step<T> = {
  readonly value: T
  readonly lines: readonly string[]
  readonly refused: readonly Refusal[]
}

/** What differs between the two lists of entries. */
export type EntryList<New, Kept> = {
  readonly section: SectionId
  readonly prefix: string
  readonly now: string
  readonly made: (added: New, id: string) => Kept
  /** What an added entry is shown by: on its line, then on lines below. */
  readonly shown: (added: New) => readonly string[]
}

/**
 * Archives entries and adds new ones. Ids are looked up in the list as it was: one that this update gives out cannot be
 * archived by it, since whoever wrote the update cannot have known it.
 */
export function changeEntries<New extends { readonly reason: string }, Kept extends Entry>(
  entries: readonly Kept[],
  { add, archive }: EntryChanges<New>,
  list: EntryList<New, Kept>,
): Step<readonly Kept[]> {
  const open = new Set(entries.flatMap(({ id, archived }) => (archived ? [] : [id])))
  const marks = new Map<string, Archiving>()
  const refused: Refusal[] = []
  for (const one of archive) {
    if (open.has(one.id) && !marks.has(one.id)) marks.set(one.id, one)
    else refused.push(refusal(one.id, entries, list.section))
  }
  const first = nextNumber(entries, list.prefix)
  const added = add.map((one, i) => ({ one, entry: list.made(one, `${list.prefix}-${first + i}`) }))
  return {
    value: [
      ...entries.map((entry) => archivedBy(entry, marks.get(entry.id), list.now)),
      ...added.map(({ entry }) => entry),
    ],
    lines: [
      ...[...marks.values()].map(({ id, reason }) => `- ${id} because ${reason}`),
      ...added.flatMap(({ one, entry }) => addedLines(entry.id, one.reason, list.shown(one))),
    ],
    refused,
  }
}

function archivedBy<Kept extends Entry>(entry: Kept, mark: Archiving | undefined, now: string): Kept {
  return mark && !entry.archived ? { ...entry, archived: { at: now, reason: mark.reason } } : entry
}

/** Numbers are given out once: the next one follows the highest there ever was. */
function nextNumber(entries: readonly Entry[], prefix: string): number {
  return entries.reduce((highest, { id }) => Math.max(highest, idNumber(id, prefix) ?? 0), 0) + 1
}

function addedLines(id: string, reason: string, [first = '', ...below]: readonly string[]): string[] {
  return [`+ ${id} because ${reason}: ${first}`, ...below.map((line) => `+   ${line}`)]
}

function refusal(id: string, entries: readonly Entry[], section: SectionId): Refusal {
  const isKnown = entries.some((entry) => entry.id === id)
  return isKnown
    ? { section, id, message: `Unexpected ${id}: it is archived already`, help: 'Leave it out.' }
    : {
        section,
        id,
        message: `Unexpected id ${id}, expected one that the state has`,
        help: 'Correct the id: only entries of the state can be archived.',
      }
}

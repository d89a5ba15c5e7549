import { timestampOf } from '../../../core/date.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { placeOf, WHOLE_FILE } from '../../../core/text.ts'
import { placeIn, type StateEntry, stateEntries, textOf } from '../read-files.ts'

/** A state is as new as its entries, and an entry was added before it was archived. */
export const taskTimes: DocumentRule = {
  id: 'task-times',
  summary: 'A state was updated no earlier than its entries were added, and none was archived before that.',
  why: 'Every update gives its time to what it adds and archives, and to the state. Times out of order come from a merge or from an edit by hand, and then the newest entry is not known.',
  howToFix: 'Correct the time that is wrong. After a merge, `updated` is the later one of the two sides.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'updated: 2026-04-02T09:00:00Z\nkey_learnings:\n  - id: KL-1\n    added: 2026-04-02T10:00:00Z\n',
    good: 'updated: 2026-04-02T10:00:00Z\nkey_learnings:\n  - id: KL-1\n    added: 2026-04-02T10:00:00Z\n',
  },
  kinds: ['task-state', 'task-archive'],
  subject: 'document',
  check: (source, report) => {
    const entries = stateEntries(source)
    const early = updatedEarly(source, entries)
    if (early) report(early)
    for (const entry of entries) {
      const found = archivedEarly(source, entry)
      if (found) report(found)
    }
  },
}

function updatedEarly({ data, starts }: Source, entries: readonly StateEntry[]): Found | null {
  const updated = isJsonObject(data?.value) ? textOf(data.value, 'updated') : undefined
  const instant = instantOf(updated)
  const latest = entries.reduce<StateEntry | null>(
    (last, entry) => (addedAt(entry) > (last ? addedAt(last) : Number.NEGATIVE_INFINITY) ? entry : last),
    null,
  )
  if (instant === null || !latest || addedAt(latest) <= instant) return null
  const node = data?.nodes.get('/updated')
  return {
    place: node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE,
    message: `\`updated\` is ${updated}, before ${idOf(latest)} was added, ${textOf(latest.fields, 'added')}`,
    help: 'Correct the time that is wrong.',
  }
}

function archivedEarly({ data, starts }: Source, entry: StateEntry): Found | null {
  const { archived } = entry.fields
  const at = isJsonObject(archived) ? textOf(archived, 'at') : undefined
  const instant = instantOf(at)
  if (!data || instant === null || instant >= addedAt(entry)) return null
  return {
    place: placeIn(data, entry.pointer, { starts, field: 'archived/at' }),
    message: `The archiving of ${idOf(entry)} is at ${at}, before it was added, ${textOf(entry.fields, 'added')}`,
    help: 'Correct the time that is wrong.',
  }
}

/** The schema reports what is no time; it counts as before everything. */
function addedAt({ fields }: StateEntry): number {
  return instantOf(textOf(fields, 'added')) ?? Number.NEGATIVE_INFINITY
}

/** The schema takes other spellings of a timestamp as well: small letters, and a space between day and time. */
function instantOf(text = ''): number | null {
  return timestampOf(text.replace(/^(.{10})[t ]/, '$1T').replace(/z$/, 'Z'))
}

function idOf({ fields }: StateEntry): string {
  return textOf(fields, 'id') ?? 'an entry'
}

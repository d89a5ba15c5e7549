import type { DocumentRule } from '../../../core/rule.ts'
import { idNumber } from '../dsl/grammar.ts'
import { ENTRY_LISTS, type StateEntry, stateEntries, textOf } from '../read-files.ts'

/** The ids of a state's entries are unique and rise. */
export const taskIds: DocumentRule = {
  id: 'task-ids',
  summary: 'Ids of learnings and snippets are unique in their task and rise from entry to entry.',
  why: 'An id is all that an update names an entry by, and it is never given out again. Two entries of one id come from a merge or from an edit by hand, and the next update would archive either.',
  howToFix:
    'Give the later entry the next free number of its list, and correct its line in the log. Entries are in the order of their numbers.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'key_learnings:\n  - id: KL-1\n  - id: KL-1\n',
    good: 'key_learnings:\n  - id: KL-1\n  - id: KL-2\n',
  },
  kinds: ['task-state', 'task-archive'],
  subject: 'document',
  check: (source, report) => {
    const entries = stateEntries(source)
    for (const list of ENTRY_LISTS) {
      const own = entries.filter((entry) => entry.list === list)
      const highest = Math.max(0, ...own.map(numberOf))
      const lines = new Map<number, number>()
      let last = 0
      for (const entry of own) {
        const number = numberOf(entry)
        // The schema reports an id of another form.
        if (number === 0) continue
        const first = lines.get(number)
        const { place } = entry
        if (first !== undefined) {
          const message = `The id ${list.prefix}-${number} is used a second time`
          const help = `Give it the next free id, ${list.prefix}-${highest + 1}, at the end of the list: line ${first} has this one.`
          report({ place, message, help })
        } else if (number < last) {
          const message = `The id ${list.prefix}-${number} is below ${list.prefix}-${last}, but ids rise`
          report({ place, message, help: 'Put the entries back into the order of their numbers.' })
        }
        lines.set(number, first ?? place.line)
        last = Math.max(last, number)
      }
    }
  },
}

function numberOf({ fields, list }: StateEntry): number {
  return idNumber(textOf(fields, 'id') ?? '', list.prefix) ?? 0
}

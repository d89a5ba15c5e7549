import type { MemoryRule } from '../../../core/rule.ts'
import { allEntriesOf, tasksOf, updateFactsOf } from '../tasks.ts'

/** An update archives entries that there are. */
export const updateIds: MemoryRule = {
  id: 'update-ids',
  summary: "An update file archives only ids that its task's state has.",
  why: 'An unknown id is never applied. Its writer meant another entry, which still counts as true.',
  howToFix: 'Correct the id. `state-missing` reports a task without a state.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# state.yaml has KL-1 and KL-2\nKEY_LEARNINGS:\n  ARCHIVE:\n    - KL-7 because the queue was replaced\n',
    good: 'KEY_LEARNINGS:\n  ARCHIVE:\n    - KL-2 because the queue was replaced\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const task of tasksOf(memory)) {
      const { state, updates } = task
      const entries = allEntriesOf(task)
      if (!state || !entries) continue
      const known = new Set(entries.map(({ id }) => id))
      for (const document of updates) {
        for (const { id, place } of updateFactsOf(document)?.archive ?? []) {
          if (known.has(id)) continue
          report(document.path, {
            place,
            message: `The state of the task has no id ${id}`,
            help: `Correct the id: ${state.path} has ${rangeOf(known, id.slice(0, 2))}.`,
          })
        }
      }
    }
  },
}

/** The ids of one list, in the order of the state. */
function rangeOf(known: ReadonlySet<string>, prefix: string): string {
  const own = [...known].filter((id) => id.startsWith(`${prefix}-`))
  if (own.length < 3) return own.length === 0 ? `no ${prefix} entry` : own.join(' and ')
  return `${own[0]} to ${own.at(-1)}`
}

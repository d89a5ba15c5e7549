import type { MemoryRule } from '../../../core/rule.ts'
import { entriesOf, tasksOf } from '../tasks.ts'

/** An entry that was moved out of a state is in one place. */
export const archivedIds: MemoryRule = {
  id: 'archived-ids',
  summary: 'An id of `archived-NNN.yaml` is in no other file of its task.',
  why: 'Archived entries are moved out of a long state. One that is in two files comes from a move that was stopped, or from two branches that gave out one number, and an update cannot know which one it is about.',
  howToFix:
    'The next update of the task takes equal ones out of the state. Where they differ, give the later entry the next free number of its list, and correct its line in the log.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# archived-001.yaml\nkey_learnings:\n  - id: KL-1\n\n# state.yaml\nkey_learnings:\n  - id: KL-1\n',
    good: '# archived-001.yaml\nkey_learnings:\n  - id: KL-1\n\n# state.yaml\nkey_learnings:\n  - id: KL-2\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const { state, archives } of tasksOf(memory)) {
      const holders = new Map<string, string>()
      if (state) for (const { id } of entriesOf(state) ?? []) holders.set(id, state.path)
      for (const document of archives) {
        for (const { id, place } of entriesOf(document) ?? []) {
          const other = holders.get(id)
          if (id !== '' && other !== undefined && other !== document.path) {
            report(document.path, {
              place,
              message: `The id ${id} is also in ${other}`,
              help: 'Update the task, which takes an equal entry out of the state; give a different one a number of its own.',
            })
          }
          holders.set(id, document.path)
        }
      }
    }
  },
}

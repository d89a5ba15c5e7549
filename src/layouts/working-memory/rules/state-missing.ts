import { shellWord } from '../../../core/messages.ts'
import { folderOf } from '../../../core/path.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { tasksOf } from '../tasks.ts'

/** A task has a state. */
export const stateMissing: MemoryRule = {
  id: 'state-missing',
  summary: 'A task that has a log or updates has a state.',
  why: 'The state is what an agent reads. A log without one records entries that can no longer be found; updates without one were never applied.',
  howToFix:
    'Restore `state.yaml` (`git log -p -- PATH` shows what it was), or apply the updates. A finished task is deleted whole.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '.working-memory/lost-retries/log.md\n',
    good: '.working-memory/lost-retries/log.md\n.working-memory/lost-retries/state.yaml\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const { name, state, logs, updates } of tasksOf(memory)) {
      const [first] = updates
      const [log] = logs
      if (state) continue
      if (log) {
        const message = `The log of the task ${name} has no state.yaml next to it`
        const path = shellWord(`:/${folderOf(log.path)}/state.yaml`)
        report(log.path, {
          place: WHOLE_FILE,
          message,
          help: `Restore the state: \`git log -- ${path}\` lists the commits that changed it, and \`git restore --source=COMMIT -- ${path}\` brings it back.`,
        })
      } else if (first) {
        report(first.path, {
          place: WHOLE_FILE,
          severity: 'warning',
          message: `The update of the task ${name} has no state.yaml next to it`,
          help: 'Apply the update, so that what it says is remembered.',
        })
      }
    }
  },
}

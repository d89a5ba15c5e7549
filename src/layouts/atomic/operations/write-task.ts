import { defineOperation } from '../../../core/operation.ts'
import { closedObject } from '../../../core/schema.ts'
import { refuseDeadline } from './items/clean-fields.ts'
import { planNewItem } from './items/new-item.ts'
import { dryRun, ITEM, OWN, RULE, written } from './items/schemas.ts'

/** Creates something to do. */
export const writeTask = defineOperation({
  name: 'write_task',
  title: 'Write a task',
  description: `Creates one concrete thing to do. update_task moves it on. ${RULE}`,
  details:
    'Outcomes go to write_goal. Example: {"title": "Rotate the signing keys", "content": "Both keys are accepted for a week.", "assignee": "platform", "deadline": "2026-09-01"}.',
  input: closedObject(['title', 'content'], {
    ...ITEM,
    status: { ...OWN.taskStatus, default: 'todo' },
    assignee: OWN.assignee,
    deadline: OWN.deadline,
    dry_run: dryRun,
  }),
  output: written,
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'atomic write-task',
    summary: 'create a thing to do',
    examples: [
      "memkeep atomic write-task --title 'Rotate the signing keys' --deadline 2026-09-01 --content 'Both are accepted for a week.'",
    ],
  },
  wants: () => [],
  plan: (input) => {
    const { status = 'todo', assignee, deadline } = input.args
    const fault = refuseDeadline(deadline)
    if (fault) return fault
    const notes =
      status === 'done'
        ? ['It is saved as a task that is done: `memkeep atomic archive` moves it to tasks/archive.']
        : []
    return planNewItem(input, { kind: 'task', own: { status, assignee, deadline }, notes })
  },
})

import { closedObject, type Operation } from '../../../core/operation.ts'
import { refuseDeadline } from './items/clean-fields.ts'
import { planNewItem } from './items/new-item.ts'
import {
  assigneeSchema,
  contentSchema,
  deadlineSchema,
  dryRunSchema,
  RULE,
  tagsSchema,
  taskStatusSchema,
  textOf,
  titleSchema,
  writtenSchema,
} from './items/schemas.ts'

/** Creates something to do. */
export const writeTask: Operation = {
  name: 'write_task',
  title: 'Write a task',
  description: `Creates one concrete thing to do. Its life is todo → in_progress → done, by update_task, which archives it when it is done. ${RULE} Not for outcomes (write_goal). Example: {"title": "Rotate the signing keys", "content": "Both keys are accepted for a week.", "assignee": "platform", "deadline": "2026-09-01"}.`,
  input: closedObject(['title', 'content'], {
    title: titleSchema,
    content: contentSchema,
    tags: tagsSchema,
    status: { ...taskStatusSchema, default: 'todo' },
    assignee: assigneeSchema,
    deadline: deadlineSchema,
    dry_run: dryRunSchema,
  }),
  output: writtenSchema,
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
  plan: ({ args, ...input }) => {
    const { status = 'todo' } = args
    const deadline = textOf(args.deadline)?.trim() ?? ''
    const fault = deadline === '' ? null : refuseDeadline(deadline)
    if (fault) return fault
    const notes =
      status === 'done'
        ? ['It is saved as a task that is done: archive_memory moves it to tasks/archive.']
        : []
    return planNewItem(
      { ...input, args: { ...args, status } },
      {
        kind: 'task',
        own: ['status', 'assignee', 'deadline'],
        status: String(status),
        notes,
        data: { status },
      },
    )
  },
}

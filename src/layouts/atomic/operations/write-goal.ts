import { closedObject, type Operation } from '../../../core/operation.ts'
import { isFinal } from '../lifecycle.ts'
import { planNewItem } from './items/new-item.ts'
import {
  contentSchema,
  dryRunSchema,
  goalStatusSchema,
  prioritySchema,
  RULE,
  tagsSchema,
  titleSchema,
  withPriority,
  writtenSchema,
} from './items/schemas.ts'

/** Defines an objective. */
export const writeGoal: Operation = {
  name: 'write_goal',
  title: 'Write a goal',
  description: `Defines one outcome-oriented objective: what is to be true in the end, not the steps (write_task). ${RULE} Example: {"title": "The dashboard works offline", "content": "Field staff read yesterday's numbers without a network.", "priority": "high"}. update_goal refines it, or marks it achieved or abandoned.`,
  input: closedObject(['title', 'content'], {
    title: titleSchema,
    content: contentSchema,
    tags: tagsSchema,
    priority: prioritySchema,
    status: { ...goalStatusSchema, default: 'active' },
    dry_run: dryRunSchema,
  }),
  output: writtenSchema,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'atomic write-goal',
    summary: 'define an objective',
    examples: ["memkeep atomic write-goal --title 'The dashboard works offline' --priority high < goal.md"],
  },
  wants: () => [],
  plan: ({ args, ...input }) => {
    const { status = 'active' } = args
    const notes = isFinal(String(status)) ? [`It is saved as a goal that is over: ${status}.`] : []
    return planNewItem(
      { ...input, args: { ...withPriority(args), status } },
      { kind: 'goal', own: ['status', 'priority'], status: String(status), notes, data: { status } },
    )
  },
}

import { defineOperation } from '../../../core/operation.ts'
import { closedObject } from '../../../core/schema.ts'
import { isFinal } from '../lifecycle.ts'
import { planNewItem } from './items/new-item.ts'
import { dryRun, ITEM, OWN, priorityOf, RULE, written } from './items/schemas.ts'

/** Defines an objective. */
export const writeGoal = defineOperation({
  name: 'write_goal',
  title: 'Write a goal',
  description: `Defines one objective: what is to be true in the end, not the steps. ${RULE}`,
  details:
    'update_goal refines it, or marks it achieved or abandoned. Example: {"title": "The dashboard works offline", "content": "Field staff read the numbers of yesterday without a network.", "priority": "high"}.',
  input: closedObject(['title', 'content'], {
    ...ITEM,
    priority: OWN.priority,
    status: { ...OWN.goalStatus, default: 'active' },
    dry_run: dryRun,
  }),
  output: written,
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'atomic write-goal',
    summary: 'define an objective',
    examples: ["memkeep atomic write-goal --title 'The dashboard works offline' --priority high < goal.md"],
  },
  wants: () => [],
  plan: (input) => {
    const { status = 'active', priority } = input.args
    const notes = isFinal(status) ? [`It is saved as a goal that is over: ${status}.`] : []
    return planNewItem(input, { kind: 'goal', own: { status, priority: priorityOf(priority) }, notes })
  },
})

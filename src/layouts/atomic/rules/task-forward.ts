import type { ItemAt } from '../../../core/changes/item-changes.ts'
import type { ChangeRule, Found } from '../../../core/rule.ts'
import { isArchived, statusOf, stepsOf, taskRank } from '../lifecycle.ts'
import { rememberedPlace } from '../read-item.ts'

/** A task never goes back to what it was. */
export const taskForward: ChangeRule = {
  id: 'task-forward',
  summary: 'The status of a task moves forward only, and an archived task stays archived.',
  why: 'The lifecycle of a task is a record of what was done. One that goes back to `todo` hides that it was done once, and a merge that takes the older status undoes the work of a branch. With `history: { task: { mode: off } }` the rule finds nothing.',
  howToFix: 'Put the status back, and write a new task for what is left to do.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# before\nstatus: done\n\n# after\nstatus: in_progress\n',
    good: '# before\nstatus: in_progress\n\n# after\nstatus: done\n',
  },
  kinds: ['task'],
  subject: 'change',
  check: (change, report) => {
    if (change.after.histories.task?.mode === 'free') return
    for (const { before, after } of stepsOf(change, 'task', statusOf)) {
      const found = backward(before, after)
      if (found) report(after.document.path, found)
    }
    for (const { before, after } of stepsOf(change, 'task', ({ document }) => document.scope)) {
      if (isArchived(before.document)) report(after.document.path, unarchived(before, after))
    }
  },
}

function backward(before: ItemAt, after: ItemAt): Found | null {
  const [from, to] = [statusOf(before), statusOf(after)]
  const [high, low] = [taskRank(from), taskRank(to)]
  if (high === null || low === null || low > high) return null
  return {
    place: rememberedPlace(after.document, 'status'),
    message: `Task "${after.item.title}" goes back from ${from} to ${to}`,
    help: `Put \`status: ${from}\` back, and write a new task for what is left to do.`,
  }
}

function unarchived(before: ItemAt, { item, document }: ItemAt): Found {
  return {
    place: rememberedPlace(document, 'status'),
    message: `Task "${item.title}" was archived and is outside the archive again`,
    help: `Move it back to ${before.document.path}, and write a new task for what is left to do.`,
  }
}

import type { ItemAt } from '../../../core/changes/item-changes.ts'
import { safeText } from '../../../core/messages.ts'
import { defineOperation, type OperationAnswer, type OperationInput } from '../../../core/operation.ts'
import { closedObject, type ValueOf } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import { isArchived, statusOf, TASK_STATUSES, taskRank } from '../lifecycle.ts'
import { finishMove, ownChanges, planArchive, planRefinement } from './items/change-item.ts'
import { refuseDeadline } from './items/clean-fields.ts'
import { findToChange, pathsOfId, refuseStatus } from './items/find-item.ts'
import { change, dryRun, id, OWN, type Written, written } from './items/schemas.ts'

const input = closedObject(['id'], {
  id,
  status: change(OWN.taskStatus),
  assignee: change(OWN.assignee, 'Who does it; an empty text takes it out.'),
  deadline: change(OWN.deadline, 'YYYY-MM-DD, or an instant; an empty text takes it out.'),
  dry_run: dryRun,
})

type Args = ValueOf<typeof input>

/** Moves a task forward. */
export const updateTask = defineOperation({
  name: 'update_task',
  title: 'Update a task',
  description:
    'Moves a task forward, todo → in_progress → done, which archives it, or changes who does it and by when. What is not given stays.',
  details:
    'Nothing moves a task back: write a new one with write_task. Its title and text stay. Example: {"id": "task-20260208-q3f7ab", "status": "in_progress", "assignee": "platform"}.',
  input,
  output: written,
  everyday: true,
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'atomic task',
    summary: 'move a task forward; one that is done is archived',
    examples: ['memkeep atomic task task-20260208-q3f7ab --status done'],
  },
  wants: pathsOfId,
  plan: (input) => {
    const { assignee, deadline } = input.args
    const fault = refuseDeadline(deadline)
    const found = findToChange(input, { kind: 'task', names: ['status', 'assignee', 'deadline'], fault })
    if ('refusal' in found) return found
    const { at, archived } = found
    if (!archived) return moveForward(at, input)
    // The archived copy is the later one: a task that is done is not changed.
    const isMore = (assignee ?? deadline ?? null) !== null
    const notes = isMore ? ['The task is done, so `assignee` and `deadline` stay as they are.'] : []
    return finishMove(at, archived, input, notes)
  },
})

function moveForward(at: ItemAt, input: OperationInput<Args>): OperationAnswer<Written> {
  const { status, assignee, deadline } = input.args
  const from = statusOf(at)
  const to = status ?? from
  const odd = refuseStatus(at, TASK_STATUSES)
  if (odd) return odd
  const named = `Task "${safeText(at.item.title)}"`
  if ((taskRank(to) ?? 0) < (taskRank(from) ?? 0)) {
    return refuse(
      `${named} is ${from}, and does not go back to ${to}`,
      'Write a new task with write_task for what is left to do.',
    )
  }
  const own = ownChanges(at.item.fields, { assignee, deadline })
  const isKept = isArchived(at.document)
  if ((from === 'done' || isKept) && own.length > 0) {
    return refuse(
      `${named} is done, so it is not changed`,
      'Leave out `assignee` and `deadline`; write_task adds a new task.',
    )
  }
  const changes = [...(to === from ? [] : [{ key: 'status', value: to }]), ...own]
  if (status !== 'done' || isKept) return planRefinement(at, { changes }, input, { status: to })
  const notes = from === 'todo' ? ['It went through in_progress in the same step.'] : []
  return planArchive(at, { changes, notes }, input)
}

import type { ItemAt } from '../../../core/changes/item-changes.ts'
import type { JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import {
  closedObject,
  type Operation,
  type OperationAnswer,
  type OperationInput,
  type Refusal,
} from '../../../core/operation.ts'
import type { FrontMatterChange } from '../../../formats/front-matter-edits.ts'
import { isArchived, statusOf, TASK_STATUSES, taskRank } from '../lifecycle.ts'
import {
  answerChange,
  answerUnchanged,
  changedText,
  finishMove,
  planArchive,
  refuseUnread,
} from './items/change-item.ts'
import { refuseDeadline, refuseUnseen } from './items/clean-fields.ts'
import { findOfKind, idOf, pathsOfId } from './items/find-item.ts'
import {
  assigneeSchema,
  deadlineSchema,
  dryRunSchema,
  idSchema,
  optionalChange,
  taskStatusSchema,
  textOf,
  writtenSchema,
} from './items/schemas.ts'

/** Moves a task forward. */
export const updateTask: Operation = {
  name: 'update_task',
  title: 'Update a task',
  description:
    'Moves one task forward, todo → in_progress → done, or changes who does it and by when. A task that is done moves to tasks/archive in the same step. Nothing moves a task back: write a new one with write_task. Its title and text stay. Example: {"id": "task-20260208-q3f7ab", "status": "in_progress", "assignee": "platform"}.',
  input: closedObject(['id'], {
    id: idSchema,
    status: optionalChange(taskStatusSchema),
    assignee: optionalChange({ ...assigneeSchema, description: 'Who does it; an empty text takes it out.' }),
    deadline: optionalChange({
      ...deadlineSchema,
      description:
        'The day by which it is to be done, as YYYY-MM-DD, or an instant; an empty text takes it out.',
    }),
    dry_run: dryRunSchema,
  }),
  output: writtenSchema,
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
    const { args, memory } = input
    const fault = refuseUnseen(args) ?? refuseArguments(args)
    if (fault) return fault
    const found = findOfKind(idOf(args), 'task', memory)
    if ('refusal' in found) return found
    const { at, archived } = found
    if (archived) return finishMove({ at, archived }, input, notesOnFinish(args))
    return moveForward(at, input)
  },
}

function refuseArguments({ status, assignee, deadline }: JsonObject): Refusal | null {
  const given = [status, assignee, deadline].filter((one) => typeof one === 'string')
  if (given.length === 0) {
    return { refusal: 'Nothing is to be changed', help: 'Give `status`, `assignee` or `deadline`.' }
  }
  const day = textOf(deadline)?.trim() ?? ''
  return day === '' ? null : refuseDeadline(day)
}

/** The archived copy is the later one: a task that is done is not changed. */
function notesOnFinish({ assignee, deadline }: JsonObject): string[] {
  const isMore = [assignee, deadline].some((one) => typeof one === 'string')
  return isMore ? ['The task is done, so `assignee` and `deadline` stay as they are.'] : []
}

function moveForward(at: ItemAt, input: OperationInput): OperationAnswer {
  const { args } = input
  const from = statusOf(at)
  const to = textOf(args.status) ?? from
  const [before, after] = [taskRank(from), taskRank(to)]
  if (before === null || after === null) return refuseStatus(at, from)
  if (after < before) return refuseBack(at, from, to)
  const changes = ['assignee', 'deadline'].flatMap((key) => changeOf(key, at, args))
  const isClosed = from === 'done' || isArchived(at.document)
  if (isClosed && changes.length > 0) return refuseDone(at)
  if (to === 'done' && !isArchived(at.document) && args.status === 'done') {
    const isStep = from !== 'done'
    const notes = from === 'todo' ? ['It went through in_progress in the same step.'] : []
    const status = isStep ? [{ key: 'status', value: 'done' }] : []
    return planArchive(at, { changes: [...status, ...changes], notes }, input)
  }
  const all = [...(to === from ? [] : [{ key: 'status', value: to }]), ...changes]
  if (all.length === 0) return answerUnchanged(at, 'It is as you want it already.', { status: from })
  const source = input.sources.get(at.document.path)
  if (!source) return refuseUnread(at)
  const changed = changedText(source, all)
  if ('refusal' in changed) return changed
  const { path } = at.document
  const plan = new Map([[path, { kind: 'text', text: changed.text } as const]])
  return answerChange({ at, path, plan, data: { status: to } }, input)
}

function changeOf(key: string, { item }: ItemAt, args: JsonObject): FrontMatterChange[] {
  const value = textOf(args[key])?.trim()
  if (value === undefined || value === (item.fields[key] ?? '')) return []
  return [{ key, value: value === '' ? null : value }]
}

function refuseStatus({ document }: ItemAt, status: string): Refusal {
  return {
    refusal: `${safePath(document.path)} has the status ${safeText(status || 'that is no text')}, which is none of ${TASK_STATUSES.join(', ')}`,
    help: 'Write one of them in the file, then call again.',
  }
}

function refuseBack({ item }: ItemAt, from: string, to: string): Refusal {
  return {
    refusal: `Task "${safeText(item.title)}" is ${from}, and does not go back to ${to}`,
    help: 'Write a new task with write_task for what is left to do.',
  }
}

function refuseDone({ item }: ItemAt): Refusal {
  return {
    refusal: `Task "${safeText(item.title)}" is done, so it is not changed`,
    help: 'Leave out `assignee` and `deadline`; write_task adds a new task.',
  }
}

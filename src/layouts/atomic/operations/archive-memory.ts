import type { ItemAt } from '../../../core/changes/item-changes.ts'
import { safeText } from '../../../core/messages.ts'
import { closedObject, type Operation, type Refusal } from '../../../core/operation.ts'
import { isArchived, statusOf } from '../lifecycle.ts'
import { answerUnchanged, finishMove, planArchive } from './items/change-item.ts'
import { findItem, idOf, isOver, pathsOfId } from './items/find-item.ts'
import { dryRunSchema, idSchema, writtenSchema } from './items/schemas.ts'

/** Moves an item that is over to the archive of its category. */
export const archiveMemory: Operation = {
  name: 'archive_memory',
  title: 'Archive an item',
  description:
    'Moves one item that no longer counts to the archive of its category: a fact, a task that is done, a goal that is achieved or abandoned. It leaves lists and searches, keeps its id and text, and is not deleted. Decisions and reflections are never moved: supersede a decision with write_decision. Finishing a task with update_task archives it already. Example: {"id": "fact-20260208-q3f7ab"}.',
  input: closedObject(['id'], { id: idSchema, dry_run: dryRunSchema }),
  output: writtenSchema,
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'atomic archive',
    summary: 'move a fact, a finished task or an ended goal to the archive',
    examples: ['memkeep atomic archive fact-20260208-q3f7ab --dry-run'],
  },
  wants: pathsOfId,
  plan: (input) => {
    const found = findItem(idOf(input.args), input.memory)
    if ('refusal' in found) return found
    const { at, archived } = found
    const fault = refuseKind(at)
    if (fault) return fault
    if (archived) return finishMove({ at, archived }, input)
    if (isArchived(at.document)) return answerUnchanged(at, 'It is in the archive already.')
    return refuseActive(at) ?? planArchive(at, { changes: [] }, input)
  },
}

function refuseKind({ item }: ItemAt): Refusal | null {
  if (item.kind === 'decision') {
    return {
      refusal: `${safeText(item.id ?? '')} is a decision, which is never moved`,
      help: 'Write the decision that replaces it with write_decision and its id as `supersedes`.',
    }
  }
  if (item.kind !== 'reflection') return null
  return {
    refusal: `${safeText(item.id ?? '')} is a reflection, which is never moved`,
    help: 'Leave it. write_reflection adds what you see otherwise now.',
  }
}

function refuseActive(at: ItemAt): Refusal | null {
  const { item } = at
  if (item.kind === 'fact' || isOver(at)) return null
  const isTask = item.kind === 'task'
  return {
    refusal: `${safeText(item.id ?? '')} is a ${item.kind} with status ${safeText(statusOf(at))}: it is not over`,
    help: isTask
      ? 'Finish it: update_task with `status` done archives it.'
      : 'End it first: update_goal with `status` achieved, or `status` abandoned and a `reason`.',
  }
}

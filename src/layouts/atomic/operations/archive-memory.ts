import type { ItemAt } from '../../../core/changes/item-changes.ts'
import { safeText } from '../../../core/messages.ts'
import { defineOperation, type Refusal } from '../../../core/operation.ts'
import { closedObject } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import { isArchived, isOver, statusOf } from '../lifecycle.ts'
import { answerUnchanged, finishMove, planArchive } from './items/change-item.ts'
import { findItem, pathsOfId } from './items/find-item.ts'
import { dryRun, id, written } from './items/schemas.ts'

/** Moves an item that is over to the archive of its category. */
export const archiveMemory = defineOperation({
  name: 'archive_memory',
  title: 'Archive an item',
  description:
    'Moves one item that no longer counts to the archive of its category: a fact, a task that is done, a goal that is achieved or abandoned. It leaves lists and searches, keeps its id and text, and is not deleted. Decisions and reflections are never moved: supersede a decision with write_decision. Finishing a task with update_task archives it already. Example: {"id": "fact-20260208-q3f7ab"}.',
  input: closedObject(['id'], { id, dry_run: dryRun }),
  output: written,
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
    const found = findItem(input)
    if ('refusal' in found) return found
    const { at, archived } = found
    const fault = refuseKind(at)
    if (fault) return fault
    if (archived) return finishMove(at, archived, input)
    if (isArchived(at.document)) return answerUnchanged(at, 'It is in the archive already.')
    return refuseActive(at) ?? planArchive(at, { changes: [] }, input)
  },
})

function refuseKind({ item }: ItemAt): Refusal | null {
  const name = safeText(item.id ?? '')
  if (item.kind === 'decision') {
    return refuse(
      `${name} is a decision, which is never moved`,
      'Write the decision that replaces it with write_decision and its id as `supersedes`.',
    )
  }
  if (item.kind !== 'reflection') return null
  return refuse(
    `${name} is a reflection, which is never moved`,
    'Leave it. write_reflection adds what you see otherwise now.',
  )
}

function refuseActive(at: ItemAt): Refusal | null {
  const { kind, id = '' } = at.item
  if (kind === 'fact' || isOver(at)) return null
  return refuse(
    `${safeText(id)} is a ${kind} with status ${safeText(statusOf(at))}: it is not over`,
    kind === 'task'
      ? 'Finish it: update_task with `status` done archives it.'
      : 'End it first: update_goal with `status` achieved, or `status` abandoned and a `reason`.',
  )
}

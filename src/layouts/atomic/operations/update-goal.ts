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
import { GOAL_STATUSES, isArchived, isFinal, statusOf } from '../lifecycle.ts'
import { finishMove, planRefinement, readRefinement } from './items/change-item.ts'
import { refuseUnseen } from './items/clean-fields.ts'
import { findOfKind, idOf, pathsOfId } from './items/find-item.ts'
import {
  contentSchema,
  dryRunSchema,
  goalStatusSchema,
  idSchema,
  optionalChange,
  prioritySchema,
  reasonSchema,
  tagsSchema,
  textOf,
  titleSchema,
  withPriority,
  writtenSchema,
} from './items/schemas.ts'

/** Refines a goal, or ends it. */
export const updateGoal: Operation = {
  name: 'update_goal',
  title: 'Update a goal',
  description:
    'Refines one goal in its file (title, text, tags, priority), or ends it: `achieved`, or `abandoned` with a `reason`. Both are final: only a new `reason` makes it `active` again. What is not given stays, to the last byte. Goals are never removed; archive_memory moves one that is over. Example: {"id": "goal-20260208-q3f7ab", "status": "abandoned", "reason": "One region is enough."}.',
  input: closedObject(['id'], {
    id: idSchema,
    status: optionalChange(goalStatusSchema),
    title: optionalChange(titleSchema),
    content: optionalChange(contentSchema),
    tags: optionalChange({
      ...tagsSchema,
      description: 'Words to filter by, all of them; an empty list takes them out.',
    }),
    priority: optionalChange({
      ...prioritySchema,
      description: 'How much it matters: a word or a whole number; an empty text takes it out.',
    }),
    reason: reasonSchema,
    dry_run: dryRunSchema,
  }),
  output: writtenSchema,
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'atomic goal',
    summary: 'refine a goal, or mark it achieved or abandoned',
    examples: [
      'memkeep atomic goal goal-20260208-q3f7ab --status achieved',
      "memkeep atomic goal goal-20260208-q3f7ab --status abandoned --reason 'One region is enough.'",
    ],
  },
  wants: pathsOfId,
  plan: (input) => {
    const { args, memory } = input
    const fault = refuseUnseen(args) ?? refuseNothing(args)
    if (fault) return fault
    const found = findOfKind(idOf(args), 'goal', memory)
    if ('refusal' in found) return found
    const { at, archived } = found
    if (archived) return finishMove({ at, archived }, input, ['Nothing else of the goal was changed.'])
    return changeGoal(at, input)
  },
}

const CHANGEABLE = ['status', 'title', 'content', 'tags', 'priority']

function refuseNothing(args: JsonObject): Refusal | null {
  if (CHANGEABLE.some((key) => (args[key] ?? null) !== null)) return null
  return {
    refusal: 'Nothing is to be changed',
    help: 'Give `status`, `title`, `content`, `tags` or `priority`; a `reason` goes with a `status`.',
  }
}

function changeGoal(at: ItemAt, input: OperationInput): OperationAnswer {
  const { args, memory } = input
  const from = statusOf(at)
  const to = textOf(args.status) ?? from
  if (!(GOAL_STATUSES as readonly string[]).includes(from)) return refuseStatus(at, from)
  const step = stepChanges(at, { from, to }, textOf(args.reason)?.trim() ?? '')
  if ('refusal' in step) return step
  const refinement = readRefinement(at, withPriority(args), { own: ['priority'], memory })
  if ('refusal' in refinement) return refinement
  const isRefined = refinement.changes.length > 0 || refinement.content !== null
  const isChange = isRefined || step.changes.length > 0
  if (isArchived(at.document) && isChange) return refuseArchived(at)
  if (isRefined && isFinal(from) && isFinal(to)) return refuseEnded(at, from)
  const changes = [...step.changes, ...refinement.changes]
  return planRefinement(at, { ...refinement, changes }, input, { status: to })
}

type Step = { readonly from: string; readonly to: string }

/** The fields that a step of the status sets; none where the status stays. */
function stepChanges(
  at: ItemAt,
  { from, to }: Step,
  reason: string,
): { readonly changes: readonly FrontMatterChange[] } | Refusal {
  const { reopened, ended_reason: ended } = at.item.fields
  if (from === to) {
    const known = isFinal(to) ? ended : reopened
    return reason === '' || reason === known ? { changes: [] } : refuseReason(to)
  }
  const status = { key: 'status', value: to }
  if (to === 'active') {
    if (reason === '') return refuseReopening(at, from)
    if (reason === reopened) return refuseSameReason(at)
    return { changes: [status, { key: 'reopened', value: reason }, { key: 'ended_reason', value: null }] }
  }
  if (isFinal(from)) return refuseFinal(at, from, to)
  if (to === 'abandoned' && reason === '') return refuseAbandoning(at)
  return { changes: [status, ...(reason === '' ? [] : [{ key: 'ended_reason', value: reason }])] }
}

function refuseStatus({ document }: ItemAt, status: string): Refusal {
  return {
    refusal: `${safePath(document.path)} has the status ${safeText(status || 'that is no text')}, which is none of ${GOAL_STATUSES.join(', ')}`,
    help: 'Write one of them in the file, then call again.',
  }
}

function named({ item }: ItemAt): string {
  return `Goal "${safeText(item.title)}"`
}

function refuseReason(status: string): Refusal {
  return {
    refusal: `A \`reason\` is given, and the goal is ${status} already`,
    help: 'Leave out `reason`: it is kept with a step of the status only.',
  }
}

function refuseReopening(at: ItemAt, from: string): Refusal {
  return {
    refusal: `${named(at)} is ${from}, which is final`,
    help: 'To pursue it again give a `reason` with `status` active, or write a new goal with write_goal.',
  }
}

function refuseSameReason(at: ItemAt): Refusal {
  return {
    refusal: `${named(at)} was reopened for this reason before`,
    help: 'Give a `reason` that says what is new now.',
  }
}

function refuseFinal(at: ItemAt, from: string, to: string): Refusal {
  return {
    refusal: `${named(at)} is ${from}, which is final, and does not become ${to}`,
    help: 'Make it active first, with `status` active and a `reason`.',
  }
}

function refuseAbandoning(at: ItemAt): Refusal {
  return {
    refusal: `${named(at)} is abandoned without a reason`,
    help: 'Give a `reason`: a goal is not silently removed.',
  }
}

function refuseEnded(at: ItemAt, from: string): Refusal {
  return {
    refusal: `${named(at)} is ${from}, so it is not refined`,
    help: 'Write a new goal with write_goal, or make this one active with `status` active and a `reason`.',
  }
}

function refuseArchived(at: ItemAt): Refusal {
  return {
    refusal: `${named(at)} is in the archive, so it is not changed`,
    help: 'Write a new goal with write_goal.',
  }
}

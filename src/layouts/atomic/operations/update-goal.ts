import type { ItemAt } from '../../../core/changes/item-changes.ts'
import { safeText } from '../../../core/messages.ts'
import {
  defineOperation,
  type OperationAnswer,
  type OperationInput,
  type Refusal,
} from '../../../core/operation.ts'
import { closedObject, type ValueOf } from '../../../core/schema.ts'
import type { FrontMatterChange } from '../../../formats/edit-front-matter.ts'
import { refuse } from '../../../stores/answer.ts'
import { GOAL_STATUSES, isArchived, isFinal, statusOf } from '../lifecycle.ts'
import { finishMove, isRefined, planRefinement, readRefinement } from './items/change-item.ts'
import { findToChange, pathsOfId, refuseStatus } from './items/find-item.ts'
import { change, dryRun, ITEM, id, OWN, priorityOf, type Written, written } from './items/schemas.ts'

const input = closedObject(['id'], {
  id,
  status: change(OWN.goalStatus),
  title: change(ITEM.title),
  content: change(ITEM.content),
  tags: change(ITEM.tags, 'All of them; an empty list takes them out.'),
  priority: change(OWN.priority, 'A word or a whole number; an empty text takes it out.'),
  reason: OWN.reason,
  dry_run: dryRun,
})

type Args = ValueOf<typeof input>

/** Refines a goal, or ends it. */
export const updateGoal = defineOperation({
  name: 'update_goal',
  title: 'Update a goal',
  description:
    'Refines a goal, or ends it: `achieved`, or `abandoned` with a `reason`. Only a new `reason` makes it `active` again. What is not given stays.',
  details:
    'Goals are never removed; `memkeep atomic archive` moves one that is over. Example: {"id": "goal-20260208-q3f7ab", "status": "abandoned", "reason": "One region is enough."}.',
  input,
  output: written,
  everyday: true,
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
    const found = findToChange(input, {
      kind: 'goal',
      names: ['status', 'title', 'content', 'tags', 'priority'],
      also: '; a `reason` goes with a `status`',
    })
    if ('refusal' in found) return found
    const { at, archived } = found
    return archived
      ? finishMove(at, archived, input, ['Nothing else of the goal was changed.'])
      : changeGoal(at, input)
  },
})

function changeGoal(at: ItemAt, input: OperationInput<Args>): OperationAnswer<Written> {
  const { args, memory } = input
  const from = statusOf(at)
  const to = args.status ?? from
  const odd = refuseStatus(at, GOAL_STATUSES)
  if (odd) return odd
  const step = stepChanges(at, to, args.reason?.trim() ?? '')
  if ('refusal' in step) return step
  const refinement = readRefinement(at, args, { priority: priorityOf(args.priority) }, memory)
  if ('refusal' in refinement) return refinement
  const changes = [...step.changes, ...refinement.changes]
  const all = { ...refinement, changes, notes: [...(step.notes ?? []), ...(refinement.notes ?? [])] }
  const named = `Goal "${safeText(at.item.title)}"`
  if (isArchived(at.document) && isRefined(all)) {
    return refuse(`${named} is in the archive, so it is not changed`, 'Write a new goal with write_goal.')
  }
  if (isRefined(refinement) && isFinal(from) && isFinal(to)) {
    return refuse(
      `${named} is ${from}, so it is not refined`,
      'Write a new goal with write_goal, or make this one active with `status` active and a `reason`.',
    )
  }
  return planRefinement(at, all, input, { status: to })
}

/** The fields that a step of the status sets; none where the status stays. */
function stepChanges(
  { item }: ItemAt,
  to: string,
  reason: string,
): { readonly changes: readonly FrontMatterChange[]; readonly notes?: readonly string[] } | Refusal {
  const { reopened, ended_reason: ended } = item.fields
  const from = statusOf({ item })
  const named = `Goal "${safeText(item.title)}"`
  if (from === to) {
    if (reason === '' || reason === (isFinal(to) ? ended : reopened)) return { changes: [] }
    return refuse(
      `A \`reason\` is given, and the goal is ${to} already`,
      'Leave out `reason`: it is kept with a step of the status only.',
    )
  }
  const status = { key: 'status', value: to }
  if (to === 'active') {
    if (reason === '') {
      return refuse(
        `${named} is ${from}, which is final`,
        'To pursue it again give a `reason` with `status` active, or write a new goal with write_goal.',
      )
    }
    if (reason === reopened) {
      return refuse(
        `${named} was reopened for this reason before`,
        'Give a `reason` that says what is new now.',
      )
    }
    const notes =
      typeof ended === 'string' ? [`The reason of its end is taken out: "${safeText(ended)}"`] : []
    return {
      changes: [status, { key: 'reopened', value: reason }, { key: 'ended_reason', value: null }],
      notes,
    }
  }
  if (isFinal(from)) {
    return refuse(
      `${named} is ${from}, which is final, and does not become ${to}`,
      'Make it active first, with `status` active and a `reason`.',
    )
  }
  if (to === 'abandoned' && reason === '') {
    return refuse(
      `${named} is abandoned without a reason`,
      'Give a `reason`: a goal is not silently removed.',
    )
  }
  return { changes: [status, ...(reason === '' ? [] : [{ key: 'ended_reason', value: reason }])] }
}

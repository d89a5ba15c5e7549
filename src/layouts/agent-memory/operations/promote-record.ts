import { safePath, safeText } from '../../../core/messages.ts'
import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { choice, closedObject, flag, number, typed, type ValueOf } from '../../../core/schema.ts'
import { answerOf, refuse, writeAnswer } from '../../../stores/answer.ts'
import { planDelete, planMove } from '../../../stores/plans.ts'
import { recordOf } from '../record.ts'
import { DRY_RUN, dryMark, ID, MEMORY_ROOT, WRITTEN, WRITTEN_ALWAYS } from '../store/answers.ts'
import { isLasting } from '../store/fields.ts'
import {
  changeInstant,
  isLater,
  isSameMove,
  type KnownRecord,
  knownRecords,
  recordPath,
  refuseInPlace,
  type Scope,
  withFields,
} from '../store/records.ts'

const input = typed(
  'PromoteRecordArguments',
  closedObject(
    ['id', 'fromScope'],
    {
      id: ID,
      fromScope: choice(['session', 'working'], 'The scope that it is in.', {
        'x-flag': { alias: 'fromScope' },
      }),
      toScope: choice(['working', 'durable'], 'The scope that it goes to. `durable` when absent.', {
        'x-flag': { alias: 'toScope' },
      }),
      confidence: number('How sure it is now, from 0 to 1.', { minimum: 0, maximum: 1 }),
      dry_run: DRY_RUN,
    },
    'Which record, and where to.',
  ),
)

const output = typed(
  'PromotedRecord',
  closedObject(WRITTEN_ALWAYS, { ...WRITTEN, already: flag('It was there already.') }, 'What became of it.'),
)

type Input = OperationInput<ValueOf<typeof input>>
type Promoted = Answer<ValueOf<typeof output>> | Refusal

/** Moves a record to a scope that is kept longer. The new file is written before the old one goes. */
export const promoteRecord = defineOperation({
  name: 'memory_promote',
  title: 'Promote a memory',
  description: `Moves a record to a scope that is kept longer: from \`session\` or \`working\` to \`durable\`, or from \`session\` to \`working\`. Promote what has been validated: \`durable\` holds facts and decisions that are trusted without being looked at again.`,
  details: `Its id stays. Notes and procedures stay where they are; save the fact that follows from them instead.

Example: { "id": "2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10", "fromScope": "session" }`,
  input,
  output,
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'memory promote',
    summary: 'move a record to a scope that is kept longer',
    examples: ['memkeep memory promote --id 2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10 --from-scope session'],
    settings: MEMORY_ROOT,
  },
  wants: (input) => {
    const { source, target } = placesOf(input)
    return [source?.path, target?.path].flatMap((path) => path ?? [])
  },
  plan: (input) => {
    const { from, to, source, target, id } = placesOf(input)
    if (!isLater(to, from)) {
      return refuse(
        `A record of ${from} is not promoted to ${to}`,
        'Name a scope that is kept longer as `toScope`.',
      )
    }
    if (source && target) return finished(source, target, input)
    if (source) return promoted(source, to, input)
    if (target?.facts.from === from) {
      return answerOf({ saved: false, already: true, id, path: target.path, scope: to })
    }
    return notThere(input, from)
  },
})

type Places = {
  readonly id: string
  readonly from: Scope
  readonly to: Scope
  readonly source: KnownRecord | undefined
  readonly target: KnownRecord | undefined
}

function placesOf({ args, memory }: Input): Places {
  const { records, leftBehind } = knownRecords(memory)
  const { fromScope: from, toScope: to = 'durable' } = args
  const id = args.id.toLowerCase()
  const at = (scope: Scope): KnownRecord | undefined =>
    [...leftBehind, ...records].find((record) => record.id === id && record.scope === scope)
  return { id, from, to, source: at(from), target: at(to) }
}

function notThere({ args, memory }: Input, from: Scope): Refusal {
  const id = args.id.toLowerCase()
  const elsewhere = knownRecords(memory).records.find((record) => record.id === id)
  return elsewhere
    ? refuse(
        `The record ${safeText(id)} is in ${elsewhere.scope}, not in ${from}`,
        elsewhere.scope === 'durable'
          ? 'It is where promotions lead.'
          : `Name ${elsewhere.scope} as \`fromScope\`.`,
      )
    : refuse(`No record in ${from} has the id ${safeText(id)}`, '`memory_find` gives the ids of records.')
}

/** Below this a promotion is questionable, and is noted. */
const DOUBTFUL = 0.7

function promoted(record: KnownRecord, to: Scope, { args, memory, sources, now }: Input): Promoted {
  const { id, kind, path: old, scope: from, facts } = record
  if (to === 'durable' && !isLasting(kind)) {
    return refuse(
      `A ${safeText(kind)} is not promoted to durable: it holds facts and decisions`,
      'Save the fact or the decision that follows from it with `memory_add`, and promote that.',
    )
  }
  const { confidence } = args
  const source = sources.get(old)
  const at = changeInstant(now, facts.created)
  const changes = {
    scope: to,
    updated_at: at,
    ...(confidence !== undefined && { confidence }),
    promoted_from: from,
    promoted_at: at,
  }
  const text = source ? withFields(source.text, changes) : null
  if (text === null) return refuseInPlace(old)
  const path = recordPath(memory, to, id)
  const sure = confidence ?? facts.confidence
  const notes =
    sure < DOUBTFUL
      ? [
          `Its confidence is ${sure}: if it was validated, \`memkeep memory update --id ${id} --confidence 0.9\` raises it.`,
        ]
      : []
  return writeAnswer(
    args,
    { ...dryMark(args), id, path, scope: to },
    { plan: planMove(old, path, text), notes },
  )
}

/** A promotion that was cut off left both files: the earlier one goes if it says nothing else. */
function finished(source: KnownRecord, target: KnownRecord, { args, sources }: Input): Promoted {
  const [old, now] = [source, target].map((record) => recordOf(sources.get(record.path)))
  const { id, path, scope } = target
  if (!old || !now || !isSameMove(old, now)) {
    return refuse(
      `Both ${safePath(source.path)} and ${safePath(path)} have this id, and they differ`,
      'Read both, bring the later one up to date with `memkeep memory update`, and delete the other.',
    )
  }
  const data = { ...dryMark(args), id, path, scope, already: true }
  return writeAnswer(args, data, { plan: planDelete(source.path) })
}

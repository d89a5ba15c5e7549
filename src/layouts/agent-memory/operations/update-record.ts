import { isSameJson } from '../../../core/json.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject, typed } from '../../../core/schema.ts'
import { answerOf, refuse, writeAnswer } from '../../../stores/answer.ts'
import { planText } from '../../../stores/plans.ts'
import { DRY_RUN, ID, MEMORY_ROOT, WRITTEN, WRITTEN_ALWAYS } from '../store/answers.ts'
import { isLasting, keptFields, RECORD_ARGUMENTS, textFault } from '../store/fields.ts'
import { changeInstant, readRecordOf, recordWants, refuseInPlace, withFields } from '../store/records.ts'

/** Changes fields of a record where they are; every other byte of its file stays. */
export const updateRecord = defineOperation({
  name: 'memory_update',
  title: 'Update a memory',
  description: `Changes fields of one record of this checkout's memory, by its id: what was learned since, a better summary, more tags. Fields that are not given stay. Lists are replaced, not extended. Its scope is changed by \`memory_promote\` alone.

Example: { "id": "2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10", "confidence": 1, "tags": ["crm", "odata"] }`,
  input: typed(
    'UpdateRecordArguments',
    closedObject(
      ['id'],
      {
        id: ID,
        ...RECORD_ARGUMENTS,
        content: { ...RECORD_ARGUMENTS.content, 'x-flag': {} },
        dry_run: DRY_RUN,
      },
      'Which record, and what of it.',
    ),
  ),
  output: typed('UpdatedRecord', closedObject(WRITTEN_ALWAYS, WRITTEN, 'What became of it.')),
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'memory update',
    summary: 'change fields of a record',
    examples: ['memkeep memory update --id 2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10 --confidence 1'],
    settings: MEMORY_ROOT,
  },
  wants: ({ args, memory }) => recordWants(args.id, memory),
  plan: (input) => {
    const { args, now } = input
    const found = readRecordOf(args.id, input)
    if ('refusal' in found) return found
    const { record, source, fields: before } = found
    const { id, path, scope, facts } = record
    const fields = keptFields(args)
    const given = Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value] as const],
    )
    if (given.length === 0) {
      return refuse(
        'Nothing is to be changed',
        'Give the fields that change, such as `summary` or `confidence`.',
      )
    }
    const fault = textFault(fields)
    if (fault) return fault
    if (scope === 'durable' && fields.kind !== undefined && !isLasting(fields.kind)) {
      return refuse('Durable holds facts and decisions', 'Leave the kind, or save a new record in working.')
    }
    const changed = given.filter(([field, value]) => !isSameJson(before[field], value))
    if (changed.length === 0)
      return answerOf({ saved: false, id, path, scope, notes: ['It says that already.'] })
    const changes = { ...Object.fromEntries(changed), updated_at: changeInstant(now, facts.created) }
    const text = withFields(source.text, changes)
    if (text === null) return refuseInPlace(path)
    return writeAnswer(args, { id, path, scope }, { plan: planText(path, text) })
  },
})

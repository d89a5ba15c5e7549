import { isSameJson } from '../../../core/json.ts'
import { safePath } from '../../../core/messages.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject, typed } from '../../../core/schema.ts'
import { recordOf } from '../record.ts'
import { answerOf, DRY_RUN, ID, MEMORY_ROOT, WRITTEN, WRITTEN_ALWAYS, writeAnswer } from '../store/answers.ts'
import { isLasting, keptFields, RECORD_ARGUMENTS, textFault } from '../store/fields.ts'
import { changeInstant, findRecord, knownRecords, refuseInPlace, withFields } from '../store/records.ts'

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
  wants: ({ args, memory }) => {
    const found = findRecord(args.id, knownRecords(memory), memory)
    return 'refusal' in found ? [] : [found.path]
  },
  plan: ({ args, memory, sources, now }) => {
    const found = findRecord(args.id, knownRecords(memory), memory)
    if ('refusal' in found) return found
    const { id, path, scope, facts } = found
    const source = sources.get(path)
    const before = source && recordOf(source)
    if (!source || !before)
      return { refusal: `${safePath(path)} cannot be read`, help: 'Call the tool again.' }
    const fields = keptFields(args)
    const given = Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value] as const],
    )
    if (given.length === 0) {
      return {
        refusal: 'Nothing is to be changed',
        help: 'Give the fields that change, such as `summary` or `confidence`.',
      }
    }
    const fault = textFault(fields)
    if (fault) return fault
    if (scope === 'durable' && fields.kind !== undefined && !isLasting(fields.kind)) {
      return {
        refusal: 'Durable holds facts and decisions',
        help: 'Leave the kind, or save a new record in working.',
      }
    }
    const changed = given.filter(([field, value]) => !isSameJson(before[field], value))
    if (changed.length === 0)
      return answerOf({ saved: false, id, path, scope, notes: ['It says that already.'] })
    const changes = { ...Object.fromEntries(changed), updated_at: changeInstant(now, facts.created) }
    const text = withFields(source.text, changes)
    if (text === null) return refuseInPlace(path)
    return writeAnswer(args, { fields: { id, path, scope }, plan: [[path, { kind: 'text', text }]] })
  },
})

import { isSameJson, type Json, type JsonObject } from '../../../core/json.ts'
import { safePath } from '../../../core/messages.ts'
import { closedObject, type Operation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { recordOf } from '../record.ts'
import {
  answerOf,
  DRY_RUN,
  ID,
  labels,
  MEMORY_ROOT,
  RECORD_ARGUMENTS,
  typed,
  WRITTEN,
} from '../store/answers.ts'
import { changeInstant, findRecord, knownRecords, withFields } from '../store/records.ts'

/** Changes fields of a record where they are; every other byte of its file stays. */
export const updateRecord: Operation = {
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
  output: typed(
    'UpdatedRecord',
    closedObject(['saved', 'id', 'path', 'scope'], WRITTEN, 'What became of it.'),
  ),
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
    const found = findRecord(String(args.id), knownRecords(memory), memory)
    return 'refusal' in found ? [] : [found.path]
  },
  plan: ({ args, memory, sources, now }) => {
    const found = findRecord(String(args.id), knownRecords(memory), memory)
    if ('refusal' in found) return found
    const { id, path, scope, facts } = found
    const source = sources.get(path)
    const before = source && recordOf(source)
    if (!source || !before)
      return { refusal: `${safePath(path)} cannot be read`, help: 'Call the tool again.' }
    const given = givenFields(args)
    const fault = faultOf(given, scope)
    if (fault) return fault
    const changed = Object.entries(given).filter(([field, value]) => !isSameJson(before[field], value))
    if (changed.length === 0)
      return answerOf({ saved: false, id, path, scope, notes: ['It says that already.'] })
    const fields = { ...Object.fromEntries(changed), updated_at: changeInstant(now, facts.created) }
    const text = withFields(source.text, fields)
    if (text === null) {
      return {
        refusal: `${safePath(path)} cannot be changed in place`,
        help: 'Look for a key that it has twice, and fix the file.',
      }
    }
    const isDry = args.dry_run === true
    return {
      ...answerOf({ saved: !isDry, id, path, scope, ...(isDry && { dry_run: true }) }),
      plan: new Map([[path, { kind: 'text', text }]]),
      ...(isDry && { dryRun: true }),
    }
  },
}

function givenFields(args: OperationInput['args']): JsonObject {
  return Object.fromEntries(
    Object.keys(RECORD_ARGUMENTS).flatMap((field): [string, Json][] => {
      const value = args[field]
      if (value === undefined) return []
      if (field === 'tags') return [[field, labels(value).map((tag) => tag.toLowerCase())]]
      if (field === 'entities') return [[field, labels(value)]]
      return [[field, field === 'summary' ? String(value).trim() : value]]
    }),
  )
}

function faultOf(given: JsonObject, scope: string): Refusal | null {
  if (Object.keys(given).length === 0) {
    return {
      refusal: 'Nothing is to be changed',
      help: 'Give the fields that change, such as `summary` or `confidence`.',
    }
  }
  const { summary, content, kind } = given
  if (typeof summary === 'string' && (summary === '' || /[\r\n]/.test(summary))) {
    return {
      refusal: 'The summary is not one line of text',
      help: 'Say it in one line; details belong in `content`.',
    }
  }
  if (typeof content === 'string' && content.trim() === '') {
    return { refusal: 'The content is empty', help: 'Give the memory itself as `content`.' }
  }
  if (scope === 'durable' && kind !== undefined && kind !== 'fact' && kind !== 'decision') {
    return {
      refusal: 'Durable holds facts and decisions',
      help: 'Leave the kind, or save a new record in working.',
    }
  }
  return null
}

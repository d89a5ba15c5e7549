import type { JsonObject } from '../../../core/json.ts'
import {
  closedObject,
  type Operation,
  type OperationAnswer,
  type OperationInput,
  type Refusal,
} from '../../../core/operation.ts'
import { isScope, SCOPES } from '../record.ts'
import { answerOf, choice, flag, integer, MEMORY_ROOT, STATUS, statusOf, typed } from '../store/answers.ts'
import {
  type Compaction,
  compactionDone,
  compactionWants,
  isNews,
  lastReport,
  planCompaction,
  reportFile,
} from '../store/compaction.ts'
import { knownRecords, type Scope } from '../store/records.ts'

const ids = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description })

const list = (description: string, items: JsonObject): JsonObject => ({ type: 'array', items, description })

/** What every answer of a compaction has. */
const COMPACTION_REQUIRED = [
  'saved',
  'mode',
  'scope',
  'records',
  'malformed',
  'same',
  'near',
  'moved',
  'failed',
  'report',
]

/** The report of a compaction, as its file and its answer have it. */
export const COMPACTION: JsonObject = {
  saved: flag('Records were archived.'),
  schemaVersion: integer('The version of the report.'),
  mode: choice('Only reported, or done.', ['report', 'apply']),
  scope: { type: 'string', description: 'The scope that was looked at.' },
  started_at: { type: 'string', description: 'When it began.' },
  finished_at: { type: 'string', description: 'When it ended.' },
  records: integer('Records that were looked at.'),
  malformed: ids('Files of the scope that are no record.'),
  same: list(
    'Records of identical content and kind.',
    closedObject(['keep', 'archive'], {
      keep: { type: 'string', description: 'The record that stays.' },
      archive: ids('Those that go to the archive.'),
    }),
  ),
  near: list(
    'Pairs that say nearly the same: they are left alone.',
    closedObject(['ids', 'similarity'], {
      ids: ids('The two records.'),
      similarity: { type: 'number', description: 'How much of their words they share.' },
    }),
  ),
  moved: list(
    'What was moved.',
    closedObject(['from', 'to'], {
      from: { type: 'string', description: 'Where it was.' },
      to: { type: 'string', description: 'Where it is.' },
    }),
  ),
  failed: list(
    'What was not done.',
    closedObject(['id', 'reason'], {
      id: { type: 'string', description: 'The record.' },
      reason: { type: 'string', description: 'Why.' },
    }),
  ),
  tokens_before: integer('Estimated tokens of the scope before.'),
  tokens_after: integer('Estimated tokens of the scope after.'),
  report: { type: ['string', 'null'], description: 'The file of the report; null where none was written.' },
}

/** Finds records of one scope with the same content, and archives all but one of each when that is asked for. */
export const compactRecords: Operation = {
  name: 'memory_compact',
  title: 'Compact a scope of memory',
  description: `Looks for records of one scope that say the same. Without \`apply\` it only reports. With \`apply: true\` it archives those of identical content and kind, all but one; that one gets the tags and entities of the others. Records that are only nearly the same are reported and never touched: a person decides.

Run it in report mode first. Nothing is deleted: \`memory_restore\` brings an archived record back.

Example: { "scope": "working", "apply": true }`,
  input: typed(
    'CompactRecordsArguments',
    closedObject(
      ['scope'],
      {
        scope: choice('The scope that is looked at.', [...SCOPES]),
        apply: flag('Archives the duplicates. False when absent: it only reports.'),
        dry_run: flag('With `apply`: shows the changes and writes nothing.'),
      },
      'Which scope.',
    ),
  ),
  output: typed(
    'CompactionResult',
    closedObject(COMPACTION_REQUIRED, { ...COMPACTION, ...STATUS }, 'What was found and done.'),
  ),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'memory compact',
    summary: 'report records of a scope that say the same; with --apply, archive all but one of each',
    examples: [
      'memkeep memory compact --scope working',
      'memkeep memory compact --scope working --apply true',
    ],
    settings: MEMORY_ROOT,
  },
  wants: (input) => compactionWants(input.memory, knownRecords(input.memory), scopeOf(input.args)),
  plan: (input) => {
    const { args, outside } = input
    const isApplied = args.apply === true
    const reason = outside?.writeObstacle?.() ?? null
    if (isApplied && reason !== null) return onlyRead(reason)
    const found = planCompaction(
      input,
      knownRecords(input.memory),
      scopeOf(args),
      isApplied ? 'apply' : 'report',
    )
    return isApplied ? applied(found, input) : reported(found, input, reason)
  },
}

function scopeOf({ scope }: JsonObject): Scope {
  return isScope(scope) ? scope : 'working'
}

/** Why a maintenance that writes is refused where the memory can only be read. */
export function onlyRead(reason: string): Refusal {
  return {
    refusal: `The memory can only be read: ${reason}`,
    help: 'Nothing was written. Make the folder writable, or run it without `apply`.',
    failure: 'degraded',
  }
}

function reported(found: Compaction, input: OperationInput, reason: string | null): OperationAnswer {
  const { data } = compactionDone(found, new Map(), input.now)
  const last = lastReport(input, found.scope)
  const isNew = isNews(data, last?.data ?? null)
  const shown = (status: JsonObject, report: string | null): JsonObject => ({
    saved: false,
    ...data,
    report,
    ...status,
  })
  if (reason !== null || !isNew || input.args.dry_run === true) {
    return answerOf(shown(statusOf(reason), isNew ? null : (last?.path ?? null)))
  }
  return {
    ...answerOf(shown(statusOf(null), found.reportPath)),
    note: {
      plan: new Map([[found.reportPath, reportFile(data)]]),
      unwritten: (why) => answerOf(shown(statusOf(why), null)),
    },
  }
}

function applied(found: Compaction, input: OperationInput): OperationAnswer {
  const { groups, reportPath } = found
  const faults = new Map(groups.flatMap(({ fault }, i) => (fault === null ? [] : [[i, fault] as const])))
  const open = groups.flatMap(({ fault }, i) => (fault === null ? [i] : []))
  const settle = (failures: ReadonlyMap<number, string>): OperationAnswer => {
    const late = [...failures].map(([at, why]) => [open[at] ?? -1, why] as const)
    const { data, archived, isWhole } = compactionDone(found, new Map([...faults, ...late]), input.now)
    const isNew = archived.size > 0
    const shown = (status: JsonObject, report: string | null): JsonObject => ({
      saved: isNew && input.args.dry_run !== true,
      ...data,
      report,
      ...status,
    })
    return {
      ...answerOf(shown(statusOf(null), isNew ? reportPath : null)),
      ...(isNew && {
        note: {
          plan: new Map([[reportPath, reportFile(data)]]),
          unwritten: (why) => answerOf(shown(statusOf(why), null)),
        },
      }),
      ...(!isWhole && { partly: true as const }),
    }
  }
  const plans = open.flatMap((i) => groups[i]?.plan ?? [])
  const expected = settle(new Map())
  if ('refusal' in expected || plans.length === 0) return expected
  const { text, data, note } = expected
  return {
    text,
    data,
    ...(note && { plan: note.plan }),
    groups: { plans, settle },
    ...(input.args.dry_run === true && { dryRun: true }),
  }
}

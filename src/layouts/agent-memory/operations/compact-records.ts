import { closedObject, type JsonObject } from '../../../core/json.ts'
import type { Operation, OperationAnswer, OperationInput, Refusal } from '../../../core/operation.ts'
import { isScope, SCOPES } from '../record.ts'
import { answerOf, statusOf } from '../store/answers.ts'
import {
  type Compaction,
  compactionDone,
  compactionWants,
  isNews,
  lastReport,
  planCompaction,
  reportFile,
} from '../store/compaction.ts'
import { knownRecords, type Scope } from '../store/known-records.ts'
import { COMPACTION, COMPACTION_REQUIRED } from '../store/report-schemas.ts'
import { choice, flag, MEMORY_ROOT, STATUS, typed } from '../store/schemas.ts'

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
  wants: (input) => compactionWants(input, knownRecords(input.memory), scopeOf(input.args)),
  plan: (input) => {
    const { args, obstacle } = input
    const isApplied = args.apply === true
    const reason = obstacle?.() ?? null
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
    plan: new Map([[found.reportPath, reportFile(data)]]),
    instead: (why) => answerOf(shown(statusOf(why), null)),
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
      ...(isNew && { plan: new Map([[reportPath, reportFile(data)]]) }),
      ...(isNew && { instead: (why: string) => answerOf(shown(statusOf(why), null)) }),
      ...(!isWhole && { partly: true as const }),
    }
  }
  const plans = open.flatMap((i) => groups[i]?.plan ?? [])
  const expected = settle(new Map())
  if ('refusal' in expected || plans.length === 0) return expected
  const { text, data, plan } = expected
  return {
    text,
    data,
    ...(plan && { plan }),
    groups: plans,
    settle,
    ...(input.args.dry_run === true && { dryRun: true }),
  }
}

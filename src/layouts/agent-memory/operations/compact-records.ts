import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { choice, closedObject, flag, orNull, text, typed, type ValueOf } from '../../../core/schema.ts'
import { answerOf } from '../../../stores/answer.ts'
import { SCOPES } from '../claim.ts'
import { inGroups, MEMORY_ROOT, noted, STATUS, statusOf } from '../store/answers.ts'
import {
  type Compaction,
  compactionDone,
  compactionSteps,
  compactionWants,
  isNews,
  lastReport,
  planCompaction,
  REPORT,
  reportFile,
} from '../store/compaction.ts'
import { knownRecords } from '../store/records.ts'

/** The report of a compaction, as its answer has it. */
export const COMPACTION = {
  saved: flag('Records were archived.'),
  ...REPORT,
  report: orNull(text('The file of the report; null where none was written.')),
}

const input = typed(
  'CompactRecordsArguments',
  closedObject(
    ['scope'],
    {
      scope: choice(SCOPES, 'The scope that is looked at.'),
      apply: flag('Archives the duplicates. False when absent: it only reports.'),
      dry_run: flag('With `apply`: shows the changes and writes nothing.'),
    },
    'Which scope.',
  ),
)

const output = typed(
  'CompactionResult',
  closedObject(
    ['saved', 'mode', 'scope', 'records', 'malformed', 'same', 'near', 'moved', 'failed', 'report'],
    { ...COMPACTION, ...STATUS },
    'What was found and done.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>
type Compacted = ValueOf<typeof output>

/** Finds records of one scope with the same content, and archives all but one of each when that is asked for. */
export const compactRecords = defineOperation({
  name: 'memory_compact',
  title: 'Compact a scope of memory',
  description: `Looks for records of one scope that say the same. Without \`apply\` it only reports. With \`apply: true\` it archives those of identical content and kind, all but one; that one gets the tags and entities of the others. Records that are only nearly the same are reported and never touched: a person decides.

Run it in report mode first. Nothing is deleted: \`memkeep memory restore\` brings an archived record back.

Example: { "scope": "working", "apply": true }`,
  input,
  output,
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
  wants: ({ args, memory }) => compactionWants(memory, knownRecords(memory), args.scope),
  plan: (input) => {
    const { args, memory, outside } = input
    const reason = outside?.writeObstacle?.() ?? null
    if (args.apply && reason !== null) return onlyRead(reason)
    const mode = args.apply ? 'apply' : 'report'
    const compaction = planCompaction(input, knownRecords(memory), args.scope, mode)
    return args.apply ? applied(compaction, input) : reported(compaction, input, reason)
  },
})

/** Why a maintenance that writes is refused where the memory can only be read. */
export function onlyRead(reason: string): Refusal {
  return {
    refusal: `The memory can only be read: ${reason}`,
    help: 'Nothing was written. Make the folder writable, or run it without `apply`.',
    failure: 'degraded',
  }
}

function reported(compaction: Compaction, input: Input, reason: string | null): Answer<Compacted> {
  const { scope, reportPath } = compaction
  const { data } = compactionDone(compaction, new Map(), input.now)
  const last = lastReport(input, scope)
  const isNew = isNews(data, last?.data ?? null)
  const isKept = isNew && reason === null && !input.args.dry_run
  const present = isNew ? null : (last?.path ?? null)
  return noted(reason, isKept ? new Map([[reportPath, reportFile(data)]]) : null, (why) =>
    answerOf({
      saved: false,
      ...data,
      report: isKept && why === null ? reportPath : present,
      ...statusOf(why),
    }),
  )
}

function applied(compaction: Compaction, { args, now }: Input): Answer<Compacted> {
  const { reportPath } = compaction
  return inGroups(compactionSteps(compaction), args, (why) => {
    const { data, archived, isWhole } = compactionDone(compaction, why, now)
    const isNew = archived.size > 0
    const answer = noted(null, isNew ? new Map([[reportPath, reportFile(data)]]) : null, (reason) =>
      answerOf({
        saved: isNew && !args.dry_run,
        ...data,
        report: isNew && reason === null ? reportPath : null,
        ...statusOf(reason),
      }),
    )
    return { ...answer, ...(!isWhole && { partly: true }) }
  })
}

import { timestampOf } from '../../../core/date.ts'
import { type Answer, defineOperation, type OperationInput } from '../../../core/operation.ts'
import {
  choice,
  closedObject,
  flag,
  integer,
  list,
  type ObjectOf,
  orNull,
  text,
  typed,
  type ValueOf,
} from '../../../core/schema.ts'
import type { MovingPlan, PlannedOrMoved } from '../../../core/write-plan.ts'
import { answerOf } from '../../../stores/answer.ts'
import { SCOPES } from '../claim.ts'
import { inGroups, MEMORY_ROOT, noted, STATUS, statusOf } from '../store/answers.ts'
import {
  type Care,
  careOf,
  isIndexStale,
  laterOf,
  planQuarantine,
  scopeIndexPath,
  scopeIndexText,
  waitingFiles,
} from '../store/care.ts'
import {
  type CompactionDone,
  compactionDone,
  compactionWants,
  isNews,
  lastReport,
  MODES,
  REPORT,
  reportFile,
} from '../store/compaction.ts'
import { type KnownRecord, knownRecords, type Scope } from '../store/records.ts'
import { COMPACTION, onlyRead } from './compact-records.ts'

const paths = (description: string) => list(text(), description)

const input = typed(
  'MaintainRecordsArguments',
  closedObject(
    [],
    {
      scope: choice(SCOPES, 'The only scope that is looked after. All when absent.'),
      apply: flag('Does what can be done. False when absent: it only reports.'),
      dry_run: flag('With `apply`: shows the changes and writes nothing.'),
    },
    'What is looked after.',
  ),
)

const SCOPE_CARE = closedObject(['scope', 'records', 'same', 'near'], {
  ...COMPACTION,
  growth: orNull(integer('Records more than in the last report; null without one.')),
  broken: paths('Records that lack a field, or are too large: fix them by hand.'),
  waiting: paths(
    'Files that are no record, and were changed in the last ten minutes: a later run looks after them.',
  ),
  unused: paths('Session records that were not used for 14 days.'),
  secrets: paths('Files that hold a secret: take it out, and rotate it.'),
  stale_index: flag('The list of the scope is stale.'),
})

const DONE = {
  saved: flag('Something was put right.'),
  mode: choice(MODES, 'Only reported, or done.'),
  scopes: list(SCOPE_CARE, 'Each scope.'),
  quarantined: { ...REPORT.moved, description: 'Files that are no record, and where they are kept.' },
  finished: paths('Files that a promotion had left behind.'),
  failed: list(
    closedObject(['path', 'reason'], { path: text('What it is about.'), reason: text('Why.') }),
    'What was not done.',
  ),
}

const output = typed(
  'MaintenanceResult',
  closedObject(
    ['saved', 'mode', 'scopes', 'quarantined', 'finished', 'failed', 'status'],
    { ...DONE, ...STATUS },
    'What was found and done.',
  ),
)

type Args = ValueOf<typeof input>
type Input = OperationInput<Args>
type Maintained = ValueOf<typeof output>

/** Looks after the whole memory: what compaction reports, what is no record, what was cut off, and what is stale. */
export const maintainRecords = defineOperation({
  name: 'memory_weekly',
  title: 'Weekly care of memory',
  description: `Looks after this checkout's memory, all scopes or one. Without \`apply\` it only reports: records of identical or nearly identical content, files that are no record, records that lack fields, session records unused for 14 days, secrets, and how the memory grew. With \`apply: true\` it puts files aside that are no record, byte for byte, ends promotions that were cut off, archives records of identical content, and rebuilds lists that are there.

Run it once a week, in report mode first. Nothing is deleted but copies: \`memkeep memory restore\` brings back what was archived or put aside.

Example: { "scope": "working", "apply": true }`,
  input,
  output,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'memory weekly',
    summary: 'report what the memory needs, scope by scope; with --apply, do what can be done',
    examples: ['memkeep memory weekly', 'memkeep memory weekly --scope working --apply true'],
    settings: MEMORY_ROOT,
  },
  wants: ({ args, memory }) => {
    const known = knownRecords(memory)
    const left = known.leftBehind.flatMap((record) => [record, ...laterOf(record, known)])
    const scopes = scopesOf(args)
    const odd = known.faulty.filter(({ complete, scope }) => complete || scopes.some((one) => one === scope))
    return [
      ...scopes.flatMap((scope) => compactionWants(memory, known, scope)),
      ...[...left, ...odd].map(({ path }) => path),
      ...scopes.map((scope) => scopeIndexPath(memory, scope)),
    ]
  },
  plan: (input) => {
    const { args, outside } = input
    const reason = outside?.writeObstacle?.() ?? null
    if (args.apply && reason !== null) return onlyRead(reason)
    const care = careOf(input, scopesOf(args), args.apply ? 'apply' : 'report')
    return args.apply ? applied(care, input) : reported(care, input, reason)
  },
})

function scopesOf({ scope }: Args): readonly Scope[] {
  return scope ? [scope] : SCOPES
}

/** What was put right, and what of each scope was compacted. */
type Done = {
  readonly data: ObjectOf<typeof DONE, keyof typeof DONE>
  readonly results: readonly CompactionDone[]
}

/** What is known when the steps are over: \`why\` has the reasons of those that were not done, by their paths. */
function doneIn(care: Care, why: ReadonlyMap<string, string>, input: Input): Done {
  const { mode, quarantine, left, compactions } = care
  const results = compactions.map((compaction) => compactionDone(compaction, why, input.now))
  const quarantined = quarantine.flatMap(({ from, to }) => (why.has(from) ? [] : [{ from, to }]))
  const finished = left.flatMap(({ path }) => (why.has(path) ? [] : [path]))
  const isSaved =
    quarantined.length + finished.length > 0 || results.some(({ archived }) => archived.size > 0)
  return {
    results,
    data: {
      saved: mode === 'apply' && isSaved,
      mode,
      scopes: results.map((result) => scopeCare(care, result, input)),
      quarantined,
      finished,
      failed: [...why].map(([path, reason]) => ({ path, reason })),
    },
  }
}

/** Session records that were not used for so long are named, in milliseconds. */
const UNUSED = 14 * 86_400_000

function scopeCare(
  { known }: Care,
  { data, compaction: { scope, records, malformed } }: CompactionDone,
  input: Input,
): ValueOf<typeof SCOPE_CARE> {
  const before = lastReport(input, scope)?.data.records
  const instant = timestampOf(input.now) ?? 0
  const usedAt = ({ facts }: KnownRecord): number => timestampOf(facts.used ?? facts.created) ?? instant
  const unused = scope === 'session' ? records.filter((record) => instant - usedAt(record) >= UNUSED) : []
  const waiting = waitingFiles(input, known).filter((path) => malformed.includes(path))
  const aside = new Set([...planQuarantine(input, known).map(({ from }) => from), ...waiting])
  const secret = input.memory.documents.filter(
    (document) => document.scope === scope && document.findings.some(({ rule }) => rule === 'no-secret'),
  )
  return {
    ...data,
    growth: typeof before === 'number' ? records.length - before : null,
    broken: malformed.filter((path) => !aside.has(path)),
    waiting,
    unused: unused.map(({ path }) => path),
    secrets: secret.map(({ path }) => path),
    stale_index: isIndexStale(input, scope, scopeIndexText(scope, records)),
  }
}

/** The reports that say something new, and the lists that are rebuilt. */
function filesAfter({ results }: Done, input: Input): MovingPlan {
  const files = new Map<string, PlannedOrMoved>()
  for (const { data, archived, compaction } of results) {
    const { scope, records, reportPath, mode } = compaction
    const isApplied = mode === 'apply'
    const kept = records.filter(({ path }) => !archived.has(path))
    const text = scopeIndexText(scope, kept)
    if (isApplied && isIndexStale(input, scope, text))
      files.set(scopeIndexPath(input.memory, scope), { kind: 'text', text })
    const last = lastReport(input, scope)
    const isWorth = isApplied
      ? archived.size > 0
      : (records.length > 0 || last !== null) && isNews(data, last?.data ?? null)
    if (isWorth) files.set(reportPath, reportFile(data))
  }
  return files
}

function reported(care: Care, input: Input, reason: string | null): Answer<Maintained> {
  const done = doneIn(care, new Map(), input)
  const plan = reason !== null || input.args.dry_run ? null : filesAfter(done, input)
  return noted(reason, plan, (why) => answerOf({ ...done.data, ...statusOf(why) }))
}

function applied(care: Care, input: Input): Answer<Maintained> {
  return inGroups(care.steps, input.args, (why) => {
    const done = doneIn(care, why, input)
    const plan = filesAfter(done, input)
    const isIndexed = [...plan.keys()].some((path) => path.endsWith('/index.json'))
    const saved = !input.args.dry_run && (done.data.saved || isIndexed)
    const isPartly = why.size > 0 || done.results.some(({ isWhole }) => !isWhole)
    return {
      ...noted(null, plan, (reason) => answerOf({ ...done.data, saved, ...statusOf(reason) })),
      ...(isPartly && { partly: true }),
    }
  })
}

import { timestampOf } from '../../../core/date.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import {
  closedObject,
  type Operation,
  type OperationAnswer,
  type OperationInput,
} from '../../../core/operation.ts'
import type { MovingPlan, PlannedOrMoved } from '../../../core/write-plan.ts'
import { SCOPES } from '../record.ts'
import { answerOf, choice, flag, MEMORY_ROOT, STATUS, statusOf, typed } from '../store/answers.ts'
import {
  type Care,
  careOf,
  isIndexStale,
  laterOf,
  planQuarantine,
  type Step,
  scopeIndexPath,
  scopeIndexText,
  scopesOf,
} from '../store/care.ts'
import {
  type Compaction,
  type CompactionDone,
  compactionDone,
  compactionWants,
  isNews,
  lastReport,
  reportFile,
} from '../store/compaction.ts'
import { type KnownRecord, knownRecords } from '../store/records.ts'
import { COMPACTION, onlyRead } from './compact-records.ts'

const paths = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description })

/** Looks after the whole memory: what compaction reports, what is no record, what was cut off, and what is stale. */
export const maintainRecords: Operation = {
  name: 'memory_weekly',
  title: 'Weekly care of memory',
  description: `Looks after this checkout's memory, all scopes or one. Without \`apply\` it only reports: records of identical or nearly identical content, files that are no record, records that lack fields, session records unused for 14 days, secrets, and how the memory grew. With \`apply: true\` it puts files aside that are no record, byte for byte, ends promotions that were cut off, archives records of identical content, and rebuilds lists that are there.

Run it once a week, in report mode first. Nothing is deleted but copies: \`memory_restore\` brings back what was archived or put aside.

Example: { "scope": "working", "apply": true }`,
  input: typed(
    'MaintainRecordsArguments',
    closedObject(
      [],
      {
        scope: choice('The only scope that is looked after. All when absent.', [...SCOPES]),
        apply: flag('Does what can be done. False when absent: it only reports.'),
        dry_run: flag('With `apply`: shows the changes and writes nothing.'),
      },
      'What is looked after.',
    ),
  ),
  output: typed(
    'MaintenanceResult',
    closedObject(
      ['saved', 'mode', 'scopes', 'quarantined', 'finished', 'failed', 'status'],
      {
        saved: flag('Something was put right.'),
        mode: choice('Only reported, or done.', ['report', 'apply']),
        scopes: {
          type: 'array',
          description: 'Each scope.',
          items: closedObject(['scope', 'records', 'same', 'near'], {
            ...COMPACTION,
            growth: {
              type: ['integer', 'null'],
              description: 'Records more than in the last report; null without one.',
            },
            broken: paths('Records that lack a field, or are too large: fix them by hand.'),
            unused: paths('Session records that were not used for 14 days.'),
            secrets: paths('Files that hold a secret: take it out, and rotate it.'),
            stale_index: flag('The list of the scope is stale.'),
          }),
        },
        quarantined: {
          ...(COMPACTION.moved as JsonObject),
          description: 'Files that are no record, and where they are kept.',
        },
        finished: paths('Files that a promotion had left behind.'),
        failed: {
          type: 'array',
          description: 'What was not done.',
          items: closedObject(['path', 'reason'], {
            path: { type: 'string', description: 'What it is about.' },
            reason: { type: 'string', description: 'Why.' },
          }),
        },
        ...STATUS,
      },
      'What was found and done.',
    ),
  ),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'memory weekly',
    summary: 'report what the memory needs, scope by scope; with --apply, do what can be done',
    examples: ['memkeep memory weekly', 'memkeep memory weekly --scope working --apply true'],
    settings: MEMORY_ROOT,
  },
  wants: (input) => {
    const known = knownRecords(input.memory)
    const left = known.leftBehind.flatMap((one) => [one.path, ...laterOf(one, known).map(({ path }) => path)])
    const scopes = scopesOf(input.args)
    const odd = known.faulty.filter((one) => one.complete || scopes.some((scope) => scope === one.scope))
    return [
      ...scopes.flatMap((scope) => compactionWants(input.memory, known, scope)),
      ...left,
      ...odd.map(({ path }) => path),
      ...scopes.map((scope) => scopeIndexPath(input.memory, scope)),
    ]
  },
  plan: (input) => {
    const isApplied = input.args.apply === true
    const reason = input.outside?.writeObstacle?.() ?? null
    if (isApplied && reason !== null) return onlyRead(reason)
    return isApplied
      ? applied(careOf(input, 'apply'), input)
      : reported(careOf(input, 'report'), input, reason)
  },
}

/** What is known when the steps are over; `why` has the reasons of those that were not done. */
type Done = { readonly why: ReadonlyMap<Step, string>; readonly isApplied: boolean }

function doneIn(
  { compactions, steps }: Care,
  { why, isApplied }: Done,
  now: string,
): readonly CompactionDone[] {
  return compactions.map((one, at) => {
    const own = steps.filter((step) => step.of === 'compaction' && step.at === at)
    const failures = new Map<number, string>()
    one.groups.forEach(({ keep, fault }, i) => {
      const step = own.find(({ path }) => path === keep.path)
      const reason = fault ?? (step && why.get(step))
      if (reason !== undefined && isApplied) failures.set(i, reason)
    })
    return compactionDone(one, failures, now)
  })
}

function dataOf(
  care: Care,
  done: Done,
  input: OperationInput,
): { data: JsonObject; results: readonly CompactionDone[] } {
  const { steps, quarantine, left, compactions } = care
  const { why, isApplied } = done
  const results = doneIn(care, done, input.now)
  const isDone = (of: Step['of'], at: number): boolean => {
    const step = steps.find((one) => one.of === of && one.at === at)
    return step !== undefined && !why.has(step)
  }
  const quarantined = quarantine
    .filter((_, at) => !isApplied || isDone('quarantine', at))
    .map(({ from, to }): JsonObject => ({ from, to }))
  const finished = left.filter((_, at) => !isApplied || isDone('finish', at)).map(({ path }) => path)
  const failed = [...why].map(([{ path }, reason]): JsonObject => ({ path, reason }))
  const scopes = compactions.map((one, i) => scopeData(care, one, results[i]?.data ?? {}, input))
  const isSaved =
    isApplied &&
    (quarantined.length + finished.length > 0 || results.some(({ archived }) => archived.size > 0))
  const mode = isApplied ? 'apply' : 'report'
  return { results, data: { saved: isSaved, mode, scopes, quarantined, finished, failed } }
}

/** Session records that were not used for so long are named, in milliseconds. */
const UNUSED = 14 * 86_400_000

function scopeData(
  { known }: Care,
  { scope, records, malformed }: Compaction,
  data: JsonObject,
  input: OperationInput,
): JsonObject {
  const last = lastReport(input, scope)
  const before = last?.data.records
  const instant = timestampOf(input.now) ?? 0
  const usedAt = ({ facts }: KnownRecord): number => timestampOf(facts.used ?? facts.created) ?? instant
  const unused = scope === 'session' ? records.filter((one) => instant - usedAt(one) >= UNUSED) : []
  const aside = new Set(planQuarantine(input, known).map(({ from }) => from))
  const secret = input.memory.documents.filter(
    (one) => one.scope === scope && one.findings.some(({ rule }) => rule === 'no-secret'),
  )
  return {
    ...data,
    growth: typeof before === 'number' ? records.length - before : null,
    broken: malformed.filter((path) => !aside.has(path)),
    unused: unused.map(({ path }) => path),
    secrets: secret.map(({ path }) => path),
    stale_index: isIndexStale(input, scope, scopeIndexText(scope, records)),
  }
}

/** The reports that say something new, and the lists that are rebuilt. */
function filesAfter(
  care: Care,
  results: readonly CompactionDone[],
  input: OperationInput,
  isApplied: boolean,
): MovingPlan {
  const files = new Map<string, PlannedOrMoved>()
  care.compactions.forEach(({ scope, records, reportPath }, i) => {
    const { data, archived } = results[i] ?? { data: {}, archived: new Set<string>() }
    const kept = records.filter(({ path }) => !archived.has(path))
    const text = scopeIndexText(scope, kept)
    if (isApplied && isIndexStale(input, scope, text))
      files.set(scopeIndexPath(input.memory, scope), { kind: 'text', text })
    const last = lastReport(input, scope)
    const isWorth = isApplied
      ? archived.size > 0
      : (records.length > 0 || last !== null) && isNews(data, last?.data ?? null)
    if (isWorth) files.set(reportPath, reportFile(data))
  })
  return files
}

function reported(care: Care, input: OperationInput, reason: string | null): OperationAnswer {
  const { data, results } = dataOf(care, { why: new Map(), isApplied: false }, input)
  if (reason !== null || input.args.dry_run === true) return answerOf({ ...data, ...statusOf(reason) })
  return {
    ...answerOf({ ...data, ...statusOf(null) }),
    note: {
      plan: filesAfter(care, results, input, false),
      unwritten: (why) => answerOf({ ...data, ...statusOf(why) }),
    },
  }
}

function applied(care: Care, input: OperationInput): OperationAnswer {
  const isDry = input.args.dry_run === true
  const settle = (failures: ReadonlyMap<number, string>): OperationAnswer => {
    const why = new Map<Step, string>()
    for (const [at, reason] of failures) {
      const step = care.steps[at]
      if (step) why.set(step, reason)
    }
    const { data, results } = dataOf(care, { why, isApplied: true }, input)
    const plan = filesAfter(care, results, input, true)
    const isIndexed = [...plan.keys()].some((path) => path.endsWith('/index.json'))
    const shown: { [key: string]: Json } = { ...data, saved: !isDry && (data.saved === true || isIndexed) }
    const isPartly = why.size > 0 || results.some(({ isWhole }) => !isWhole)
    return {
      ...answerOf({ ...shown, ...statusOf(null) }),
      note: { plan, unwritten: (reason) => answerOf({ ...shown, ...statusOf(reason) }) },
      ...(isPartly && { partly: true as const }),
    }
  }
  const expected = settle(new Map())
  if ('refusal' in expected || care.steps.length === 0) return expected
  const { text, data, note } = expected
  return {
    text,
    data,
    ...(note && { plan: note.plan }),
    groups: { plans: care.steps.map((step) => step.plan), settle },
    ...(isDry && { dryRun: true }),
  }
}

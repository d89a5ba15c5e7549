import { timestampOf } from '../../../core/date.ts'
import { isSameJson, type Json, type JsonObject, textList } from '../../../core/json.ts'
import type { OperationInput } from '../../../core/operation.ts'
import { choice, closedObject, count, list, number, type ObjectOf, text } from '../../../core/schema.ts'
import { filesBelow } from '../../../core/snapshot.ts'
import { compareText } from '../../../core/text.ts'
import type { MovingPlan, PlannedFile } from '../../../core/write-plan.ts'
import { agentMemoryRoot } from '../claim.ts'
import { recordOf } from '../record.ts'
import type { Step } from './answers.ts'
import { nearCandidates, nearRecords, type SameRecords, sameRecords } from './duplicates.ts'
import {
  changeInstant,
  isSameArchived,
  type KnownRecord,
  type KnownRecords,
  recordPath,
  type Scope,
  withFields,
} from './records.ts'

export const MODES = ['report', 'apply'] as const

/** Only reported, or done. */
export type Mode = (typeof MODES)[number]

/** One group of records with the same content, as it is to be written; or why it cannot be. */
type CompactionGroup = SameRecords & {
  readonly plan: MovingPlan
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  readonly fault: string | null
}

/** What a compaction of one scope found. */
export type Compaction = {
  readonly scope: Scope
  readonly mode: Mode
  readonly records: readonly KnownRecord[]
  readonly groups: readonly CompactionGroup[]
  readonly near: Report['near']
  readonly malformed: readonly string[]
  /** The report that this compaction would write. */
  readonly reportPath: string
}

/** The paths whose texts a compaction of a scope needs: of equal and nearly equal records, of what is archived of them, and the last report. */
export function compactionWants(memory: Memory, known: KnownRecords, scope: Scope): readonly string[] {
  const own = known.records.filter((one) => one.scope === scope)
  const groups = sameRecords(own)
  const archived = groups.flatMap(({ archive }) => archive.map(({ id }) => archivePath(memory, scope, id)))
  const [last] = reportsOf(memory, scope)
  return [
    ...groups.flatMap(({ keep, archive }) => [keep, ...archive].map(({ path }) => path)),
    ...archived,
    ...nearCandidates(own).flatMap(({ records }) => records.map(({ path }) => path)),
    ...(last === undefined ? [] : [last]),
  ]
}

/** Looks for records of a scope that say the same, and plans what becomes of them. */
export function planCompaction(
  input: OperationInput,
  known: KnownRecords,
  scope: Scope,
  mode: Mode,
): Compaction {
  const { memory, now, sources } = input
  const records = known.records.filter((one) => one.scope === scope)
  const stamp = now.replaceAll(/[-:.]/g, '')
  const reportPath = `${agentMemoryRoot(memory.settings)}/_compactions/${stamp}-${scope}-${mode}.json`
  return {
    scope,
    mode,
    records,
    groups: sameRecords(records).map((group) => planGroup(group, reportPath, input)),
    near: nearRecords(nearCandidates(records), sources).map(({ records: both, similarity }) => ({
      ids: both.map(({ id }) => id),
      similarity,
    })),
    malformed: known.faulty.filter((one) => one.scope === scope).map(({ path }) => path),
    reportPath,
  }
}

/** The groups that can be written, each for itself. */
export function compactionSteps({ groups }: Compaction): readonly Step[] {
  return groups.flatMap(({ keep, plan, fault }) => (fault === null ? [{ path: keep.path, plan }] : []))
}

type Memory = OperationInput['memory']

function archivePath(memory: Memory, scope: Scope, id: string): string {
  return recordPath(memory, `_archive/${scope}`, id)
}

function planGroup(group: SameRecords, compaction: string, input: OperationInput): CompactionGroup {
  const { keep, archive } = group
  const survivor = mergedSurvivor(group, input)
  const added: [string, PlannedFile][] =
    survivor === 'same' || survivor === null ? [] : [[keep.path, { kind: 'text', text: survivor }]]
  const gone: [string, PlannedFile][] = []
  const moved: { from: string; to: string }[] = []
  let fault = survivor === null ? 'the record that stays cannot be changed in place' : null
  for (const one of archive) {
    const to = archivePath(input.memory, keep.scope, one.id)
    const text = archivedText(one, keep, { to, compaction, input })
    if ('fault' in text) fault ??= text.fault
    else if (text.text !== null) added.push([to, { kind: 'text', text: text.text }])
    gone.push([one.path, { kind: 'delete' }])
    moved.push({ from: one.path, to })
  }
  return { ...group, moved, fault, plan: new Map([...added, ...gone]) }
}

/** The text of the record that stays, with what the others add; `same` where they add nothing, null where it cannot be changed. */
function mergedSurvivor(
  { keep, archive }: SameRecords,
  { sources, now }: OperationInput,
): string | 'same' | null {
  const source = sources.get(keep.path)
  const before = recordOf(source)
  if (!source || !before) return null
  const others = archive.map(({ path }) => recordOf(sources.get(path)))
  const all = [before, ...others.filter((record) => record !== null)]
  const union = (field: string): Json => textList(all.flatMap((record) => textList(record[field])))
  const said = { tags: union('tags'), entities: union('entities') }
  const used = latest(all.map(({ last_used_at }) => last_used_at ?? null))
  const isChanged = Object.entries(said).some(([field, value]) => !isSameJson(before[field], value))
  const isUsed = !isSameJson(before.last_used_at, used)
  if (!isChanged && !isUsed) return 'same'
  return withFields(source.text, {
    ...(isChanged && { ...said, updated_at: changeInstant(now, keep.facts.created) }),
    ...(isUsed && { last_used_at: used }),
  })
}

function latest(times: readonly Json[]): Json {
  const known = times.filter((one) => typeof one === 'string' && timestampOf(one) !== null) as string[]
  return known.sort((a, b) => (timestampOf(b) ?? 0) - (timestampOf(a) ?? 0))[0] ?? null
}

type Archiving = { readonly to: string; readonly compaction: string; readonly input: OperationInput }

/** The text of an archived record; null where it is there already, as after a move that was cut off. */
function archivedText(
  { path }: KnownRecord,
  keep: KnownRecord,
  { to, compaction, input }: Archiving,
): { readonly text: string | null } | { readonly fault: string } {
  const source = input.sources.get(path)
  const record = recordOf(source)
  if (!source || !record) return { fault: `${path} cannot be read` }
  if (input.memory.files.has(to)) {
    const archived = recordOf(input.sources.get(to))
    return archived && isSameArchived(record, archived)
      ? { text: null }
      : { fault: `${to} is there and says something else` }
  }
  const text = withFields(source.text, { archived_at: input.now, duplicate_of: keep.id, compaction })
  return text === null ? { fault: `${path} cannot be changed in place` } : { text }
}

const ids = (description: string) => list(text(), description)

/** The report of a compaction, as its file has it. */
export const REPORT = {
  schemaVersion: count('The version of the report.'),
  mode: choice(MODES, 'Only reported, or done.'),
  scope: text('The scope that was looked at.'),
  started_at: text('When it began.'),
  finished_at: text('When it ended.'),
  records: count('Records that were looked at.'),
  malformed: ids('Files of the scope that are no record.'),
  same: list(
    closedObject(['keep', 'archive'], {
      keep: text('The record that stays.'),
      archive: ids('Those that go to the archive.'),
    }),
    'Records of identical content and kind.',
  ),
  near: list(
    closedObject(['ids', 'similarity'], {
      ids: ids('The two records.'),
      similarity: number('How much of their words they share.'),
    }),
    'Pairs that say nearly the same: they are left alone.',
  ),
  moved: list(
    closedObject(['from', 'to'], { from: text('Where it was.'), to: text('Where it is.') }),
    'What was moved.',
  ),
  failed: list(
    closedObject(['id', 'reason'], { id: text('The record.'), reason: text('Why.') }),
    'What was not done.',
  ),
  tokens_before: count('Estimated tokens of the scope before.'),
  tokens_after: count('Estimated tokens of the scope after; in a report, those that would be left.'),
}

type Report = ObjectOf<typeof REPORT, keyof typeof REPORT>

/** What a compaction did: of groups that were not written, why. */
export type CompactionDone = {
  readonly compaction: Compaction
  readonly data: Report
  readonly archived: ReadonlySet<string>
  readonly isWhole: boolean
}

/** The report of a compaction, from why groups were not written, by the paths of the records that stay. */
export function compactionDone(
  compaction: Compaction,
  why: ReadonlyMap<string, string>,
  now: string,
): CompactionDone {
  const { mode, scope, records, groups, near, malformed } = compaction
  const tried = mode === 'apply' ? groups : []
  const written = tried.filter(({ fault, keep }) => fault === null && !why.has(keep.path))
  const failed = tried.flatMap(({ fault, keep }) => {
    const reason = fault ?? why.get(keep.path)
    return reason === undefined ? [] : [{ id: keep.id, reason }]
  })
  const archived = pathsArchived(written)
  // A report says what there would be.
  const gone = mode === 'apply' ? archived : pathsArchived(groups.filter(({ fault }) => fault === null))
  const tokens = (all: readonly KnownRecord[]): number =>
    all.reduce((sum, { facts }) => sum + facts.tokens, 0)
  const data = {
    schemaVersion: 1,
    mode,
    scope,
    started_at: now,
    finished_at: now,
    records: records.length,
    malformed,
    same: groups.map(({ keep, archive }) => ({ keep: keep.id, archive: archive.map(({ id }) => id) })),
    near,
    moved: written.flatMap(({ moved }) => moved),
    failed,
    tokens_before: tokens(records),
    tokens_after: tokens(records.filter(({ path }) => !gone.has(path))),
  }
  return { compaction, data, archived, isWhole: failed.length === 0 }
}

function pathsArchived(groups: Compaction['groups']): ReadonlySet<string> {
  return new Set(groups.flatMap(({ archive }) => archive.map(({ path }) => path)))
}

/** Reports of a scope, the newest first. */
function reportsOf({ files, settings }: Memory, scope: Scope): readonly string[] {
  const folder = `${agentMemoryRoot(settings)}/_compactions`
  const isReport = new RegExp(`/\\d{8}T\\d{9}Z-${scope}-(?:report|apply)\\.json$`)
  return filesBelow(files, folder)
    .map(({ path }) => path)
    .filter((path) => isReport.test(path))
    .sort((a, b) => compareText(b, a))
}

/** The newest report of a scope; null where there is none that can be read. */
export function lastReport(
  { memory, sources }: OperationInput,
  scope: Scope,
): { path: string; data: JsonObject } | null {
  const [path] = reportsOf(memory, scope)
  const data = path === undefined ? null : recordOf(sources.get(path))
  return path !== undefined && data ? { path, data } : null
}

/** True for a report that says what the newest one does not. */
export function isNews(data: Report, last: JsonObject | null): boolean {
  const compared = ['records', 'malformed', 'same', 'near', 'tokens_after'] as const
  return !last || !compared.every((field) => isSameJson(data[field], last[field]))
}

/** A report as its file. */
export function reportFile(data: JsonObject): PlannedFile {
  return { kind: 'text', text: `${JSON.stringify(data, null, 2)}\n` }
}

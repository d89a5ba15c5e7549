import type { Memory } from '../../../core/document.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import type { PlannedFile } from '../../../core/write-plan.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { normaliseTitle } from '../../../formats/names.ts'
import { editYaml } from '../../../formats/yaml/edit-yaml.ts'
import { applyUpdate, highestNumber } from '../dsl/apply-update.ts'
import {
  type Entry,
  NO_UPDATE,
  PREFIXES,
  type Refusal,
  type SectionId,
  type TaskState,
  type Update,
} from '../dsl/grammar.ts'
import { limitUpdate } from '../dsl/limits.ts'
import { type KnownTask, latestTime, progressDigest } from './known-task.ts'
import { type Recovered, recoveredOf, splitState, withLogBlocks } from './split-state.ts'

/** What can become of a section. */
export const OUTCOMES = ['applied', 'unchanged', 'refused', 'failed'] as const

type Outcome = (typeof OUTCOMES)[number]

/** Something that was not applied; its line where it is about the text. */
export type Refused = Refusal & { readonly line?: number }

/** What is to be applied, as it was read. */
export type Said = {
  readonly update: Update
  /** The sections that something was said of. */
  readonly sections: readonly SectionId[]
  readonly refused: readonly Refused[]
  /** Sections that a model gave no usable answer for. */
  readonly failed?: readonly SectionId[]
  readonly notes: readonly string[]
}

/** How it is applied. */
export type Applying = {
  readonly now: string
  readonly strict: boolean
  /** The digest of the progress that the writer saw; null where it is not said. */
  readonly base: string | null
  /** Lines of the log that say where the update came from. */
  readonly remarks: readonly string[]
  readonly isSecret?: ((text: string) => boolean) | undefined
}

/** A task after an update: nothing is written yet. */
export type ChangedTask = {
  readonly plan: ReadonlyMap<string, PlannedFile>
  readonly outcomes: ReadonlyMap<SectionId, Outcome>
  readonly added: readonly string[]
  readonly archived: readonly string[]
  readonly refused: readonly Refused[]
  readonly lines: readonly string[]
  readonly recovered: Recovered
  readonly base: string
  readonly notes: readonly string[]
}

/**
 * Applies what was said to the state as it is, purely. All of one update has one instant, which is after everything that the
 * state says. A text is the reason why nothing can be written.
 */
export function changeTask(
  task: KnownTask,
  said: Said,
  applying: Applying,
  memory: Memory,
): ChangedTask | string {
  const { state } = task
  const read = readSaid(task, said, applying)
  const at = instantAfter(applying.now, state)
  const above = {
    learnings: highestNumber(movedIds(task), PREFIXES.learnings),
    verbatim: highestNumber(movedIds(task), PREFIXES.verbatim),
  }
  const isStopped = applying.strict && (read.refused.length > 0 || (said.failed ?? []).length > 0)
  const applied = applyUpdate(state, isStopped ? NO_UPDATE : read.update, {
    now: at,
    strict: applying.strict,
    above,
  })
  const refused = [...read.refused, ...applied.refused]
  const isChanged = applied.lines.length > 0
  const recovered = recoveredOf(task)
  const changed = changedSections(state, applied.state)
  const outcomes = new Map(
    said.sections.map((id) => [id, outcomeOf(id, { changed, refused, said, isStopped })]),
  )
  const splices = isChanged ? stateSplices(state, applied.state) : []
  const spliced = editYaml(task.source.text, splices)
  if ('refused' in spliced) return spliced.refused
  const shrunk = splitState(task, spliced.text, memory)
  if (typeof shrunk === 'string') return shrunk
  const log = withLogBlocks(task, { at, lines: applied.lines, remarks: applying.remarks, recovered }, memory)
  const plan = new Map<string, PlannedFile>()
  // What is moved out is there before the state lacks it, and the log records nothing that the state lacks.
  if (shrunk.archive) plan.set(shrunk.archive.path, { kind: 'text', text: shrunk.archive.text })
  if (shrunk.text !== task.source.text) plan.set(task.path, { kind: 'text', text: shrunk.text })
  if (log) plan.set(log.path, { kind: 'text', text: log.text })
  return {
    plan,
    outcomes,
    ...idsOf(state, applied.state),
    refused,
    lines: applied.lines,
    recovered,
    base: progressDigest(applied.state.current_progress),
    notes: [...said.notes, ...read.notes, ...shrunk.notes],
  }
}

/** The update as it can be applied to this state, and what of it cannot. */
type ReadSaid = {
  readonly update: Update
  readonly refused: readonly Refused[]
  readonly notes: readonly string[]
}

function readSaid(task: KnownTask, { update: given, refused }: Said, { base, isSecret }: Applying): ReadSaid {
  const isStale =
    given.progress !== null && base !== null && base !== progressDigest(task.state.current_progress)
  const limited = limitUpdate(isStale ? { ...given, progress: null } : given, isSecret ?? (() => false))
  const { update, notes } = withoutKnown(task, limited.update)
  return {
    update,
    refused: [...refused, ...(isStale ? [STALE] : []), ...limited.refused],
    notes: [...limited.notes, ...notes],
  }
}

const STALE: Refused = {
  section: 'progress',
  id: null,
  message: 'The progress changed meanwhile',
  help: 'Read the task again, and write the progress anew from what it says now.',
}

function movedIds({ moved }: KnownTask): { readonly id: string }[] {
  return moved.map(({ fields }) => ({ id: String(fields.id) }))
}

/** The instant of the call; a millisecond after the state's latest one where that is not before it. */
function instantAfter(now: string, state: TaskState): string {
  const latest = latestTime(state)
  return latest === null || latest < Date.parse(now) ? now : new Date(latest + 1).toISOString()
}

function changedSections(before: TaskState, after: TaskState): ReadonlySet<SectionId> {
  return new Set<SectionId>([
    ...(progressDigest(before.current_progress) === progressDigest(after.current_progress)
      ? []
      : ['progress' as const]),
    ...(isSameList(before.key_learnings, after.key_learnings) ? [] : ['learnings' as const]),
    ...(isSameList(before.verbatim_context, after.verbatim_context) ? [] : ['verbatim' as const]),
  ])
}

function isSameList(before: readonly Entry[], after: readonly Entry[]): boolean {
  return before.length === after.length && before.every((entry, i) => entry === after[i])
}

type Deciding = {
  readonly changed: ReadonlySet<SectionId>
  readonly refused: readonly Refused[]
  readonly said: Said
  readonly isStopped: boolean
}

function outcomeOf(id: SectionId, { changed, refused, said, isStopped }: Deciding): Outcome {
  if (said.failed?.includes(id)) return 'failed'
  if (changed.has(id)) return 'applied'
  return isStopped || refused.some(({ section }) => section === id || section === null)
    ? 'refused'
    : 'unchanged'
}

/** What an update added and archived. */
function idsOf(
  before: TaskState,
  after: TaskState,
): { readonly added: readonly string[]; readonly archived: readonly string[] } {
  const lists = (state: TaskState): readonly (readonly Entry[])[] => [
    state.key_learnings,
    state.verbatim_context,
  ]
  const [old, now] = [lists(before), lists(after)]
  return {
    added: now.flatMap((list, k) => list.slice(old[k]?.length ?? 0).map(({ id }) => id)),
    archived: now.flatMap((list, k) =>
      list.flatMap(({ id, archived }, i) => (archived && old[k]?.[i] && !old[k][i].archived ? [id] : [])),
    ),
  }
}

/** The changes of the file: those of an entry before what comes behind it. */
function stateSplices(before: TaskState, after: TaskState): DataChange[] {
  return [
    ...progressSplices(before, after),
    ...listSplices('key_learnings', before.key_learnings, after.key_learnings),
    ...listSplices('verbatim_context', before.verbatim_context, after.verbatim_context),
    { at: ['updated'], set: after.updated },
  ]
}

/** Each list for itself: what else is written between them stays. */
function progressSplices(
  { current_progress: old }: TaskState,
  { current_progress: now }: TaskState,
): DataChange[] {
  if (!now || progressDigest(old) === progressDigest(now)) return []
  const lists = { completed: now.completed, in_progress: now.in_progress, remaining: now.remaining }
  if (!old) return [{ at: ['current_progress'], set: lists }]
  return Object.entries(lists).flatMap(([name, list]) => {
    const isSame = JSON.stringify(list) === JSON.stringify(old[name as keyof typeof lists])
    return isSame ? [] : [{ at: ['current_progress', name], set: list }]
  })
}

function listSplices(name: string, before: readonly Entry[], after: readonly Entry[]): DataChange[] {
  const archived = before.flatMap((entry, i): DataChange[] => {
    const mark = after[i]?.archived
    return !mark || entry.archived ? [] : [{ at: [name, i, 'archived'], set: { ...mark } }]
  })
  const added = after.slice(before.length).map((entry): Json => ({ ...(entry as JsonObject) }))
  return [...archived, ...(added.length > 0 ? [{ at: [name], append: added }] : [])]
}

/** Leaves out additions of what is there, and archivings of what is archived: both are as their writer wants them. */
function withoutKnown(
  { state, moved }: KnownTask,
  { progress, learnings, verbatim }: Update,
): { readonly update: Update; readonly notes: readonly string[] } {
  const notes: string[] = []
  const isGone = (entries: readonly Entry[], id: string): boolean => {
    const entry = entries.find((one) => one.id === id)
    const isArchived = entry ? Boolean(entry.archived) : moved.some(({ fields }) => fields.id === id)
    if (isArchived) notes.push(`${id} is archived already.`)
    return isArchived
  }
  const firstOf = <T>(
    known: ReadonlyMap<string, string>,
    keyOf: (one: T) => string,
  ): ((one: T) => boolean) => {
    const seen = new Map(known)
    return (one) => {
      const key = keyOf(one)
      const id = seen.get(key)
      if (id !== undefined)
        notes.push(
          id === '' ? 'The same is added twice: once is enough.' : `Already ${id}: nothing was added for it.`,
        )
      else seen.set(key, '')
      return id === undefined
    }
  }
  const going = new Set([...(learnings?.archive ?? []), ...(verbatim?.archive ?? [])].map(({ id }) => id))
  const insights = firstOf(openKeys(state.key_learnings, going, insightKey), insightKey)
  const snippets = firstOf(openKeys(state.verbatim_context, going, snippetKey), snippetKey)
  const update: Update = {
    progress,
    learnings: learnings && {
      archive: learnings.archive.filter(({ id }) => !isGone(state.key_learnings, id)),
      add: learnings.add.filter(insights),
    },
    verbatim: verbatim && {
      archive: verbatim.archive.filter(({ id }) => !isGone(state.verbatim_context, id)),
      add: verbatim.add.filter(snippets),
    },
  }
  return { update, notes }
}

/** What open entries hold, with their ids; one that this update archives does not hold. */
function openKeys<T extends Entry>(
  entries: readonly T[],
  going: ReadonlySet<string>,
  keyOf: (entry: T) => string,
): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.archived || going.has(entry.id) ? [] : [[keyOf(entry), entry.id] as const],
    ),
  )
}

function insightKey({ insight }: { readonly insight: string }): string {
  return normaliseTitle(insight)
}

function snippetKey({ label, snippet }: { readonly label: string; readonly snippet: string }): string {
  return JSON.stringify([label, snippet])
}

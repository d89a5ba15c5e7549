import type { Memory } from '../../../core/document.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import type { PlannedFile } from '../../../core/write-plan.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { normaliseTitle } from '../../../formats/names.ts'
import { editYaml } from '../../../formats/yaml/edit-yaml.ts'
import { applyUpdate, highestNumber } from '../dsl/apply-update.ts'
import {
  type Entry,
  type EntryChanges,
  NO_UPDATE,
  PREFIXES,
  type Progress,
  type Refusal,
  SECTION_IDS,
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
  // What the log adds was given out, also where another program has overwritten the state since.
  const gone = [...task.moved.map(({ fields }) => String(fields.id)), ...task.added].map((id) => ({ id }))
  const above = {
    learnings: highestNumber(gone, PREFIXES.learnings),
    verbatim: highestNumber(gone, PREFIXES.verbatim),
  }
  const isStopped = applying.strict && (read.refused.length > 0 || (said.failed ?? []).length > 0)
  const applied = applyUpdate(state, isStopped ? NO_UPDATE : read.update, {
    now: at,
    strict: applying.strict,
    above,
  })
  const refused = [...read.refused, ...applied.refused]
  const recovered = recoveredOf(task)
  const changes = stateChanges(state, applied.state)
  const isRefused = (id: SectionId): boolean =>
    isStopped || refused.some(({ section }) => section === id || section === null)
  const outcomes = new Map(
    said.sections.map((id): [SectionId, Outcome] => {
      if (said.failed?.includes(id)) return [id, 'failed']
      if (changes[id].length > 0) return [id, 'applied']
      return [id, isRefused(id) ? 'refused' : 'unchanged']
    }),
  )
  const all = SECTION_IDS.flatMap((id) => changes[id])
  const updated: DataChange = { at: ['updated'], set: applied.state.updated }
  const spliced = editYaml(task.source.text, all.length > 0 ? [...all, updated] : [])
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

/** The instant of the call; a millisecond after the state's latest one where that is not before it. */
function instantAfter(now: string, state: TaskState): string {
  const latest = latestTime(state)
  return latest === null || latest < Date.parse(now) ? now : new Date(latest + 1).toISOString()
}

/** What an update added and archived: an entry that is archived is another one than before. */
function idsOf(
  before: TaskState,
  after: TaskState,
): { readonly added: readonly string[]; readonly archived: readonly string[] } {
  const entriesOf = (state: TaskState): readonly Entry[] => [
    ...state.key_learnings,
    ...state.verbatim_context,
  ]
  const known = new Set(entriesOf(before))
  const changed = entriesOf(after).filter((entry) => !known.has(entry))
  return {
    added: changed.flatMap(({ id, archived }) => (archived ? [] : [id])),
    archived: changed.flatMap(({ id, archived }) => (archived ? [id] : [])),
  }
}

/** The changes of the file by section: those of an entry before what comes behind it. */
function stateChanges(
  before: TaskState,
  after: TaskState,
): { readonly [id in SectionId]: readonly DataChange[] } {
  return {
    progress: progressChanges(before.current_progress, after.current_progress),
    learnings: listChanges('key_learnings', before.key_learnings, after.key_learnings),
    verbatim: listChanges('verbatim_context', before.verbatim_context, after.verbatim_context),
  }
}

/** Each list for itself: what else is written between them stays. */
function progressChanges(old: Progress | null, now: Progress | null): DataChange[] {
  if (!now || progressDigest(old) === progressDigest(now)) return []
  const lists = { completed: now.completed, in_progress: now.in_progress, remaining: now.remaining }
  if (!old) return [{ at: ['current_progress'], set: lists }]
  return Object.entries(lists).flatMap(([name, list]) => {
    const isSame = JSON.stringify(list) === JSON.stringify(old[name as keyof typeof lists])
    return isSame ? [] : [{ at: ['current_progress', name], set: list }]
  })
}

function listChanges(name: string, before: readonly Entry[], after: readonly Entry[]): DataChange[] {
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
  const going = new Set([...(learnings?.archive ?? []), ...(verbatim?.archive ?? [])].map(({ id }) => id))
  const unknown = <New, Kept extends New & Entry>(
    entries: readonly Kept[],
    changes: EntryChanges<New> | null,
    keyOf: (added: New) => string,
  ): EntryChanges<New> | null => {
    if (!changes) return null
    // What an entry holds that this update archives can be added again.
    const open = entries.filter(({ id, archived }) => !archived && !going.has(id))
    const seen = new Map(open.map((entry) => [keyOf(entry), entry.id]))
    const isNew = (added: New): boolean => {
      const id = seen.get(keyOf(added))
      if (id === undefined) seen.set(keyOf(added), '')
      else if (id === '') notes.push('The same is added twice: once is enough.')
      else notes.push(`Already ${id}: nothing was added for it.`)
      return id === undefined
    }
    return {
      archive: changes.archive.filter(({ id }) => !isGone(entries, id)),
      add: changes.add.filter(isNew),
    }
  }
  const update: Update = {
    progress,
    learnings: unknown(state.key_learnings, learnings, insightKey),
    verbatim: unknown(state.verbatim_context, verbatim, snippetKey),
  }
  return { update, notes }
}

function insightKey({ insight }: { readonly insight: string }): string {
  return normaliseTitle(insight)
}

function snippetKey({ label, snippet }: { readonly label: string; readonly snippet: string }): string {
  return JSON.stringify([label, snippet])
}

import { isSameJson } from '../../../core/json.ts'
import {
  type Archiving,
  type Entry,
  type EntryChanges,
  idNumber,
  type Learning,
  type NewLearning,
  type NewSnippet,
  NO_UPDATE,
  PREFIXES,
  type Progress,
  printUpdate,
  type Refusal,
  type SectionId,
  type Snippet,
  type TaskState,
  type Update,
  type UpdateProblem,
} from './grammar.ts'
import { parseUpdate } from './parse-update.ts'

/** What applying an update needs in addition to it. */
export type ApplyOptions = {
  /** The time of what is added and archived, ISO 8601. */
  readonly now: string
  /** Nothing is applied unless everything can be. */
  readonly strict?: boolean
  /** What parsing found: it is listed with what is refused, and stops a strict update. */
  readonly problems?: readonly UpdateProblem[]
  /** The highest numbers that were given out and are not in the state: new entries are numbered above them too. */
  readonly above?: { readonly learnings: number; readonly verbatim: number }
}

/** What applying an update gives; the state given is never changed. */
export type Applied = {
  /** The new state; the one that was given where nothing changed. */
  readonly state: TaskState
  /** What `log.md` gets at its end; empty when nothing changed. */
  readonly diff: string
  /** The lines of the diff alone. */
  readonly lines: readonly string[]
  /** What was not applied, with what to do. */
  readonly refused: readonly Refusal[]
}

/**
 * Applies an update to a task's state, purely: progress, then learnings, then snippets. An id that the state does not have
 * is never applied; the rest is, and `refused` lists it. A section that is not valid leaves its part untouched. New
 * entries get the number after the highest that their list has, archived entries included.
 */
export function applyUpdate(
  state: TaskState,
  update: Update,
  { now, strict = false, problems = [], above = NONE_ABOVE }: ApplyOptions,
): Applied {
  const progress = progressStep(state, update)
  const learnings = entriesStep<NewLearning, Learning>(state.key_learnings, update.learnings, {
    section: 'learnings',
    fault: faultOf(update, 'learnings'),
    now,
    above: above.learnings,
    made: ({ reason, insight }, id) => ({ id, insight, reason, added: now }),
    shown: ({ insight }) => [insight],
  })
  const verbatim = entriesStep<NewSnippet, Snippet>(state.verbatim_context, update.verbatim, {
    section: 'verbatim',
    fault: faultOf(update, 'verbatim'),
    now,
    above: above.verbatim,
    made: ({ reason, label, snippet }, id) => ({ id, label, snippet, reason, added: now }),
    shown: shownSnippet,
  })
  const refused = [
    ...problems.map(asRefusal),
    ...[progress, learnings, verbatim].flatMap((step) => step.refused),
  ]
  const lines = [...progress.lines, ...learnings.lines, ...verbatim.lines]
  if (lines.length === 0 || (strict && refused.length > 0)) return { state, diff: '', lines: [], refused }
  const changed = {
    ...state,
    updated: now,
    current_progress: progress.value,
    key_learnings: learnings.value,
    verbatim_context: verbatim.value,
  }
  return { state: changed, diff: diffText(now, lines), lines, refused }
}

const NONE_ABOVE = { learnings: 0, verbatim: 0 }

function progressStep(state: TaskState, update: Update): Step<TaskState['current_progress']> {
  const { current_progress: present } = state
  const fault = faultOf(update, 'progress')
  if (fault || !update.progress) return { value: present, lines: [], refused: fault ? [fault] : [] }
  return { value: update.progress, lines: progressDiff(present, update.progress), refused: [] }
}

function asRefusal({ section, line, message, help }: UpdateProblem): Refusal {
  return { section, id: null, message: `Line ${line}: ${message}`, help }
}

/** The new value of one section, the lines that say how it changed, and what of it was refused. */
type Step<T> = {
  readonly value: T
  readonly lines: readonly string[]
  readonly refused: readonly Refusal[]
}

/** How a list of entries is changed. */
type EntryList<New, Kept> = {
  readonly section: keyof typeof PREFIXES
  readonly fault: Refusal | null
  readonly now: string
  /** The highest number that is not in the state. */
  readonly above: number
  readonly made: (added: New, id: string) => Kept
  /** What an added entry is shown by: on its line, then on lines below. */
  readonly shown: (added: New) => readonly string[]
}

/**
 * Archives entries and adds new ones. Ids are looked up in the list as it was: one that this update gives out cannot be
 * archived by it, since its writer cannot have known it.
 */
function entriesStep<New extends { readonly reason: string }, Kept extends Entry>(
  entries: readonly Kept[],
  changes: EntryChanges<New> | null,
  { section, fault, now, above, made, shown }: EntryList<New, Kept>,
): Step<readonly Kept[]> {
  if (fault || !changes) return { value: entries, lines: [], refused: fault ? [fault] : [] }
  const open = new Set(entries.flatMap(({ id, archived }) => (archived ? [] : [id])))
  const marks = new Map<string, Archiving>()
  const refused: Refusal[] = []
  for (const archiving of changes.archive) {
    const { id } = archiving
    if (open.has(id) && !marks.has(id)) marks.set(id, archiving)
    else refused.push(refusal(id, entries, section))
  }
  const prefix = PREFIXES[section]
  const first = Math.max(above, highestNumber(entries, prefix)) + 1
  const idOf = (i: number): string => `${prefix}-${first + i}`
  return {
    value: [
      ...entries.map((entry) => archivedBy(entry, marks.get(entry.id), now)),
      ...changes.add.map((added, i) => made(added, idOf(i))),
    ],
    lines: [
      ...[...marks.values()].map(archivedLine),
      ...changes.add.flatMap((added, i) => addedLines(idOf(i), added.reason, shown(added))),
    ],
    refused,
  }
}

function archivedBy<Kept extends Entry>(entry: Kept, mark: Archiving | undefined, now: string): Kept {
  return mark && !entry.archived ? { ...entry, archived: { at: now, reason: mark.reason } } : entry
}

/** Numbers are given out once: the next one follows the highest there ever was. */
export function highestNumber(entries: readonly { readonly id: string }[], prefix: string): number {
  return entries.reduce((highest, { id }) => Math.max(highest, idNumber(id, prefix) ?? 0), 0)
}

/** An added entry as a diff shows it: on its line, then on lines below. */
export function addedLines(id: string, reason: string, [first = '', ...below]: readonly string[]): string[] {
  return [`+ ${id} because ${reason}: ${first}`, ...below.map((line) => `+   ${line}`)]
}

/** An archived entry as a diff shows it. */
export function archivedLine({ id, reason }: Archiving): string {
  return `- ${id} because ${reason}`
}

/** A snippet as a diff shows it: its label, then its lines. */
export function shownSnippet({ label, snippet }: NewSnippet): readonly string[] {
  return [label, ...snippet.split(/\r\n|\n|\r/)]
}

function refusal(id: string, entries: readonly Entry[], section: SectionId): Refusal {
  const isKnown = entries.some((entry) => entry.id === id)
  return isKnown
    ? { section, id, message: `The entry ${id} is archived already`, help: 'Leave it out.' }
    : {
        section,
        id,
        message: `The state has no id ${id}`,
        help: 'Correct the id: only entries of the state can be archived.',
      }
}

/** How the progress changed: a line for every bullet that is gone and every one that is new. */
function progressDiff(before: Progress | null, after: Progress): string[] {
  const [old, now] = [before ? bulletsOf(before) : [], bulletsOf(after)]
  if (old.join('\n') === now.join('\n')) return []
  const [gone, added] = [surplusBullets(old, now), surplusBullets(now, old)]
  // Where only the order is another one, every bullet is listed.
  const [left, right] = gone.length + added.length > 0 ? [gone, added] : [old, now]
  return [...left.map((bullet) => `- ${bullet}`), ...right.map((bullet) => `+ ${bullet}`)]
}

/**
 * One update as a section of `log.md`: its time as the heading, remarks, and what it changed in a fenced block, where no text can
 * be taken for Markdown. No line can close the block: each starts with `+` or `-`.
 */
export function diffText(heading: string, lines: readonly string[], remarks: readonly string[] = []): string {
  const said = remarks.length > 0 ? [...remarks, ''] : []
  return [`## ${heading}`, '', ...said, '```diff', ...lines, '```', ''].join('\n')
}

function bulletsOf({ completed, in_progress, remaining }: Progress): string[] {
  return [
    ...completed.map((bullet) => `Completed: ${bullet}`),
    ...in_progress.map((bullet) => `In Progress: ${bullet}`),
    ...remaining.map((bullet) => `Remaining: ${bullet}`),
  ]
}

/** What one list has more of than the other, each as often as it has more of it. */
function surplusBullets(bullets: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1)
  return bullets.filter((bullet) => {
    const count = counts.get(bullet) ?? 0
    counts.set(bullet, count - 1)
    return count <= 0
  })
}

/**
 * Why a section of an update cannot be applied; null when it can. A section is valid when its text reads as the same
 * section again, so that an update which was not made by parsing is held to the grammar too.
 */
function faultOf(update: Update, id: SectionId): Refusal | null {
  const alone = { ...NO_UPDATE, [id]: update[id] }
  const { update: again, problems } = parseUpdate(printUpdate(alone))
  const [problem] = problems
  if (problem) return { section: id, id: null, message: problem.message, help: problem.help }
  if (isSameJson(again[id], alone[id])) return null
  return {
    section: id,
    id: null,
    message: 'The form of an update cannot hold this text: it needs one line without white space around it',
    help: 'Take line breaks and outer white space out, `:` out of reasons, and `=>` out of labels.',
  }
}

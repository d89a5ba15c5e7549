import { changeEntries, type Step } from './change-entries.ts'
import { diffText, progressDiff } from './diff-text.ts'
import { PREFIXES } from './grammar.ts'
import type { Refusal } from './refusal.ts'
import { faultOf } from './section-fault.ts'
import type { Learning, Snippet, TaskState } from './task-state.ts'
import type { NewLearning, NewSnippet, Update, UpdateProblem } from './update.ts'

/** What applying an update needs beside it. */
export type ApplyOptions = {
  /** The time of what is added and archived, ISO 8601. */
  readonly now: string
  /** Nothing is applied unless everything can be. */
  readonly strict?: boolean
  /** What parsing found: it is listed with what is refused, and stops a strict update. */
  readonly problems?: readonly UpdateProblem[]
}

/** What applying an update gives; the state given is never changed. */
export type Applied = {
  readonly state: TaskState
  /** What `log.md` gets at its end; empty when nothing changed. */
  readonly diff: string
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
  { now, strict = false, problems = [] }: ApplyOptions,
): Applied {
  const progress = progressStep(state, update)
  const learnings = learningsStep(state, update, now)
  const verbatim = verbatimStep(state, update, now)
  const refused = [
    ...problems.map(asRefusal),
    ...[progress, learnings, verbatim].flatMap((step) => step.refused),
  ]
  const lines = [...progress.lines, ...learnings.lines, ...verbatim.lines]
  if (lines.length === 0 || (strict && refused.length > 0)) return { state, diff: '', refused }
  const changed = {
    ...state,
    updated: now,
    current_progress: progress.value,
    key_learnings: learnings.value,
    verbatim_context: verbatim.value,
  }
  return { state: changed, diff: diffText(now, lines), refused }
}

function progressStep(state: TaskState, update: Update): Step<TaskState['current_progress']> {
  const { current_progress: present } = state
  const fault = faultOf(update, 'progress')
  if (fault || !update.progress) return { value: present, lines: [], refused: listed(fault) }
  return { value: update.progress, lines: progressDiff(present, update.progress), refused: [] }
}

function learningsStep(state: TaskState, update: Update, now: string): Step<readonly Learning[]> {
  const { key_learnings: entries } = state
  const fault = faultOf(update, 'learnings')
  if (fault || !update.learnings) return { value: entries, lines: [], refused: listed(fault) }
  return changeEntries<NewLearning, Learning>(entries, update.learnings, {
    section: 'learnings',
    prefix: PREFIXES.learnings,
    now,
    made: ({ reason, insight }, id) => ({ id, insight, reason, added: now }),
    shown: ({ insight }) => [insight],
  })
}

function verbatimStep(state: TaskState, update: Update, now: string): Step<readonly Snippet[]> {
  const { verbatim_context: entries } = state
  const fault = faultOf(update, 'verbatim')
  if (fault || !update.verbatim) return { value: entries, lines: [], refused: listed(fault) }
  return changeEntries<NewSnippet, Snippet>(entries, update.verbatim, {
    section: 'verbatim',
    prefix: PREFIXES.verbatim,
    now,
    made: ({ reason, label, snippet }, id) => ({ id, label, snippet, reason, added: now }),
    shown: ({ label, snippet }) => [label, ...snippet.split(/\r\n|\n|\r/)],
  })
}

function asRefusal({ section, line, message, help }: UpdateProblem): Refusal {
  return { section, id: null, message: `Line ${line}: ${message}`, help }
}

function listed(fault: Refusal | null): Refusal[] {
  return fault ? [fault] : []
}

import { PREFIXES } from '../../dsl/grammar.ts'
import { limitUpdate } from '../../dsl/limits.ts'
import { readAnswer } from '../../dsl/read-answer.ts'
import type { SectionId, Update } from '../../dsl/update.ts'
import type { Refused } from '../../store/change-task.ts'
import type { KnownTask } from '../../store/known-task.ts'
import { refusedOf } from '../apply/read-texts.ts'

/** An answer, and what its model should be asked to correct. */
export type JudgedAnswer = {
  readonly update: Update
  /** What is wrong with its text: nothing of the section is applied. */
  readonly problems: readonly Refused[]
  /** What of the rest cannot be applied. */
  readonly parts: readonly Refused[]
  readonly notes: readonly string[]
}

/** Judges the answer of a role by the state as it is now. */
export function judgeAnswer(
  role: SectionId,
  text: string,
  { task, isSecret }: { readonly task: KnownTask; readonly isSecret: (text: string) => boolean },
): JudgedAnswer {
  const { update, problems, notes } = readAnswer(role, text)
  const refused = problems.map(refusedOf)
  if (role === 'progress' && refused.length === 0 && !update.progress) refused.push(NO_PROGRESS)
  const parts = [...limitUpdate(update, isSecret).refused, ...unknownIds(update, task)]
  return { update, problems: refused, parts, notes: notes.map((note) => `${role}: ${note}`) }
}

const NO_PROGRESS: Refused = {
  section: 'progress',
  id: null,
  line: 1,
  message: 'The answer leaves the progress as it is',
  help: 'Rewrite the section whole, with a bullet below `In Progress:`.',
}

function unknownIds({ learnings, verbatim }: Update, task: KnownTask): Refused[] {
  const known = new Set(knownIds(task))
  const asked = [
    ...(learnings?.archive ?? []).map(({ id }) => ({ id, section: 'learnings' as const })),
    ...(verbatim?.archive ?? []).map(({ id }) => ({ id, section: 'verbatim' as const })),
  ]
  return asked
    .filter(({ id }) => !known.has(id))
    .map(({ id, section }) => ({
      section,
      id,
      message: `The state has no id ${id}`,
      help: 'Correct the id: only entries of the state can be archived.',
    }))
}

function knownIds({ state, moved }: KnownTask): readonly string[] {
  return [
    ...[...state.key_learnings, ...state.verbatim_context].map(({ id }) => id),
    ...moved.map(({ fields }) => String(fields.id)),
  ]
}

/** Ids that an answer of this role may archive. */
export function openIds(role: SectionId, { state }: KnownTask): readonly string[] {
  if (role === 'progress') return []
  const entries = role === 'learnings' ? state.key_learnings : state.verbatim_context
  return entries.filter(({ id, archived }) => !archived && id.startsWith(PREFIXES[role])).map(({ id }) => id)
}

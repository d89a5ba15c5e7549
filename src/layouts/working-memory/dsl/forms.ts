import { isText, listOf, type OptionForm, orNull, recordOf } from '../../../core/option-forms.ts'

const archivings = listOf(recordOf({ id: isText, reason: isText }))

const progress = orNull(
  recordOf({ completed: listOf(isText), in_progress: listOf(isText), remaining: listOf(isText) }),
)

/** What `printUpdate` and `applyUpdate` take for an update. */
export const UPDATE: OptionForm = {
  fits: recordOf({
    progress,
    learnings: orNull(
      recordOf({ add: listOf(recordOf({ reason: isText, insight: isText })), archive: archivings }),
    ),
    verbatim: orNull(
      recordOf({
        add: listOf(recordOf({ reason: isText, label: isText, snippet: isText })),
        archive: archivings,
      }),
    ),
  }),
  words: 'an update as parseUpdate gives it',
}

/** What an entry says is looked at by rules of the state: here alone what a program cannot do without. */
const entries = listOf(recordOf({ id: isText }))

export const STATE: OptionForm = {
  fits: recordOf({
    updated: orNull(isText),
    current_progress: progress,
    key_learnings: entries,
    verbatim_context: entries,
  }),
  words: 'the state of a task: { updated, current_progress, key_learnings, verbatim_context }',
}

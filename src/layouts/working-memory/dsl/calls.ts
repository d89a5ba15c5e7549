import { instantOf } from '../../../core/date.ts'
import {
  assertArgument,
  assertOptions,
  FLAG,
  isText,
  listOf,
  type OptionForm,
  type OptionForms,
  orNull,
  recordOf,
  TEXT,
} from '../../../core/option-forms.ts'
import { type Applied, type ApplyOptions, applyUpdate as appliedUpdate } from './apply-update.ts'
import { printUpdate as printedUpdate, type TaskState, type Update } from './grammar.ts'
import { type ParsedUpdate, parseUpdate as parsedUpdate } from './parse-update.ts'

/**
 * Reads the text of an update in time linear to its length. No text makes it throw: every problem is named with line and
 * column (both from 1, columns in UTF-16 units), in source order, and the sections without one are still read. A line that is not
 * indented and is no header fails the section above it: it may be of a snippet that lost its indent. Throws `UserError` for
 * anything but a text.
 */
export function parseUpdate(text: string): ParsedUpdate {
  assertArgument(text, TEXT, 'the text of parseUpdate')
  return parsedUpdate(text)
}

/**
 * Writes an update in the one form that models are shown: two spaces a level, sections in order, those that change
 * nothing left out, `(none)` for an empty list of entries. `parseUpdate` reads the same update from it.
 * Throws `UserError` for anything but an update.
 */
export function printUpdate(update: Update): string {
  assertArgument(update, UPDATE, 'the update of printUpdate')
  return printedUpdate(update)
}

/**
 * Applies an update to a task's state, purely: progress, then learnings, then snippets. An id that the state does not have
 * is never applied; the rest is, and `refused` lists it. A section that is not valid leaves its part untouched. New
 * entries get the number after the highest that their list has, archived entries included.
 * Throws `UserError` for anything but a state, an update and options.
 */
export function applyUpdate(state: TaskState, update: Update, options: ApplyOptions): Applied {
  assertArgument(state, STATE, 'the state of applyUpdate')
  assertArgument(update, UPDATE, 'the update of applyUpdate')
  assertOptions(options, OPTIONS, 'applyUpdate')
  assertArgument(options.now, NOW, '`now` of applyUpdate')
  return appliedUpdate(state, update, options)
}

const archivings = listOf(recordOf({ id: isText, reason: isText }))

const progress = orNull(
  recordOf({ completed: listOf(isText), in_progress: listOf(isText), remaining: listOf(isText) }),
)

/** What `printUpdate` and `applyUpdate` take for an update. */
const UPDATE: OptionForm = {
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

const STATE: OptionForm = {
  fits: recordOf({
    updated: orNull(isText),
    current_progress: progress,
    key_learnings: entries,
    verbatim_context: entries,
  }),
  words: 'the state of a task: { updated, current_progress, key_learnings, verbatim_context }',
}

const NOW: OptionForm = {
  fits: (value) => isText(value) && instantOf(value) !== null,
  words: 'a timestamp with its zone',
}

const PROBLEMS: OptionForm = {
  fits: listOf(recordOf({ line: Number.isInteger, message: isText, help: isText, section: orNull(isText) })),
  words: 'the problems that parseUpdate gives',
}

const ABOVE: OptionForm = {
  fits: recordOf({ learnings: Number.isInteger, verbatim: Number.isInteger }),
  words: '{ learnings, verbatim }, both whole numbers',
}

const OPTIONS: OptionForms<ApplyOptions> = {
  now: NOW,
  strict: FLAG,
  problems: PROBLEMS,
  above: ABOVE,
}

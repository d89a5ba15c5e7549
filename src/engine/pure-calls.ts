/** What the library gives of the pure core, with a look at the arguments of callers without types. */
import {
  assertArgument,
  isRecord,
  isText,
  listOf,
  type OptionForm,
  recordOf,
  TEXT,
} from '../core/option-forms.ts'
import { type LiteralFile, literalSnapshot as literalOf, type Snapshot } from '../core/snapshot.ts'
import { type Edit, applyEdits as editedText } from '../core/text.ts'
import { type MovingPlan, overlay as overlaid } from '../core/write-plan.ts'

/**
 * Applies edits to a text. Edits are taken in order of their start; one that overlaps an earlier one is left out,
 * so that the caller checks again and applies it in the next round. Every character outside the edits stays.
 * Throws `UserError` for anything but a text and edits.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  assertArgument(text, TEXT, 'the text of applyEdits')
  assertArgument(edits, EDITS, 'the second argument of applyEdits')
  return editedText(text, edits)
}

const EDITS: OptionForm = {
  fits: listOf(
    (edit) => recordOf({ start: isOffset, end: isOffset, text: isText })(edit) && endsBehind(edit),
  ),
  words: 'a list of edits { start, end, text } whose end is not before their start',
}

function endsBehind(edit: unknown): boolean {
  const { start, end } = edit as Edit
  return end >= start
}

function isOffset(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0
}

/**
 * A snapshot of texts in memory: for tests, and for tools that check before anything is on disk. Throws `UserError` for anything
 * but an object from paths to files.
 */
export function literalSnapshot(
  literal: { readonly [path: string]: LiteralFile },
  label = 'literal',
): Snapshot {
  assertArgument(literal, LITERAL, 'the first argument of literalSnapshot')
  assertArgument(label, TEXT, 'the label of literalSnapshot')
  return literalOf(literal, label)
}

const LITERAL: OptionForm = {
  fits: (value) => isRecord(value) && Object.values(value).every(isLiteralFile),
  words: 'an object from each path to a text, bytes, { link }, { ignored } or { untracked }',
}

function isLiteralFile(value: unknown): boolean {
  if (isText(value) || value instanceof Uint8Array) return true
  return isRecord(value) && ['link', 'ignored', 'untracked'].some((key) => isText(value[key]))
}

/**
 * A snapshot as it would be after a write plan: what is to be written can be checked before it is. Of the new files, git ignores
 * those that are named; a file that is there stays ignored. Throws `UserError` for anything but a snapshot and a plan.
 */
export function overlay(
  snapshot: Snapshot,
  plan: MovingPlan,
  isIgnored: (path: string) => boolean = () => false,
): Snapshot {
  assertArgument(snapshot, SNAPSHOT, 'the first argument of overlay')
  assertArgument(plan, PLAN, 'the plan of overlay')
  assertArgument(isIgnored, FUNCTION, 'the third argument of overlay')
  return overlaid(snapshot, plan, isIgnored)
}

const SNAPSHOT: OptionForm = {
  fits: (value) => isRecord(value) && isRecord(value.files) && isFunction(value.read),
  words: 'a snapshot, such as literalSnapshot gives',
}

const PLAN: OptionForm = {
  fits: (value) =>
    value instanceof Map &&
    [...value].every(([path, file]) => isText(path) && isRecord(file) && isPlanned(file)),
  words:
    "a Map from each path to { kind: 'text', text }, { kind: 'link', target }, { kind: 'delete' } or { kind: 'move', from }",
}

/** What each kind of a planned file holds. */
const PLANNED: { readonly [kind: string]: (file: unknown) => boolean } = {
  text: recordOf({ text: isText }),
  link: recordOf({ target: isText }),
  delete: isRecord,
  move: recordOf({ from: isText }),
}

function isPlanned(file: { readonly [key: string]: unknown }): boolean {
  return isText(file.kind) && Object.hasOwn(PLANNED, file.kind) && PLANNED[file.kind]?.(file) === true
}

const FUNCTION: OptionForm = { fits: isFunction, words: 'a function from a path to true or false' }

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

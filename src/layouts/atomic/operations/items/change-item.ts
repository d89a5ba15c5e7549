import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import type { Memory } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { OperationAnswer, OperationInput, OperationReview, Refusal } from '../../../../core/operation.ts'
import { applyEdits } from '../../../../core/text.ts'
import type { WritePlan } from '../../../../core/write-plan.ts'
import { changeFields, type FrontMatterChange } from '../../../../formats/edit-front-matter.ts'
import { bodyText } from '../../../../formats/front-matter-block.ts'
import { digest } from '../../../../formats/hash.ts'
import { lineEndOf } from '../../../../formats/line-end.ts'
import { refuse, writeAnswer } from '../../../../stores/answer.ts'
import { planDelete, planMove, planText } from '../../../../stores/plans.ts'
import { statusOf } from '../../lifecycle.ts'
import { cleanItem, type GivenItem } from './clean-fields.ts'
import type { Naming } from './find-item.ts'
import { categoryOf, type Written } from './schemas.ts'

type Input = OperationInput<Naming>

/** What is written of an item; nothing without a plan. */
type ItemWrite = {
  /** What the answer says in addition. */
  readonly more?: Partial<Written>
  readonly plan?: WritePlan
  readonly notes?: readonly string[]
  readonly review?: OperationReview
}

/** The answer of an operation that writes an item. */
export function answerItem(
  { id = '', kind }: { readonly id?: string; readonly kind: string },
  path: string,
  args: { readonly dry_run?: boolean },
  { more, plan = new Map(), ...write }: ItemWrite,
): OperationAnswer<Written> {
  return writeAnswer(args, { id, path, category: categoryOf(kind), ...more }, { plan, ...write })
}

/** The answer where everything is as the call wants it. */
export function answerUnchanged(
  { item, document }: ItemAt,
  note: string,
  more: Partial<Written> = {},
): OperationAnswer<Written> {
  return answerItem(item, document.path, {}, { more, notes: [note] })
}

/** What a call changes of an item: only what differs from what the item has. */
type Refinement = {
  readonly changes: readonly FrontMatterChange[]
  /** The new body; null where it stays. */
  readonly content?: string | null
  readonly notes?: readonly string[]
}

/** The values of a call for fields of a kind's own, by name. */
export type OwnFields = {
  readonly [field: string]: string | number | readonly string[] | null | undefined
}

/** Reads title, content, tags and the kind's own fields from a call; an empty text or list takes a field out. */
export function readRefinement(
  { item }: ItemAt,
  given: GivenItem,
  own: OwnFields,
  memory: Memory,
): Refinement | Refusal {
  const clean = cleanItem(given, memory)
  if ('refusal' in clean) return clean
  const { title, content, tags, notes } = clean
  const isNewTags = tags && JSON.stringify(item.tags ?? []) !== JSON.stringify(tags)
  return {
    changes: [
      ...(title !== undefined && title !== item.title ? [{ key: 'title', value: title }] : []),
      ...(isNewTags ? [{ key: 'tags', value: tags.length === 0 ? null : tags }] : []),
      ...ownChanges(item.fields, own),
    ],
    content: content === undefined || digest(content) === item.digest ? null : content,
    notes,
  }
}

/** Fields of a kind's own that a call gives another value. */
export function ownChanges(fields: JsonObject, own: OwnFields): FrontMatterChange[] {
  return Object.entries(own).flatMap(([key, given]): FrontMatterChange[] => {
    const value = typeof given === 'string' ? given.trim() : given
    if (value === undefined || value === null || value === (fields[key] ?? '')) return []
    return [{ key, value: value === '' ? null : value }]
  })
}

/** True where a call changes something of an item. */
export function isRefined({ changes, content = null }: Refinement): boolean {
  return changes.length > 0 || content !== null
}

/** Plans the changes of one file in its place. */
export function planRefinement(
  at: ItemAt,
  refinement: Refinement,
  input: Input,
  more: Partial<Written> = {},
): OperationAnswer<Written> {
  if (!isRefined(refinement)) return answerUnchanged(at, 'It is as you want it already.', more)
  const changed = changedText(at, refinement, input)
  if ('refusal' in changed) return changed
  const { path } = at.document
  const { content = null, notes = [] } = refinement
  const review: OperationReview = ({ sources }) => {
    const source = sources.get(path)
    return content === null || !source || bodyText(source.text) === content
      ? null
      : refuse('The item would not read back as it was given', 'Write `content` in a simpler way.')
  }
  const plan = planText(path, changed.text)
  return answerItem(at.item, path, input.args, { more, plan, notes, review })
}

/** The text of an item with fields and, where it is given, the body replaced by splices: every other byte stays. */
function changedText(
  { document }: ItemAt,
  { changes, content = null }: Refinement,
  { sources }: Input,
): { readonly text: string } | Refusal {
  const source = sources.get(document.path)
  if (!source) return refuseUnread(document.path)
  const found = changeFields(source.text, changes)
  if ('refused' in found) {
    return refuse(
      `${safePath(document.path)}:${found.line} ${safeText(found.refused)}`,
      'Nothing was written. Edit the front matter of the file by hand, then call again.',
    )
  }
  const changed = applyEdits(source.text, found.edits)
  return { text: content === null ? changed : withBody(changed, content) }
}

/** An item that was read when the memory was, and is not now. */
function refuseUnread(path: string): Refusal {
  return refuse(
    `${safePath(path)} cannot be read`,
    'Nothing was written. Fix the file or move it away, then call again.',
  )
}

/** The text with another body. Blank lines around the body stay, and so does the kind of its line ends. */
function withBody(text: string, content: string): string {
  const old = bodyText(text)
  if (old === content) return text
  const lineEnd = lineEndOf(text)
  const written = content.replaceAll('\n', lineEnd)
  const end = text.trimEnd().length
  if (old === '') return `${text.slice(0, end)}${lineEnd}${lineEnd}${written}${lineEnd}`
  return text.slice(0, end - lengthOfEnd(text.slice(0, end), old)) + written + text.slice(end)
}

/** How many characters at the end of a text are a body that has LF, whatever line ends the text has. */
function lengthOfEnd(text: string, body: string): number {
  let at = text.length
  for (let left = body.length; left > 0; left -= 1) {
    at -= 1
    if (body[left - 1] === '\n' && text[at] === '\n' && text[at - 1] === '\r') at -= 1
  }
  return text.length - at
}

/** Moves an item to the archive of its category. */
export function planArchive(
  at: ItemAt,
  { changes, notes = [] }: Refinement,
  input: Input,
): OperationAnswer<Written> {
  const { path, links } = at.document
  const changed = changedText(at, { changes }, input)
  if ('refusal' in changed) return changed
  // `memory/tasks/a.md` → `memory/tasks/archive/a.md`
  const target = path.replace(/\/[^/]*$/, '/archive$&')
  if (input.memory.files.has(target)) {
    return refuse(
      `${safePath(path)} cannot be archived: ${safePath(target)} exists and is another item`,
      'Nothing was written. Rename one of the two files, then call again.',
    )
  }
  const relative = links.flatMap(({ target: link }) => (link.startsWith('/') ? [] : [link]))
  const linkNotes =
    relative.length === 0 ? [] : [`Its relative links count from another folder now: ${relative.join(', ')}.`]
  const status = changes.some(({ key }) => key === 'status') ? 'done' : statusOf(at)
  return answerItem(at.item, target, input.args, {
    more: { ...(status !== '' && { status }), moved_from: path },
    plan: planMove(path, target, changed.text),
    notes: [...notes, ...linkNotes],
  })
}

/** Finishes a move that was stopped before the old file was deleted: the archive has the item already. */
export function finishMove(
  { document: { path } }: ItemAt,
  archived: ItemAt,
  input: Input,
  notes: readonly string[] = [],
): OperationAnswer<Written> {
  if (!input.sources.has(path)) return refuseUnread(path)
  const status = statusOf(archived)
  const finished = `A move to the archive had been stopped: it is finished, and ${safePath(path)} is gone.`
  return answerItem(archived.item, archived.document.path, input.args, {
    more: { ...(status !== '' && { status }), moved_from: path },
    plan: planDelete(path),
    notes: [finished, ...notes],
  })
}

import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import type { Memory } from '../../../../core/document.ts'
import { type JsonObject, textList } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { OperationAnswer, OperationInput, Refusal } from '../../../../core/operation.ts'
import type { Source } from '../../../../core/source.ts'
import { applyEdits } from '../../../../core/text.ts'
import type { WritePlan } from '../../../../core/write-plan.ts'
import { bodyText } from '../../../../formats/front-matter-block.ts'
import { changeFrontMatter, type FrontMatterChange } from '../../../../formats/front-matter-edits.ts'
import { digest } from '../../../../formats/hash.ts'
import { lineEndOf } from '../../../../formats/line-end.ts'
import { yamlText } from '../../../../formats/yaml/yaml-text.ts'
import { statusOf } from '../../lifecycle.ts'
import { cleanContent, cleanTags, cleanTitle } from './clean-fields.ts'
import type { FoundItem } from './find-item.ts'
import { categoryOf, textOf, textsOf } from './schemas.ts'

/** A text with fields and, where it is given, the body replaced by splices: every other byte stays. */
export function changedText(
  { text, path }: Source,
  changes: readonly FrontMatterChange[],
  content: string | null = null,
): { readonly text: string } | Refusal {
  const found = changeFrontMatter(text, changes)
  if ('refused' in found) {
    return {
      refusal: `${safePath(path)}:${found.line} ${safeText(found.refused)}`,
      help: 'Nothing was written. Edit the front matter of the file by hand, then call again.',
    }
  }
  const changed = applyEdits(text, found.edits)
  return { text: content === null ? changed : withBody(changed, content) }
}

/** The text with another body. Blank lines around the body stay, and so does the kind of its line ends. */
function withBody(text: string, content: string): string {
  const old = bodyText(text)
  if (old === content) return text
  const lineEnd = lineEndOf(text)
  const written = content.replaceAll('\n', lineEnd)
  if (old === '') return `${text.trimEnd()}${lineEnd}${lineEnd}${written}${lineEnd}`
  const end = text.trimEnd().length
  const start = end - lengthOfEnd(text.slice(0, end), old)
  return text.slice(0, start) + written + text.slice(end)
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

/** What a change makes of an item. */
export type ChangedItem = {
  readonly at: ItemAt
  readonly plan: WritePlan
  readonly path: string
  readonly notes?: readonly string[]
  readonly data?: JsonObject
  /** The body that is to be read back. */
  readonly content?: string | null
}

/** The answer of a change that writes. */
export function answerChange(changed: ChangedItem, { args }: OperationInput): OperationAnswer {
  const { at, plan, path, notes = [], data: more, content = null } = changed
  const isDry = args.dry_run === true
  const data: JsonObject = {
    saved: !isDry,
    id: at.item.id ?? '',
    path,
    category: categoryOf(at.item.kind),
    ...more,
    ...(isDry && { dry_run: true }),
    ...(notes.length > 0 && { notes }),
  }
  return {
    text: yamlText(data),
    data,
    plan,
    ...(isDry && { dryRun: true }),
    review: ({ sources }) => {
      const source = sources.get(path)
      if (content === null || !source || bodyText(source.text) === content) return null
      return {
        refusal: 'The item would not read back as it was given',
        help: 'Write `content` in a simpler way.',
      }
    },
  }
}

/** The answer where everything is as the call wants it. */
export function answerUnchanged(
  { item, document }: ItemAt,
  note: string,
  more: JsonObject = {},
): OperationAnswer {
  const data: JsonObject = {
    saved: false,
    id: item.id ?? '',
    path: document.path,
    category: categoryOf(item.kind),
    ...more,
    notes: [note],
  }
  return { text: yamlText(data), data }
}

/** An item that was read when the memory was, and is not now. */
export function refuseUnread({ document }: ItemAt): Refusal {
  return {
    refusal: `${safePath(document.path)} cannot be read`,
    help: 'Nothing was written. Fix the file or move it away, then call again.',
  }
}

/** What a call changes of an item: only what differs from what the item has. */
export type Refinement = {
  readonly changes: readonly FrontMatterChange[]
  /** The new body; null where it stays. */
  readonly content: string | null
  readonly notes: readonly string[]
}

/** Reads title, content, tags and the kind's own fields from the arguments; an empty text or list takes a field out. */
export function readRefinement(
  { item }: ItemAt,
  args: JsonObject,
  { own, memory }: { readonly own: readonly string[]; readonly memory: Memory },
): Refinement | Refusal {
  const title = textOf(args.title)
  const titled = title === null ? null : cleanTitle(title)
  if (titled && 'refusal' in titled) return titled
  const content = textOf(args.content)
  const bodied = content === null ? null : cleanContent(content)
  if (bodied && 'refusal' in bodied) return bodied
  const tags = textsOf(args.tags)
  const tagged = tags === null ? null : cleanTags(tags, memory)
  if (tagged && 'refusal' in tagged) return tagged
  const isNewText = bodied !== null && digest(bodied.content) !== item.digest
  return {
    changes: [
      ...(titled && titled.title !== item.title ? [{ key: 'title', value: titled.title }] : []),
      ...(tagged ? tagsChange(item.fields, tagged.tags) : []),
      ...own.flatMap((key) => ownChange(key, item.fields, args)),
    ],
    content: isNewText ? bodied.content : null,
    notes: tagged?.notes ?? [],
  }
}

function tagsChange({ tags }: JsonObject, wanted: readonly string[]): FrontMatterChange[] {
  if (JSON.stringify(textList(tags)) === JSON.stringify(wanted)) return []
  return [{ key: 'tags', value: wanted.length === 0 ? null : wanted }]
}

function ownChange(key: string, fields: JsonObject, args: JsonObject): FrontMatterChange[] {
  const given = args[key]
  const value = typeof given === 'string' ? given.trim() : given
  if (value === (fields[key] ?? '')) return []
  if (typeof value === 'number') return [{ key, value }]
  return typeof value === 'string' ? [{ key, value: value === '' ? null : value }] : []
}

/** Plans the changes of one file in its place. */
export function planRefinement(
  at: ItemAt,
  { changes, content, notes }: Refinement,
  input: OperationInput,
  data: JsonObject = {},
): OperationAnswer {
  if (changes.length === 0 && content === null) {
    return answerUnchanged(at, 'It is as you want it already.', data)
  }
  const source = input.sources.get(at.document.path)
  if (!source) return refuseUnread(at)
  const changed = changedText(source, changes, content)
  if ('refusal' in changed) return changed
  const { path } = at.document
  const plan = new Map([[path, { kind: 'text', text: changed.text } as const]])
  return answerChange({ at, path, plan, notes, data, content }, input)
}

/** What a move changes, and what is said of it. */
type Move = { readonly changes: readonly FrontMatterChange[]; readonly notes?: readonly string[] }

/** Moves an item to the archive of its category in one plan: the new file is written, and then the old one is deleted. */
export function planArchive(
  at: ItemAt,
  { changes, notes = [] }: Move,
  input: OperationInput,
): OperationAnswer {
  const { path, links } = at.document
  const source = input.sources.get(path)
  if (!source) return refuseUnread(at)
  const changed = changedText(source, changes)
  if ('refusal' in changed) return changed
  const target = archivePath(path)
  if (input.memory.files.has(target)) return refuseTaken(path, target)
  const relative = links.filter(({ target: link }) => !link.startsWith('/'))
  const linkNote =
    relative.length === 0
      ? []
      : [
          `Its relative links count from another folder now: ${relative.map(({ target: link }) => link).join(', ')}.`,
        ]
  return answerChange(
    {
      at,
      path: target,
      plan: new Map([
        [target, { kind: 'text', text: changed.text }],
        [path, { kind: 'delete' }],
      ]),
      notes: [...notes, ...linkNote],
      data: { ...statusAfter(at, changes), moved_from: path },
    },
    input,
  )
}

/** Finishes a move that was stopped before the old file was deleted: the archive has the item already. */
export function finishMove(
  { at, archived }: FoundItem & { readonly archived: ItemAt },
  input: OperationInput,
  notes: readonly string[] = [],
): OperationAnswer {
  const { path } = at.document
  if (!input.sources.has(path)) return refuseUnread(at)
  return answerChange(
    {
      at: archived,
      path: archived.document.path,
      plan: new Map([[path, { kind: 'delete' }]]),
      notes: [
        `A move to the archive had been stopped: it is finished, and ${safePath(path)} is gone.`,
        ...notes,
      ],
      data: { ...statusAfter(archived, []), moved_from: path },
    },
    input,
  )
}

function statusAfter(at: ItemAt, changes: readonly FrontMatterChange[]): { readonly status?: string } {
  const changed = changes.find(({ key }) => key === 'status')?.value
  const status = typeof changed === 'string' ? changed : statusOf(at)
  return status === '' ? {} : { status }
}

/** `memory/tasks/a.md` → `memory/tasks/archive/a.md` */
function archivePath(path: string): string {
  const slash = path.lastIndexOf('/')
  return `${path.slice(0, slash)}/archive${path.slice(slash)}`
}

function refuseTaken(path: string, target: string): Refusal {
  return {
    refusal: `${safePath(path)} cannot be archived: ${safePath(target)} exists and is another item`,
    help: 'Nothing was written. Rename one of the two files, then call again.',
  }
}

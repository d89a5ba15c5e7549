import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import { type JsonObject, textList } from '../../../../core/json.ts'
import type { Memory } from '../../../../core/memory.ts'
import type { OperationAnswer, OperationInput, Refusal } from '../../../../core/operation.ts'
import type { FrontMatterChange } from '../../../../formats/front-matter-edits.ts'
import { digest } from '../../../../formats/hash.ts'
import { textOf, textsOf } from './arguments.ts'
import { answerChange, answerUnchanged, changedText, refuseUnread } from './change-item.ts'
import { cleanContent, cleanTags, cleanTitle } from './clean-fields.ts'

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

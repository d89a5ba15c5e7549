import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { OperationAnswer, OperationInput, Refusal } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Source } from '../../../../core/source.ts'
import { applyEdits } from '../../../../core/text.ts'
import type { WritePlan } from '../../../../core/write-plan.ts'
import { bodyText } from '../../../../formats/front-matter-block.ts'
import { changeFrontMatter, type FrontMatterChange } from '../../../../formats/front-matter-edits.ts'
import { lineEndOf } from '../../../../formats/line-end.ts'
import { yamlText } from '../../../../formats/yaml/yaml-text.ts'
import { categoryOf } from './arguments.ts'

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

import { isCalendarDate } from '../../../../core/date.ts'
import type { Memory } from '../../../../core/document.ts'
import { type Json, type JsonObject, textList } from '../../../../core/json.ts'
import { safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { once } from '../../../../core/text.ts'
import { blockAt, hasKeyLine, opensAt } from '../../../../formats/front-matter-block.ts'
import { findUnseenText } from '../../../../formats/hidden-text.ts'
import { cleanTag, isNearTag } from '../../../../formats/names.ts'

/** Refuses an argument that holds what no reader can see; null when none does. */
export function refuseUnseen(args: JsonObject): Refusal | null {
  for (const [name, value] of Object.entries(args)) {
    for (const text of textsIn(value)) {
      const fault = findUnseenText(name, text)
      if (fault) return fault
    }
  }
  return null
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.flatMap((one: Json) => textsIn(one)) : []
}

/** A title as it is written; refused where it is no line of words. */
export function cleanTitle(written: string): { readonly title: string } | Refusal {
  const title = written.trim()
  if (/[\r\n]/.test(title)) {
    return {
      refusal: 'The title has more than one line',
      help: 'Give one line as `title`, and the rest as `content`.',
    }
  }
  if (!/[\p{L}\p{N}]/u.test(title)) {
    return { refusal: 'The title has no word', help: 'Say in a few words as `title` what it is about.' }
  }
  return { title }
}

/** A body as it is written: LF, without blank lines at either end; refused where it says nothing or brings front matter. */
export function cleanContent(written: string): { readonly content: string } | Refusal {
  const content = written
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (content.trim() === '') {
    return { refusal: 'The content says nothing', help: 'Write as `content` what is to be remembered.' }
  }
  const block = opensAt(content, 0) ? blockAt({ text: content }, 0) : null
  if (block && hasKeyLine({ text: content }, block.yaml)) {
    return {
      refusal: 'The content starts with front matter',
      help: 'Give its values as parameters, such as `title` and `tags`, and the text below it alone as `content`. One call saves one item.',
    }
  }
  return { content }
}

type CleanedTags = { readonly tags: readonly string[]; readonly notes: readonly string[] }

const TAG = once(() => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.+#&-]*$/u)

/** Tags as they are written: lower-case with hyphens, each once. A note says where the memory has nearly the same one. */
export function cleanTags(written: readonly string[], memory: Memory): CleanedTags | Refusal {
  const tags: string[] = []
  const notes: string[] = []
  const used = new Set(
    memory.documents.flatMap(({ items }) => items.flatMap(({ fields }) => textList(fields.tags))),
  )
  for (const given of written) {
    if (given.trim() === '') continue
    const tag =
      cleanTag(given.trim()) ??
      given
        .trim()
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[\s_]+/g, '-')
    if (!TAG().test(tag)) {
      return {
        refusal: `Tag ${safeText(given)} is not a word`,
        help: 'Write each of `tags` with letters, digits and hyphens.',
      }
    }
    if (tags.includes(tag)) continue
    if (tag !== given) notes.push(`Tag "${safeText(given)}" is written ${tag}.`)
    const near = used.has(tag) ? undefined : [...used].sort().find((other) => isNearTag(other, tag))
    if (near !== undefined) notes.push(`Tag ${tag} is new, and ${safeText(near)} is in use: is it the same?`)
    tags.push(tag)
  }
  return { tags, notes }
}

/** A day, or a day with a time: as the check reads a deadline. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d/

/** Refuses a deadline that is neither a day nor an instant; null for one that is. */
export function refuseDeadline(deadline: string): Refusal | null {
  const day = INSTANT.exec(deadline)?.[1] ?? deadline
  if (isCalendarDate(day)) return null
  return {
    refusal: `The deadline ${safeText(deadline)} is no day`,
    help: 'Give `deadline` as YYYY-MM-DD, or with a time as 2026-02-08T17:00:00Z.',
  }
}

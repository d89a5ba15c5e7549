import { isCalendarDate } from '../../../../core/date.ts'
import type { Memory } from '../../../../core/document.ts'
import { safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { once } from '../../../../core/text.ts'
import { blockAt, hasKeyLine, opensAt } from '../../../../formats/front-matter-block.ts'
import { cleanTag, isNearTag } from '../../../../formats/names.ts'
import { refuse } from '../../../../stores/answer.ts'
import { plainText } from '../../../../stores/clean-text.ts'

/** What a call says of an item; null and absent are the same. */
export type GivenItem = {
  readonly title?: string | null
  readonly content?: string | null
  readonly tags?: readonly string[] | null
}

/** What was said of it, as it is written. */
type CleanItem = {
  readonly title?: string
  readonly content?: string
  readonly tags?: readonly string[]
  readonly notes: readonly string[]
}

/** The title, the content and the tags of a call as they are written, as far as it gives them. */
export function cleanItem(given: GivenItem, memory: Memory): CleanItem | Refusal {
  const title = given.title?.trim()
  const content = typeof given.content === 'string' ? plainText(given.content) : undefined
  const fault =
    (title !== undefined && refuseTitle(title)) || (content !== undefined && refuseContent(content))
  if (fault) return fault
  const tagged = given.tags ? cleanTags(given.tags, memory) : { notes: [] }
  if ('refusal' in tagged) return tagged
  return { ...tagged, ...(title !== undefined && { title }), ...(content !== undefined && { content }) }
}

function refuseTitle(title: string): Refusal | null {
  if (/[\r\n]/.test(title)) {
    return refuse('The title has more than one line', 'Give one line as `title`, and the rest as `content`.')
  }
  if (/[\p{L}\p{N}]/u.test(title)) return null
  return refuse('The title has no word', 'Say in a few words as `title` what it is about.')
}

/** A body says something, and brings no front matter. */
function refuseContent(content: string): Refusal | null {
  if (content === '') {
    return refuse('The content says nothing', 'Write as `content` what is to be remembered.')
  }
  const block = opensAt(content, 0) ? blockAt({ text: content }, 0) : null
  if (!block || !hasKeyLine({ text: content }, block.yaml)) return null
  return refuse(
    'The content starts with front matter',
    'Give its values as parameters, such as `title` and `tags`, and the text below it alone as `content`. One call saves one item.',
  )
}

const TAG = once(() => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.+#&-]*$/u)

/** Lower-case with hyphens, each once. A note says where the memory has nearly the same one. */
function cleanTags(
  written: readonly string[],
  { documents }: Memory,
): { readonly tags: readonly string[]; readonly notes: readonly string[] } | Refusal {
  const tags: string[] = []
  const notes: string[] = []
  const used = new Set(documents.flatMap(({ items }) => items.flatMap((item) => item.tags ?? [])))
  for (const given of written) {
    const bare = given.trim()
    if (bare === '') continue
    const tag =
      cleanTag(bare) ??
      bare
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[\s_]+/g, '-')
    if (!TAG().test(tag)) {
      return refuse(
        `Tag ${safeText(given)} is not a word`,
        'Write each of `tags` with letters, digits and hyphens.',
      )
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

/** Refuses a deadline that is neither a day nor an instant; null for one that is, or that is not given. */
export function refuseDeadline(given: string | null | undefined): Refusal | null {
  const deadline = given?.trim() ?? ''
  if (deadline === '' || isCalendarDate(INSTANT.exec(deadline)?.[1] ?? deadline)) return null
  return refuse(
    `The deadline ${safeText(deadline)} is no day`,
    'Give `deadline` as YYYY-MM-DD, or with a time as 2026-02-08T17:00:00Z.',
  )
}

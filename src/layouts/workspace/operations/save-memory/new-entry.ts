import type { Memory } from '../../../../core/document.ts'
import { safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { lineStarts, once } from '../../../../core/text.ts'
import { readEntryLabels } from '../../../../formats/entry-labels.ts'
import { cleanTag, isNearTag } from '../../../../formats/names.ts'
import { refuse } from '../../../../stores/answer.ts'
import { refuseUnseen } from '../../../../stores/clean-text.ts'
import { categoryOf, logsByWorkspace, tagsOf } from '../../entries.ts'
import { knownCategories, workspaceSettings } from '../../settings.ts'
import type { SaveArguments } from './schemas.ts'

/** An entry that is to be saved, with every value in the form in which it is written. */
export type NewEntry = {
  readonly kind: SaveArguments['type']
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  /** Markdown with LF as line end, no blank lines at either end. */
  readonly content: string
}

/** The entry as it will be written, and what was changed for that; or why it cannot be written. */
export function newEntry(
  { scope, type: kind, title: given, content: written, category = '', tags = [] }: SaveArguments,
  memory: Memory,
): { readonly entry: NewEntry; readonly notes: readonly string[] } | Refusal {
  const items = (logsByWorkspace(memory).get(scope.workspace) ?? []).flatMap((log) => log.items)
  const notes: string[] = []
  const title = oneLine(given)
  const content = withoutSeparator(written, notes)
  const fault = refuseTitle(title) ?? refuseContent(content)
  if (fault) return fault
  const known = knownCategories(kind, workspaceSettings(memory.settings))
  const filed = cleanCategory(
    oneLine(category),
    { known, used: counted(items.flatMap((item) => categoryOf(item) ?? [])) },
    notes,
  )
  if (typeof filed !== 'string') return filed
  const tagged = cleanTags(tags, counted(items.flatMap(tagsOf)), notes)
  if ('refusal' in tagged) return tagged
  const entry = { kind, date: memory.today, title, category: filed, tags: tagged, content }
  return unseenIn(entry, memory) ?? { entry, notes }
}

function oneLine(text: string): string {
  return text.split(/\s+/).join(' ').trim()
}

/** Half of a character is refused although the rule about hidden text is off: no file can hold it. */
function unseenIn({ title, category, content }: NewEntry, { settings }: Memory): Refusal | null {
  const isOff = settings.rules['no-hidden-text'] === 'off'
  const texts = Object.entries({ title, category, content })
  return refuseUnseen(Object.fromEntries(texts.filter(([, text]) => !isOff || /\p{Cs}/u.test(text))))
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The entry in the format's form, without a line end behind it. */
export function entryText({ date, title, category, tags, content }: NewEntry): string {
  const labels = [`**Category:** ${category}`, ...(tags.length > 0 ? [`**Tags:** ${tags.join(', ')}`] : [])]
  return [`### [${date}] ${title}`, '', ...labels, '', content, '', '---'].join('\n')
}

/** Names the part of the entry that a line is in, counted from its heading as 0, in the words of the tool's arguments. */
export function describeLine({ tags }: NewEntry, line: number): string {
  const first = tags.length > 0 ? 5 : 4
  if (line >= first) return `line ${line - first + 1} of content`
  return line < 2 ? 'the title' : line === 2 ? 'the category' : 'the tags'
}

/** What belongs before a title and is not a part of it. */
const HEAD = /^(?:#{1,6}(?:\s|$)|#{1,6}\s*\[|\[\d{4}-\d{2}-\d{2}\])/

/** Refuses a title that a heading cannot hold. */
function refuseTitle(title: string): Refusal | null {
  if (!/[\p{L}\p{N}]/u.test(title)) {
    return refuse('The title has no word', 'Say in a few words what was decided or learned.')
  }
  if (HEAD.test(title)) {
    return refuse(
      'The title starts with the marks of a heading, or with a date',
      'Give the title alone: `###` and the date are put before it.',
    )
  }
  if (!/(?:^| )#+$/.test(title)) return null
  return refuse(
    'The title ends with #, which Markdown takes for the end of the heading',
    'Leave it out, or write it without a space before it: `C#`.',
  )
}

/** The category of an entry that names none. */
const GENERAL = 'general'

/** A word or two, joined. */
const CATEGORY = once(() => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.+#&/-]*$/u)

/** The categories that there are. */
type Categories = {
  /** By the format or by settings. */
  readonly known: readonly string[]
  /** How often the workspace has each. */
  readonly used: ReadonlyMap<string, number>
}

/** A category as it is written: one that exists where only case, spaces or hyphens differ, else lower-case kebab. */
function cleanCategory(given: string, { known, used }: Categories, notes: string[]): string | Refusal {
  if (given === '') return GENERAL
  const folded = kebab(given)
  const category = used.has(given)
    ? given
    : ([...known, ...used.keys()].find((one) => kebab(one) === folded) ?? folded)
  const isNew = !known.includes(category) && !used.has(category)
  if (isNew && !CATEGORY().test(category)) {
    return refuse(
      `Category ${safeText(given)} is not a word or two`,
      `Take one that is known (${known.join(', ')}), or one word of letters, digits and hyphens.`,
    )
  }
  if (category !== given) notes.push(`Category "${safeText(given)}" is written ${safeText(category)}.`)
  if (isNew) notes.push(`Category ${safeText(category)} is new: known ones are ${known.join(', ')}.`)
  return category
}

function kebab(category: string): string {
  return category.toLowerCase().replaceAll(/[\s_-]+/g, '-')
}

/**
 * Tags as they are written: in the one spelling, each once, and where the workspace has the same tag in another form, that
 * one. `used` says how often the workspace has each tag.
 */
function cleanTags(
  written: readonly string[],
  used: ReadonlyMap<string, number>,
  notes: string[],
): readonly string[] | Refusal {
  const tags: string[] = []
  for (const given of written.flatMap((text) => text.split(',')).map((tag) => tag.trim())) {
    if (given === '') continue
    const clean = cleanTag(given)
    if (clean === null) {
      return refuse(
        `Tag ${safeText(given)} should be lower-case kebab: a-z, 0-9, then also . + # -`,
        'Spell the tag with lower-case letters, digits and hyphens.',
      )
    }
    const tag = tags.find((other) => isNearTag(other, clean)) ?? tagInUse(clean, used) ?? clean
    const reason = tag !== clean && used.has(tag) ? ', as in earlier entries' : ''
    if (tag !== given) notes.push(`Tag "${safeText(given)}" is written ${tag}${reason}.`)
    if (!tags.includes(tag)) tags.push(tag)
  }
  return tags
}

/** The tag itself where it is in use, else the commonest that means the same. */
function tagInUse(tag: string, used: ReadonlyMap<string, number>): string | undefined {
  if (used.has(tag)) return tag
  const near = [...used].filter(([other]) => cleanTag(other) === other && isNearTag(other, tag))
  return near.sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** A separator that the writer put at the end, although every entry gets its own. */
const CLOSING_SEPARATOR = /(?:^|\n[ \t]*\n) {0,3}-{3,}$/

/** A body as it is written: LF, without blank lines at either end and without a separator at its end. */
function withoutSeparator(written: string, notes: string[]): string {
  let content = trimBlankLines(written.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, ''))
  while (CLOSING_SEPARATOR.test(content)) {
    content = trimBlankLines(content.replace(CLOSING_SEPARATOR, ''))
    notes[0] = 'The --- at the end of content was left out: every entry gets one.'
  }
  return content
}

/** A body says something, and brings no labels, as a reader of the log would find them right under the heading. */
function refuseContent(content: string): Refusal | null {
  if (content.trim() === '') {
    return refuse(
      'The content says nothing',
      'Write the reason, or what happened and what to do differently.',
    )
  }
  const text = `\n${content}`
  const { category, tags } = readEntryLabels(text, lineStarts(text), { start: 0, end: text.length })
  if (!category && !tags) return null
  const field = category ? 'category' : 'tags'
  return refuse(
    `The content starts with a ${field} line`,
    `Give the value as \`${field}\`, and the text alone as \`content\`.`,
  )
}

/** Without blank lines at the start and white space at the end; other white space than Markdown's is text. */
function trimBlankLines(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(/^(?:[ \t]*\n)+/, '')
}

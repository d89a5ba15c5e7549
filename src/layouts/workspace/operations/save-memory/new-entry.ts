import type { Memory } from '../../../../core/document.ts'
import { isJsonObject, type JsonObject } from '../../../../core/json.ts'
import { safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { lineStarts, once } from '../../../../core/text.ts'
import { type EntryLabels, readEntryLabels } from '../../../../formats/entry-labels.ts'
import { findUnseenText } from '../../../../formats/hidden-text.ts'
import { cleanTag, isNearTag } from '../../../../formats/names.ts'
import { categoryOf, logsByWorkspace, tagsOf } from '../../entries.ts'
import { knownCategories, workspaceSettings } from '../../settings.ts'
import { strings, textOf } from '../get-context/request.ts'

/** The entry as it will be written, and what was changed for that; or why it cannot be written. */
export function newEntry(
  request: SaveRequest,
  memory: Memory,
): { readonly entry: NewEntry; readonly notes: readonly string[] } | Refusal {
  const { kind } = request
  const items = (logsByWorkspace(memory).get(request.workspace) ?? []).flatMap((log) => log.items)
  const known = knownCategories(kind, workspaceSettings(memory.settings))
  const titled = cleanTitle(request.title)
  if ('refusal' in titled) return titled
  const bodied = cleanContent(request.content)
  if ('refusal' in bodied) return bodied
  const used = counted(items.flatMap((item) => categoryOf(item) ?? []))
  const filed = cleanCategory(request.category, { known, used })
  if ('refusal' in filed) return filed
  const tagged = cleanTags(request.tags, counted(items.flatMap(tagsOf)))
  if ('refusal' in tagged) return tagged
  const entry: NewEntry = {
    kind,
    date: memory.today,
    title: titled.title,
    category: filed.category,
    tags: tagged.tags,
    content: bodied.content,
  }
  const fault = unseenIn(entry, memory)
  return fault ?? { entry, notes: [...bodied.notes, ...filed.notes, ...tagged.notes] }
}

function unseenIn({ title, category, content }: NewEntry, { settings }: Memory): Refusal | null {
  const isOff = settings.rules['no-hidden-text'] === 'off'
  const texts = Object.entries({ title, category, content })
  for (const [name, text] of texts) {
    const fault = findUnseenText(name, text)
    if (fault && (!isOff || /\p{Cs}/u.test(text))) return fault
  }
  return null
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** What is to be saved, as it was asked for. */
export type SaveRequest = {
  readonly workspace: string
  readonly domain: string | null
  readonly kind: 'decision' | 'lesson'
  readonly title: string
  readonly content: string
  readonly category: string | null
  readonly tags: readonly string[]
  readonly dryRun: boolean
  readonly allowDuplicate: boolean
}

/** Reads arguments that fit the input schema. */
export function readSaveRequest(args: JsonObject): SaveRequest {
  const scope = isJsonObject(args.scope) ? args.scope : {}
  return {
    workspace: textOf(scope.workspace) ?? '',
    domain: textOf(scope.domain),
    kind: args.type === 'lesson' ? 'lesson' : 'decision',
    title: textOf(args.title) ?? '',
    content: textOf(args.content) ?? '',
    category: textOf(args.category),
    tags: strings(args.tags),
    dryRun: args.dry_run === true,
    allowDuplicate: args.allow_duplicate === true,
  }
}

/** An entry that is to be saved, with every value in the form in which it is written. */
export type NewEntry = {
  readonly kind: 'decision' | 'lesson'
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  /** Markdown with LF as line end, no blank lines at either end. */
  readonly content: string
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

/** A title as it is written: one line, white space collapsed; refused where a heading cannot hold it. */
function cleanTitle(written: string): { readonly title: string } | Refusal {
  const title = written.split(/\s+/).join(' ').trim()
  if (!/[\p{L}\p{N}]/u.test(title)) {
    return {
      refusal: 'The title has no word',
      help: 'Say in a few words what was decided or learned.',
    }
  }
  if (HEAD.test(title)) {
    return {
      refusal: 'The title starts with the marks of a heading, or with a date',
      help: 'Give the title alone: `###` and the date are put before it.',
    }
  }
  if (/(?:^| )#+$/.test(title)) {
    return {
      refusal: 'The title ends with #, which Markdown takes for the end of the heading',
      help: 'Leave it out, or write it without a space before it: `C#`.',
    }
  }
  return { title }
}

type CleanedCategory = { readonly category: string; readonly notes: readonly string[] }

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
function cleanCategory(written: string | null, { known, used }: Categories): CleanedCategory | Refusal {
  if (written === null || written.trim() === '') return { category: GENERAL, notes: [] }
  const given = written.split(/\s+/).join(' ').trim()
  const folded = kebab(given)
  const category = used.has(given)
    ? given
    : ([...known, ...used.keys()].find((one) => kebab(one) === folded) ?? folded)
  if (!known.includes(category) && !used.has(category) && !CATEGORY().test(category)) {
    return {
      refusal: `Category ${safeText(given)} is not a word or two`,
      help: `Take one that is known (${known.join(', ')}), or one word of letters, digits and hyphens.`,
    }
  }
  const rewritten =
    category === given ? [] : [`Category "${safeText(given)}" is written ${safeText(category)}.`]
  const isNew = !known.includes(category) && !used.has(category)
  const fresh = isNew ? [`Category ${safeText(category)} is new: known ones are ${known.join(', ')}.`] : []
  return { category, notes: [...rewritten, ...fresh] }
}

function kebab(category: string): string {
  return category.toLowerCase().replaceAll(/[\s_-]+/g, '-')
}

type CleanedTags = { readonly tags: readonly string[]; readonly notes: readonly string[] }

/**
 * Tags as they are written: in the one spelling, each once, and where the workspace has the same tag in another form, that
 * one. `used` says how often the workspace has each tag.
 */
function cleanTags(written: readonly string[], used: ReadonlyMap<string, number>): CleanedTags | Refusal {
  const tags: string[] = []
  const notes: string[] = []
  for (const one of written.flatMap((text) => text.split(','))) {
    const given = one.trim()
    if (given === '') continue
    const clean = cleanTag(given)
    if (clean === null) return refuseTag(given)
    const tag = tags.find((other) => isNearTag(other, clean)) ?? tagInUse(clean, used) ?? clean
    if (tag !== given) notes.push(`Tag "${safeText(given)}" is written ${tag}${reasonOf(tag, clean, used)}.`)
    if (!tags.includes(tag)) tags.push(tag)
  }
  return { tags, notes }
}

/** The tag itself where it is in use, else the commonest that means the same. */
function tagInUse(tag: string, used: ReadonlyMap<string, number>): string | undefined {
  if (used.has(tag)) return tag
  const near = [...used].filter(([other]) => cleanTag(other) === other && isNearTag(other, tag))
  return near.sort(([, a], [, b]) => b - a)[0]?.[0]
}

function reasonOf(tag: string, clean: string, used: ReadonlyMap<string, number>): string {
  return tag !== clean && used.has(tag) ? ', as in earlier entries' : ''
}

function refuseTag(tag: string): Refusal {
  return {
    refusal: `Tag ${safeText(tag)} should be lower-case kebab: a-z, 0-9, then also . + # -`,
    help: 'Spell the tag with lower-case letters, digits and hyphens.',
  }
}

type CleanedContent = { readonly content: string; readonly notes: readonly string[] }

/** A separator that the writer put at the end, although every entry gets its own. */
const CLOSING_SEPARATOR = /(?:^|\n[ \t]*\n) {0,3}-{3,}$/

/** A body as it is written: LF, without blank lines at either end; refused where it says nothing or brings labels. */
function cleanContent(written: string): CleanedContent | Refusal {
  let content = trimBlankLines(written.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, ''))
  const notes: string[] = []
  while (CLOSING_SEPARATOR.test(content)) {
    content = trimBlankLines(content.replace(CLOSING_SEPARATOR, ''))
    notes[0] = 'The --- at the end of content was left out: every entry gets one.'
  }
  if (content.trim() === '') {
    return {
      refusal: 'The content says nothing',
      help: 'Write the reason, or what happened and what to do differently.',
    }
  }
  const { category, tags } = labelsOf(content)
  if (!category && !tags) return { content, notes }
  const field = category ? 'category' : 'tags'
  return {
    refusal: `The content starts with a ${field} line`,
    help: `Give the value as \`${field}\`, and the text alone as \`content\`.`,
  }
}

/** Without blank lines at the start and white space at the end; other white space than Markdown's is text. */
function trimBlankLines(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(/^(?:[ \t]*\n)+/, '')
}

/** Labels as a reader of the log would find them right under the heading. */
function labelsOf(content: string): EntryLabels {
  const text = `\n${content}`
  return readEntryLabels(text, lineStarts(text), { start: 0, end: text.length })
}

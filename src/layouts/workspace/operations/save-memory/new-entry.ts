import { isJsonObject, type JsonObject } from '../../../../core/json.ts'
import type { Memory } from '../../../../core/memory.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { findUnseenText } from '../../../../formats/unseen-text.ts'
import { categoryOf, logsByWorkspace, tagsOf } from '../../entries.ts'
import { knownCategories, workspaceSettings } from '../../settings.ts'
import { strings, textOf } from '../get-context/request.ts'
import { cleanCategory, cleanContent, cleanTags, cleanTitle } from './clean-fields.ts'

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

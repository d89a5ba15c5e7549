import type { Document } from '../../../../core/document.ts'
import { safePath } from '../../../../core/messages.ts'
import type { Source } from '../../../../core/source.ts'
import { compareText } from '../../../../core/text.ts'
import type { Entry, EntryLog } from '../../../../formats/entry-log.ts'
import { normaliseTitle } from '../../../../formats/names.ts'
import { plainText } from '../../../../stores/clean-text.ts'
import { entriesOf } from '../../entries.ts'
import { workspaceSettings } from '../../settings.ts'
import type { Gathered, TopicPart } from './answer.ts'
import { type Asked, documentsOf, noteUnread } from './documents.ts'
import { scopeDepth } from './request.ts'

/** A title's words in an id have so many characters at most. */
const LONGEST_SLUG = 60

/** Every entry of a topic's logs in full, the newest first, each with the scope that it comes from. */
export function topicEntries(asked: Asked, sources: ReadonlyMap<string, Source>): Gathered<TopicPart> {
  const notes: string[] = []
  const parts: TopicPart[] = []
  for (const document of documentsOf(asked)) {
    const source = sources.get(document.path)
    const log = document.complete && source ? entriesOf(source) : null
    notes.push(...troubleOf(document, log))
    // Of one day's entries the lower one is the newer, as entries are appended.
    if (source && log) parts.push(...partsOf(source, log.entries, asked).reverse())
  }
  return { notes, parts: parts.sort(newestFirst) }
}

/** Whether rules are on or off: a heading that is meant as an entry and not read as one is reported. */
function troubleOf(document: Document, log: EntryLog | null): string[] {
  const trouble = noteUnread(document)
  const path = safePath(document.path)
  if (trouble.length > 0) return trouble
  if (!log) return [`${path} could not be read now: its entries are missing here.`]
  const [first] = log.unread
  if (!first) return []
  const where = `line ${first.place.line}`
  return [`${path} is not read in full: ${where} looks like an entry and is not read as one.`]
}

function partsOf(
  { path, scope, text }: Source,
  entries: readonly Entry[],
  { topic, memory }: Asked,
): TopicPart[] {
  const log = path.slice(workspaceSettings(memory.settings).memory.length + 1).replace(/\.md$/, '')
  const seen = new Map<string, number>()
  return entries.map(({ date: { text: date }, title: { text: title }, category, tags, body }) => {
    // The log below the memory's root, the day and the title's words; entries that share those are numbered.
    const id = `${log}#${date}-${slug(title)}`
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    const data = {
      scope,
      date,
      title,
      ...(category && category.value.text !== '' && { category: category.value.text }),
      ...(tags && tags.tags.length > 0 && { tags: [...new Set(tags.tags.map((tag) => tag.text))] }),
      content: plainText(text.slice(body.start, body.end)),
      _meta: { document_path: path, document_id: count === 1 ? id : `${id}-${count}` },
    }
    return { section: topic, title, path, scope, date, data }
  })
}

function slug(title: string): string {
  const words = normaliseTitle(title).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return [...words]
    .slice(0, LONGEST_SLUG)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
}

/** The newest first; of one day the innermost scope's, then as they come. */
function newestFirst(a: TopicPart, b: TopicPart): number {
  return compareText(b.date, a.date) || scopeDepth(b.scope) - scopeDepth(a.scope)
}

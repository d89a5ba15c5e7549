import type { Document, Memory } from '../../../../core/document.ts'
import { safePath } from '../../../../core/messages.ts'
import type { Source } from '../../../../core/source.ts'
import { compareText } from '../../../../core/text.ts'
import type { Entry, EntryLog } from '../../../../formats/entry-log.ts'
import { normaliseTitle } from '../../../../formats/names.ts'
import { plainText } from '../../../../stores/clean-text.ts'
import { entriesOf } from '../../entries.ts'
import { workspaceSettings } from '../../settings.ts'
import type { ContextPart, Gathered } from './answer.ts'
import { noteUnread } from './documents.ts'
import { isWithin, scopeDepth } from './request.ts'

/** The topics that are logs; their kinds have the same names. */
type LogTopic = 'decisions' | 'lessons'

/** Where and of what: the topic's logs that a scope has to do with. */
type Asked = { readonly memory: Memory; readonly scope: string; readonly topic: LogTopic }

/** A title's words in an id have so many characters at most. */
const LONGEST_SLUG = 60

/**
 * The logs of a scope and of every scope below it. A repository has no logs: its domain's and its workspace's
 * count for it.
 */
export function logsOf({ memory, scope, topic }: Asked): Document[] {
  const isRepository = scopeDepth(scope) === 3
  return memory.documents.filter(
    (one) =>
      one.kind === topic && (isWithin(one.scope, scope) || (isRepository && isWithin(scope, one.scope))),
  )
}

/** Every entry of those logs in full, the newest first, each with the scope that it comes from. */
export function topicEntries(asked: Asked, sources: ReadonlyMap<string, Source>): Gathered {
  const notes: string[] = []
  const parts: ContextPart[] = []
  for (const document of logsOf(asked)) {
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

function partsOf(source: Source, entries: readonly Entry[], asked: Asked): ContextPart[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => partOf(source, entry, { asked, seen }))
}

function partOf(
  source: Source,
  entry: Entry,
  { asked, seen }: { asked: Asked; seen: Map<string, number> },
): ContextPart {
  const { path, scope, text } = source
  const { date, title, category, tags, body } = entry
  const named = tags?.tags.map((tag) => tag.text) ?? []
  return {
    section: asked.topic,
    title: title.text,
    path,
    scope,
    date: date.text,
    data: {
      scope,
      date: date.text,
      title: title.text,
      ...(category && category.value.text !== '' && { category: category.value.text }),
      ...(named.length > 0 && { tags: [...new Set(named)] }),
      content: plainText(text.slice(body.start, body.end)),
      _meta: { document_path: path, document_id: entryId(source, entry, { asked, seen }) },
    },
  }
}

/** The log below the memory's root, the day and the title's words; entries that share those are numbered. */
function entryId(
  { path }: Source,
  { date, title }: Entry,
  { asked, seen }: { asked: Asked; seen: Map<string, number> },
): string {
  const { memory } = workspaceSettings(asked.memory.settings)
  const words = normaliseTitle(title.text).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const slug = [...words]
    .slice(0, LONGEST_SLUG)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
  const id = `${path.slice(memory.length + 1).replace(/\.md$/, '')}#${date.text}-${slug}`
  const count = (seen.get(id) ?? 0) + 1
  seen.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

/** The newest first; of one day the innermost scope's, then as they come. */
function newestFirst(a: ContextPart, b: ContextPart): number {
  return compareText(b.date, a.date) || scopeDepth(b.scope) - scopeDepth(a.scope)
}

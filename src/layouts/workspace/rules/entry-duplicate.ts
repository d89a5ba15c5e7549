import type { Document, Item } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { dateOf, ENTRY_KINDS } from '../entries.ts'

/** An entry and the file that holds it. */
type EntryAt = { readonly item: Item; readonly document: Document }

/** No entry is in a file twice, and no title in a scope twice, archives included. */
export const entryDuplicate: MemoryRule = {
  id: 'entry-duplicate',
  summary: 'No entry is in one scope twice.',
  why: 'Two entries of one title are one piece of knowledge that was saved twice: the memory index counts both, and an agent reads both. With one date in one file they are most likely a merge or a save that ran twice.',
  howToFix: 'Keep one of the two entries, with what both say; or give one another title.',
  severity: 'warning',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '### [2026-01-12] One lockfile for all packages\n…\n### [2026-01-12] One lockfile for all packages\n',
    good: '### [2026-01-12] One lockfile for all packages\n…\n### [2026-02-03] One lockfile, also for the examples\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'memory',
  check: ({ documents }, report) => {
    const firstByEntry = new Map<string, EntryAt>()
    const firstByTitle = new Map<string, EntryAt>()
    for (const at of entriesOf(documents)) {
      const { item, document } = at
      const first = claimed(firstByEntry, [document.path, item.kind, item.key], at)
      const other = claimed(firstByTitle, [document.scope, item.kind, titleOf(item)], at)
      if (!first && !other) continue
      report(document.path, {
        place: item.place,
        severity: first ? 'error' : 'warning',
        message: first ? sameEntry(item, first) : sameTitle(at, other ?? at),
        help: 'Keep one of the two with what both say, or give one another title.',
      })
    }
  },
}

/** In order of paths and lines; another rule reports entries without a title. */
function entriesOf(documents: readonly Document[]): EntryAt[] {
  return documents
    .filter(({ kind }) => ENTRY_KINDS.includes(kind))
    .flatMap((document) => document.items.map((item) => ({ item, document })))
    .filter(({ item }) => titleOf(item) !== '')
}

/** The title as it is compared, which the key of an entry has behind its date. */
function titleOf(item: Item): string {
  return item.key.slice(dateOf(item).length + 1)
}

/** The first to come with these keys, or undefined for the first itself. */
function claimed(firsts: Map<string, EntryAt>, keys: readonly string[], at: EntryAt): EntryAt | undefined {
  const key = keys.join('\0')
  const first = firsts.get(key)
  if (!first) firsts.set(key, at)
  return first
}

function sameEntry({ title }: Item, first: EntryAt): string {
  return `A second entry "${title}" has the same date: the first is on line ${first.item.place.line}`
}

function sameTitle({ item, document }: EntryAt, first: EntryAt): string {
  const { line } = first.item.place
  const where = first.document === document ? `line ${line}` : `${first.document.path}:${line}`
  return `The ${item.kind} has the title of another one in its scope, "${item.title}": the other is at ${where}`
}

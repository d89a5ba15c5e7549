import type { Diagnostic } from '../../../../core/diagnostic.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { Refusal, TriedPlan } from '../../../../core/operation.ts'
import type { Block, Heading, Markdown, Range, Source } from '../../../../core/source.ts'
import { lineAt } from '../../../../core/text.ts'
import type { Entry } from '../../../../formats/entry-log.ts'
import { ENTRY_DEPTH, openBlocks } from '../../../../formats/unread-headings.ts'
import { entriesOf } from '../../entries.ts'
import type { Saving } from './duplicates.ts'
import { describeLine, entryText } from './new-entry.ts'

/**
 * Reads a saved log back: it must hold the entries that it held, and exactly the one that was saved, and the check must have
 * nothing new to report of it. Else says what is wrong, and what to write instead.
 */
export function reviewSave(saved: Saved, tried: TriedPlan): Refusal | null {
  const source = tried.sources.get(saved.path)
  if (!source?.markdown) return refuseUnreadable(saved, source)
  const { start } = saved
  const lines = entryText(saved.entry).split('\n').length
  const first = lineAt(source.starts, start)
  const end = source.starts[first - 1 + lines] ?? source.text.length
  const back = { ...saved, tried, source, range: { start, end }, first, last: first + lines - 1 }
  const { markdown } = source
  return findStructureFault(back, markdown) ?? findCheckFault(back) ?? findDifference(back)
}

function refuseUnreadable({ path }: Saved, source: Source | undefined): Refusal {
  const [problem] = source?.problems ?? []
  return {
    refusal: `With this entry ${safePath(path)} could not be read${problem ? `: ${safeText(problem.message)}` : ''}`,
    help: problem ? safeText(problem.help) : 'Write a shorter, simpler text.',
  }
}

/** A log with an entry put in at `start`; `before` is the log as it was. */
type Saved = Saving & { readonly before: Source | null; readonly start: number }

/** A saved log, parsed, and where the new entry is in it. */
type ReadBack = Saved & {
  readonly tried: TriedPlan
  readonly source: Source
  /** The offsets of the entry's text. */
  readonly range: Range
  /** The numbers of its first and last line. */
  readonly first: number
  readonly last: number
}

/** Names the part of the entry at an offset of the log. */
function describeOffset({ source, entry, first }: ReadBack, offset: number): string {
  return describeLine(entry, lineAt(source.starts, offset) - first)
}

/** True for what starts within the entry. */
function startsInEntry({ range }: ReadBack, { start }: Range): boolean {
  return start >= range.start && start < range.end
}

/** Says what in a new entry breaks the structure of its log, or must not be kept; null when nothing does. */
function findStructureFault(back: ReadBack, markdown: Markdown): Refusal | null {
  return (
    secretFault(back) ??
    commentFault(back) ??
    underlineFault(back, markdown) ??
    blockFault(back, markdown) ??
    headingFault(back, markdown)
  )
}

/** Asked separately, because a comment in the log may turn the rule off there. */
function secretFault(back: ReadBack): Refusal | null {
  const { source, range } = back
  if (source.settings.rules['no-secret'] === 'off') return null
  const hit = source.secrets.find((one) => one.range.start < range.end && one.range.end > range.start)
  if (!hit) return null
  return {
    refusal: `A secret is in ${describeOffset(back, Math.max(hit.range.start, range.start))}, found by ${hit.detector}`,
    help: 'Name where it is kept (a variable, an entry of the vault), never the value itself. If it was written down anywhere, rotate it.',
  }
}

function commentFault(back: ReadBack): Refusal | null {
  const document = back.tried.memory.documents.find(({ path }) => path === back.path)
  const log = entriesOf(back.source)
  const comments = [...(document?.suppressions ?? []), ...(log?.tombstones ?? []), ...(log?.faults ?? [])]
  const found = comments.find(({ place }) => place.line >= back.first && place.line <= back.last)
  if (!found) return null
  const where = describeLine(back.entry, found.place.line - back.first)
  return {
    refusal: `A memkeep comment is in ${where}: a saved entry turns no rule off and removes no other`,
    help: 'Leave the comment out; to write about it, put it in code: `<!-- … -->` between backticks.',
  }
}

function underlineFault(back: ReadBack, { headings }: Markdown): Refusal | null {
  const found = headings.find(
    (one) => one.style === 'setext' && one.depth === 2 && one.topLevel && startsInEntry(back, one),
  )
  if (!found) return null
  return {
    refusal: `The --- is straight under the text of ${describeOffset(back, found.start)}, which makes that text a heading`,
    help: 'Put a blank line above the ---, or write the heading as `#### …`.',
  }
}

function blockFault(back: ReadBack, markdown: Markdown): Refusal | null {
  const open = openBlocks(markdown).filter(
    ({ start, end }) => end > back.range.start && start < back.range.end,
  )
  const [block] = open
  if (!block) return null
  const what = block.type === 'fence' ? 'fence' : 'HTML block or comment'
  if (startsInEntry(back, block)) {
    return {
      refusal: `The ${what} in ${describeOffset(back, block.start)} is never closed: the end of the entry would be a part of it`,
      help: howToClose(block),
    }
  }
  return {
    refusal: `${safePath(back.path)}, line ${block.place.line}: a ${what} opens there and is never closed, so that a new entry would be a part of it`,
    help: 'Close it in the file, then save again.',
  }
}

function howToClose({ type }: Block): string {
  return type === 'fence'
    ? 'Close it with the marks that it opens with, on a line of their own.'
    : 'Close it, or put the HTML in code.'
}

/** A heading of entry form, one that was meant as one, or one that no entry may hold: it would end the entry. */
function headingFault(back: ReadBack, { headings }: Markdown): Refusal | null {
  const log = entriesOf(back.source)
  const starts = new Set<Heading>([
    ...(log?.entries ?? []).map((one) => one.heading),
    ...(log?.misshapen ?? []),
  ])
  const isHigh = ({ topLevel, depth }: Heading): boolean => topLevel && depth <= ENTRY_DEPTH
  const found = headings.find(
    (one) => startsInEntry(back, one) && one.start > back.range.start + 3 && (starts.has(one) || isHigh(one)),
  )
  if (!found) return null
  const where = describeOffset(back, found.start)
  if (!starts.has(found)) {
    return {
      refusal: `The heading in ${where} has depth ${found.depth}, but needs four \`#\` or more within an entry`,
      help: `Write it as \`#### ${safeText(found.text.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_HEADING)}\`; an example goes into a closed code fence.`,
    }
  }
  return {
    refusal: `The heading in ${where} would start another entry`,
    help: 'Save each entry by a separate call; a heading within an entry has four `#` and no date first; an example goes into a closed code fence.',
  }
}

/** How many characters of a heading a message shows. */
const LONGEST_HEADING = 60

/** What to write instead of what a rule refuses in an entry; for other rules their own help is used. */
const INSTEAD: { readonly [rule: string]: string } = {
  'entry-heading': 'Use `####` for a heading within an entry; put an example into a closed code fence.',
  'no-conflict-marker': 'Keep one of the two versions; put an example into a closed code fence.',
  'link-resolves': 'Links count from the folder of the log: correct the target, or write the path as code.',
}

/** Rules that look at several entries; they are handled before an entry is written, or do not prevent it. */
const SETTLED: ReadonlySet<string> = new Set(['entry-duplicate', 'tag-near-duplicate', 'growth'])

/**
 * What the check reports of a new entry, with the rule's message; or of the rest of the log, where the entry would bring
 * errors to light. Findings of severity info are no faults.
 */
function findCheckFault(back: ReadBack): Refusal | null {
  const { tried, path } = back
  const fresh = tried.findings.filter((one) => one.severity !== 'info' && !SETTLED.has(one.rule))
  const inLog = fresh.filter((one) => one.path === path)
  const own = inLog.find((one) => isOwn(one, back))
  if (own) return ownFault(own, back)
  const [other, ...more] = inLog.filter((one) => one.severity === 'error')
  if (!other) return null
  return {
    refusal: `${safePath(path)}, line ${other.line}: ${safeText(other.message)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    help: `Nothing can be saved there before that is fixed. ${safeText(other.help)}`,
  }
}

/** A misspelt category that is in use is reported where it is used first. */
function isOwn({ line, endLine, rule }: Diagnostic, { first, last, entry, before }: ReadBack): boolean {
  if (endLine < first || line > last) return false
  const log = rule === 'category-known' && before ? entriesOf(before) : null
  return !log?.entries.some(({ category }) => category?.value.text === entry.category)
}

function ownFault({ line, rule, message, help }: Diagnostic, { entry, first }: ReadBack): Refusal {
  return {
    refusal: safeText(`${capital(describeLine(entry, Math.max(0, line - first)))}: ${message} (${rule})`),
    help: INSTEAD[rule] ?? safeText(help),
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Finds what of a saved log is not read back as it was meant: the new entry, or another one; null when all is. */
function findDifference(back: ReadBack): Refusal | null {
  const { entry, source, before } = back
  const entries = entriesOf(source)?.entries ?? []
  const mine = entries.find((one) => one.start === back.range.start)
  const differs = mine ? differingField(mine, back) : 'entry'
  if (differs !== null) {
    return {
      refusal: `The ${differs} would not be read back as it is given: ${safeText(entry.title)}`,
      help: `Say it in plainer Markdown${differs === 'content' ? ': no open HTML, fences or lists at the end' : ''}.`,
    }
  }
  const others = entries.filter((one) => one !== mine)
  if (hasSameEntries(before, { source, entries: others })) return null
  return {
    refusal: `With this entry the earlier ones of ${safePath(back.path)} would be read otherwise`,
    help: 'Say it in plainer Markdown, or fix what `memkeep check` reports of the file.',
  }
}

function differingField(found: Entry, { entry, source }: ReadBack): string | null {
  const body = source.text.slice(found.body.start, found.body.end).replaceAll(/\r\n?/g, '\n')
  const tags = found.tags?.tags.map(({ text }) => text) ?? []
  if (found.date.text !== entry.date || found.title.text !== entry.title) return 'title'
  if (found.category?.value.text !== entry.category) return 'category'
  if (tags.join() !== entry.tags.join()) return 'list of tags'
  return body === entry.content && found.separator ? null : 'content'
}

/** Entries with the text that holds them. */
type Read = { readonly source: Source; readonly entries: readonly Entry[] }

/**
 * True when a log's entries are what they were. What was behind the last one, a heading of a section or a comment, is
 * between two entries now, and no part of its body any more.
 */
function hasSameEntries(before: Source | null, after: Read): boolean {
  const old = (before && entriesOf(before)?.entries) ?? []
  if (!before || old.length !== after.entries.length) return old.length === after.entries.length
  const was = { source: before, entries: old }
  return old.every((_, i) => {
    const [a, b] = [partsOf(was, i), partsOf(after, i)]
    if (a.head !== b.head) return false
    return a.body === b.body || (i === old.length - 1 && a.body.startsWith(b.body))
  })
}

function partsOf({ source, entries }: Read, index: number): { readonly head: string; readonly body: string } {
  const entry = entries[index]
  if (!entry) return { head: '', body: '' }
  const { date, title, category, tags, body } = entry
  const labels = [category?.value.text, tags?.tags.map(({ text }) => text)]
  return {
    head: JSON.stringify([date.text, title.text, labels]),
    body: source.text.slice(body.start, body.end),
  }
}

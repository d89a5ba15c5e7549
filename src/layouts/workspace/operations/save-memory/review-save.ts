import type { Diagnostic } from '../../../../core/diagnostic.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import { helpForSecrets, type Refusal, type TriedPlan } from '../../../../core/operation.ts'
import { refusesSecrets } from '../../../../core/settings.ts'
import type { Heading, Markdown, Range, Source } from '../../../../core/source.ts'
import { lineAt } from '../../../../core/text.ts'
import type { Entry } from '../../../../formats/entry-log.ts'
import { ENTRY_DEPTH, openBlocks } from '../../../../formats/unread-headings.ts'
import { refuse } from '../../../../stores/answer.ts'
import { entriesOf } from '../../entries.ts'
import type { Saving } from './duplicates.ts'
import { describeLine, entryText } from './new-entry.ts'

/** A log with an entry put in at `start`; `before` is the log as it was. */
type Saved = Saving & { readonly before: Source | null; readonly start: number }

/** A saved log, parsed, and where the new entry is in it. */
type ReadBack = Saved & {
  readonly tried: TriedPlan
  readonly source: Source
  readonly markdown: Markdown
  /** The offset behind the entry's text. */
  readonly end: number
  /** The numbers of its first and last line. */
  readonly first: number
  readonly last: number
}

/**
 * Reads a saved log back: it must hold the entries that it held, and exactly the one that was saved, and the check must have
 * nothing new to report of it. Else says what is wrong, and what to write instead.
 */
export function reviewSave(saved: Saved, tried: TriedPlan): Refusal | null {
  const source = tried.sources.get(saved.path)
  if (!source?.markdown) {
    const [problem] = source?.problems ?? []
    return refuse(
      `With this entry ${safePath(saved.path)} could not be read${problem ? `: ${safeText(problem.message)}` : ''}`,
      problem ? safeText(problem.help) : 'Write a shorter, simpler text.',
    )
  }
  const first = lineAt(source.starts, saved.start)
  const last = first + entryText(saved.entry).split('\n').length - 1
  const end = source.starts[last] ?? source.text.length
  const back = { ...saved, tried, source, markdown: source.markdown, end, first, last }
  return (
    secretFault(back) ??
    commentFault(back) ??
    underlineFault(back) ??
    blockFault(back) ??
    headingFault(back) ??
    findCheckFault(back) ??
    findDifference(back)
  )
}

/** Names the part of the entry at an offset of the log. */
function describeOffset({ source, entry, first }: ReadBack, offset: number): string {
  return describeLine(entry, lineAt(source.starts, offset) - first)
}

/** True for what starts within the entry. */
function startsInEntry(back: ReadBack, { start }: Range): boolean {
  return start >= back.start && start < back.end
}

/** True for what reaches into the entry. */
function touchesEntry(back: ReadBack, { start, end }: Range): boolean {
  return start < back.end && end > back.start
}

/** Asked separately, because a comment in the log may turn the rule off there. */
function secretFault(back: ReadBack): Refusal | null {
  const { source } = back
  if (!refusesSecrets(source.settings)) return null
  const hits = source.secrets.filter(({ range }) => touchesEntry(back, range))
  const [hit] = hits
  if (!hit) return null
  return refuse(
    `A secret is in ${describeOffset(back, Math.max(hit.range.start, back.start))}, found by ${hit.detector}`,
    helpForSecrets(hits.map(({ fingerprint }) => fingerprint)),
  )
}

function commentFault({ tried, path, source, entry, first, last }: ReadBack): Refusal | null {
  const document = tried.memory.documents.find((one) => one.path === path)
  const log = entriesOf(source)
  const comments = [...(document?.suppressions ?? []), ...(log?.tombstones ?? []), ...(log?.faults ?? [])]
  const comment = comments.find(({ place }) => place.line >= first && place.line <= last)
  if (!comment) return null
  return refuse(
    `A memkeep comment is in ${describeLine(entry, comment.place.line - first)}: a saved entry turns no rule off and removes no other`,
    'Leave the comment out; to write about it, put it in code: `<!-- … -->` between backticks.',
  )
}

function underlineFault(back: ReadBack): Refusal | null {
  const underlined = back.markdown.headings.find(
    (one) => one.style === 'setext' && one.depth === 2 && one.topLevel && startsInEntry(back, one),
  )
  if (!underlined) return null
  return refuse(
    `The --- is straight under the text of ${describeOffset(back, underlined.start)}, which makes that text a heading`,
    'Put a blank line above the ---, or write the heading as `#### …`.',
  )
}

function blockFault(back: ReadBack): Refusal | null {
  const block = openBlocks(back.markdown).find((one) => touchesEntry(back, one))
  if (!block) return null
  const isFence = block.type === 'fence'
  const what = isFence ? 'fence' : 'HTML block or comment'
  if (!startsInEntry(back, block)) {
    return refuse(
      `${safePath(back.path)}, line ${block.place.line}: a ${what} opens there and is never closed, so that a new entry would be a part of it`,
      'Close it in the file, then save again.',
    )
  }
  return refuse(
    `The ${what} in ${describeOffset(back, block.start)} is never closed: the end of the entry would be a part of it`,
    isFence
      ? 'Close it with the marks that it opens with, on a line of their own.'
      : 'Close it, or put the HTML in code.',
  )
}

/** A heading of entry form, one that was meant as one, or one that no entry may hold: it would end the entry. */
function headingFault(back: ReadBack): Refusal | null {
  const { entries = [], misshapen = [] } = entriesOf(back.source) ?? {}
  const starts = new Set<Heading>([...entries.map(({ heading }) => heading), ...misshapen])
  const heading = back.markdown.headings.find(
    (one) =>
      startsInEntry(back, one) &&
      one.start > back.start + 3 &&
      (starts.has(one) || (one.topLevel && one.depth <= ENTRY_DEPTH)),
  )
  if (!heading) return null
  const where = describeOffset(back, heading.start)
  if (starts.has(heading)) {
    return refuse(
      `The heading in ${where} would start another entry`,
      'Save each entry by a separate call; a heading within an entry has four `#` and no date first; an example goes into a closed code fence.',
    )
  }
  return refuse(
    `The heading in ${where} has depth ${heading.depth}, but needs four \`#\` or more within an entry`,
    `Write it as \`#### ${safeText(heading.text.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_HEADING)}\`; an example goes into a closed code fence.`,
  )
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
const SETTLED: ReadonlySet<string> = new Set(['entry-duplicate', 'tag-near-duplicate', 'growth', 'no-secret'])

/**
 * What the check reports of a new entry, with the rule's message; or of the rest of the log, where the entry would bring
 * errors to light. Findings of severity info are no faults.
 */
function findCheckFault(back: ReadBack): Refusal | null {
  const { tried, path, entry, first } = back
  const inLog = tried.findings.filter(
    (one) => one.path === path && one.severity !== 'info' && !SETTLED.has(one.rule),
  )
  const own = inLog.find((one) => isOwn(one, back))
  if (own) {
    const where = describeLine(entry, Math.max(0, own.line - first))
    return refuse(
      safeText(`${where.charAt(0).toUpperCase()}${where.slice(1)}: ${own.message} (${own.rule})`),
      INSTEAD[own.rule] ?? safeText(own.help),
    )
  }
  const [other, ...more] = inLog.filter((one) => one.severity === 'error')
  if (!other) return null
  return refuse(
    `${safePath(path)}, line ${other.line}: ${safeText(other.message)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    `Nothing can be saved there before that is fixed. ${safeText(other.help)}`,
  )
}

/** A misspelt category that is in use is reported where it is used first. */
function isOwn({ line, endLine, rule }: Diagnostic, { first, last, entry, before }: ReadBack): boolean {
  if (endLine < first || line > last) return false
  const log = rule === 'category-known' && before ? entriesOf(before) : null
  return !log?.entries.some(({ category }) => category?.value.text === entry.category)
}

/** Finds what of a saved log is not read back as it was meant: the new entry, or another one; null when all is. */
function findDifference(back: ReadBack): Refusal | null {
  const { entry, source, before } = back
  const entries = entriesOf(source)?.entries ?? []
  const mine = entries.find(({ start }) => start === back.start)
  const differs = mine ? differingField(mine, back) : 'entry'
  if (differs !== null) {
    return refuse(
      `The ${differs} would not be read back as it is given: ${safeText(entry.title)}`,
      `Say it in plainer Markdown${differs === 'content' ? ': no open HTML, fences or lists at the end' : ''}.`,
    )
  }
  const old = before ? entryParts(before, entriesOf(before)?.entries ?? []) : []
  const others = entryParts(
    source,
    entries.filter((one) => one !== mine),
  )
  const isSame =
    old.length === others.length && old.every((one, i) => isSameEntry(one, others[i], i === old.length - 1))
  if (isSame) return null
  return refuse(
    `With this entry the earlier ones of ${safePath(back.path)} would be read otherwise`,
    'Say it in plainer Markdown, or fix what `memkeep check` reports of the file.',
  )
}

function differingField(read: Entry, { entry, source }: ReadBack): string | null {
  const body = source.text.slice(read.body.start, read.body.end).replaceAll(/\r\n?/g, '\n')
  const tags = read.tags?.tags.map(({ text }) => text) ?? []
  if (read.date.text !== entry.date || read.title.text !== entry.title) return 'title'
  if (read.category?.value.text !== entry.category) return 'category'
  if (tags.join() !== entry.tags.join()) return 'list of tags'
  return body === entry.content && read.separator ? null : 'content'
}

/** An entry as it is compared: its date, title and labels, and its body. */
type Parts = { readonly head: string; readonly body: string }

function entryParts({ text }: Source, entries: readonly Entry[]): Parts[] {
  return entries.map(({ date, title, category, tags, body }) => ({
    head: JSON.stringify([date.text, title.text, category?.value.text, tags?.tags.map((tag) => tag.text)]),
    body: text.slice(body.start, body.end),
  }))
}

/**
 * True when an entry is what it was. What was behind the last one, a heading of a section or a comment, is between two entries
 * now, and no part of its body any more.
 */
function isSameEntry(before: Parts, after: Parts | undefined, isLast: boolean): boolean {
  if (before.head !== after?.head) return false
  return before.body === after.body || (isLast && before.body.startsWith(after.body))
}

import type { Block, Heading, Markdown, Range } from '../../../../core/markdown.ts'
import { lineAt } from '../../../../core/place.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Source } from '../../../../core/source.ts'
import type { Refusal, TriedPlan } from '../../../../core/tool.ts'
import type { Entry } from '../../../../formats/entry-log.ts'
import { openBlocks } from '../../../../formats/open-blocks.ts'
import { entriesOf } from '../../entries.ts'
import type { Saving } from './duplicates.ts'
import { entryText, partAt } from './entry.ts'
import { findingFault } from './finding-fault.ts'
import { sameEntries } from './same-entries.ts'

/** A log with an entry put in at `start`; `before` is the log as it was. */
export type Saved = Saving & { readonly before: Source | null; readonly start: number }

/** A saved log, parsed, and where the new entry stands in it. */
export type ReadBack = Saved & {
  readonly tried: TriedPlan
  readonly source: Source
  /** The offsets of the entry's text. */
  readonly range: Range
  /** The numbers of its first and last line. */
  readonly first: number
  readonly last: number
}

/**
 * Reads a saved log back: it must hold the entries that it held, and exactly the one that was saved, and the check must have
 * nothing new to say of that. Else says what stands in the way, and how to say it instead.
 */
export function reviewSave(saved: Saved, tried: TriedPlan): Refusal | null {
  const source = tried.sources.get(saved.path)
  if (!source?.markdown) return unread(saved, source)
  const { start } = saved
  const lines = entryText(saved.entry).split('\n').length
  const first = lineAt(source.starts, start)
  const end = source.starts[first - 1 + lines] ?? source.text.length
  const back = { ...saved, tried, source, range: { start, end }, first, last: first + lines - 1 }
  const { markdown } = source
  return (
    secretFault(back) ??
    suppressionFault(back) ??
    underlineFault(back, markdown) ??
    blockFault(back, markdown) ??
    headingFault(back, markdown) ??
    findingFault(back) ??
    differenceFault(back)
  )
}

function unread({ path }: Saved, source: Source | undefined): Refusal {
  const [problem] = source?.problems ?? []
  return {
    refusal: `With this entry ${safePath(path)} could not be read${problem ? `: ${safeText(problem.message)}` : ''}`,
    help: problem ? safeText(problem.help) : 'Write a shorter, simpler text.',
  }
}

/** What stands at an offset of the log, in words for who wrote the entry. */
function at({ source, entry, first }: ReadBack, offset: number): string {
  return partAt(entry, lineAt(source.starts, offset) - first)
}

function isIn({ range }: ReadBack, { start }: Range): boolean {
  return start >= range.start && start < range.end
}

/** Asked for itself: a comment in the log may silence the rule there. */
function secretFault(back: ReadBack): Refusal | null {
  const { source, range } = back
  if (source.settings.rules['no-secret'] === 'off') return null
  const hit = source.secrets.find((one) => one.range.start < range.end && one.range.end > range.start)
  if (!hit) return null
  return {
    refusal: `Unexpected secret in ${at(back, Math.max(hit.range.start, range.start))}, found by ${hit.detector}`,
    help: 'Name where it is kept (a variable, an entry of the vault), never the value itself. If it was written down anywhere, rotate it.',
  }
}

function suppressionFault(back: ReadBack): Refusal | null {
  const document = back.tried.memory.documents.find(({ path }) => path === back.path)
  const found = document?.suppressions.find(
    ({ place }) => place.line >= back.first && place.line <= back.last,
  )
  if (!found) return null
  const where = partAt(back.entry, found.place.line - back.first)
  return {
    refusal: `Unexpected memkeep comment in ${where}: a saved entry turns no rule off`,
    help: 'Leave the comment out; to write about it, put it in code: `<!-- … -->` between backticks.',
  }
}

function underlineFault(back: ReadBack, { headings }: Markdown): Refusal | null {
  const found = headings.find((one) => one.style === 'setext' && one.depth === 2 && isIn(back, one))
  if (!found) return null
  return {
    refusal: `Unexpected --- straight under the text of ${at(back, found.start)}, which makes that text a heading`,
    help: 'Put a blank line above the ---, or write the heading as `#### …`.',
  }
}

function blockFault(back: ReadBack, markdown: Markdown): Refusal | null {
  const open = openBlocks(markdown).filter((block) => block.end > back.range.start)
  const [block] = open
  if (!block) return null
  const what = block.type === 'fence' ? 'fence' : 'HTML block or comment'
  if (isIn(back, block)) {
    return {
      refusal: `Unexpected ${what} in ${at(back, block.start)} that is never closed: the end of the entry would be a part of it`,
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

/** A heading of entry form, or one that was meant as one. */
function headingFault(back: ReadBack, { headings }: Markdown): Refusal | null {
  const log = entriesOf(back.source)
  const starts = new Set<Heading>([
    ...(log?.entries ?? []).map((one) => one.heading),
    ...(log?.misshapen ?? []),
  ])
  const found = headings.find((one) => isIn(back, one) && one.start > back.range.start + 3 && starts.has(one))
  if (!found) return null
  return {
    refusal: `Unexpected heading in ${at(back, found.start)} that would start an entry of its own`,
    help: 'Save each entry by a call of its own; a heading within an entry has four `#` and no date first; an example goes into a closed code fence.',
  }
}

function differenceFault(back: ReadBack): Refusal | null {
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
  if (sameEntries(before, { source, entries: others })) return null
  return {
    refusal: `With this entry the earlier ones of ${safePath(back.path)} would be read otherwise`,
    help: 'Say it in plainer Markdown, or mend what `memkeep check` says of the file.',
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

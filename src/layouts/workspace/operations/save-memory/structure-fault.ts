import type { Refusal } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Block, Heading, Markdown } from '../../../../core/source.ts'
import { ENTRY_DEPTH, openBlocks } from '../../../../formats/unread-headings.ts'
import { entriesOf } from '../../entries.ts'
import { partAt } from './entry.ts'
import { at, isIn, type ReadBack } from './read-back.ts'

/** Says what in a new entry breaks the structure of its log, or must not be kept; null when nothing does. */
export function structureFault(back: ReadBack, markdown: Markdown): Refusal | null {
  return (
    secretFault(back) ??
    commentFault(back) ??
    underlineFault(back, markdown) ??
    blockFault(back, markdown) ??
    headingFault(back, markdown)
  )
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

function commentFault(back: ReadBack): Refusal | null {
  const document = back.tried.memory.documents.find(({ path }) => path === back.path)
  const log = entriesOf(back.source)
  const comments = [...(document?.suppressions ?? []), ...(log?.tombstones ?? []), ...(log?.faults ?? [])]
  const found = comments.find(({ place }) => place.line >= back.first && place.line <= back.last)
  if (!found) return null
  const where = partAt(back.entry, found.place.line - back.first)
  return {
    refusal: `Unexpected memkeep comment in ${where}: a saved entry turns no rule off and removes no other`,
    help: 'Leave the comment out; to write about it, put it in code: `<!-- … -->` between backticks.',
  }
}

function underlineFault(back: ReadBack, { headings }: Markdown): Refusal | null {
  const found = headings.find(
    (one) => one.style === 'setext' && one.depth === 2 && one.topLevel && isIn(back, one),
  )
  if (!found) return null
  return {
    refusal: `Unexpected --- straight under the text of ${at(back, found.start)}, which makes that text a heading`,
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

/** A heading of entry form, one that was meant as one, or one that no entry may hold: it would end the entry. */
function headingFault(back: ReadBack, { headings }: Markdown): Refusal | null {
  const log = entriesOf(back.source)
  const starts = new Set<Heading>([
    ...(log?.entries ?? []).map((one) => one.heading),
    ...(log?.misshapen ?? []),
  ])
  const isHigh = ({ topLevel, depth }: Heading): boolean => topLevel && depth <= ENTRY_DEPTH
  const found = headings.find(
    (one) => isIn(back, one) && one.start > back.range.start + 3 && (starts.has(one) || isHigh(one)),
  )
  if (!found) return null
  const where = at(back, found.start)
  if (!starts.has(found)) {
    return {
      refusal: `Unexpected heading of depth ${found.depth} in ${where}, expected four \`#\` or more within an entry`,
      help: `Write it as \`#### ${safeText(found.text.replaceAll(/\s+/g, ' ')).slice(0, LONGEST)}\`; an example goes into a closed code fence.`,
    }
  }
  return {
    refusal: `Unexpected heading in ${where} that would start an entry of its own`,
    help: 'Save each entry by a call of its own; a heading within an entry has four `#` and no date first; an example goes into a closed code fence.',
  }
}

/** So many characters of a heading are repeated. */
const LONGEST = 60

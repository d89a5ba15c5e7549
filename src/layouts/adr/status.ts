import type { Markdown, Range, Source } from '../../core/source.ts'
import { isBlankRange, lineEnd, type Place, placeOf } from '../../core/text.ts'
import { plainStatus, STATUS_COLUMN, STATUS_HEADING, STATUS_LINE, stateOf } from '../../formats/status.ts'

/** A status as it is written, and what of the text is about it. */
export type Status = Range & { readonly text: string; readonly place: Place }

/** The status: of the front matter, of its section, or of a line near the top. */
export function statusOf({ text, markdown, starts, frontMatter }: Source): Status | null {
  const node = frontMatter?.nodes.get('/status')
  const field = frontMatter?.fields.status
  if (node && typeof field === 'string') {
    return { ...node.value, text: field, place: placeOf(starts, node.value.start, node.value.end) }
  }
  if (!markdown) return null
  const top = topOf(text, markdown)
  const all = [inHeading(text, markdown), inTable(text, top), inLine(text, top)].flatMap((one) => one ?? [])
  // A section `Status` may be about the work.
  const said = all.find((one) => stateOf(plainStatus(one.text) ?? '') !== null) ?? all[0]
  if (!said) return null
  return { ...said.all, text: said.text, place: placeOf(starts, said.at.start, said.at.end) }
}

/** What is said, where, and the range that is about it. */
type Said = { readonly text: string; readonly at: Range; readonly all: Range }

/** `## Status`, with the whole section below it, or `## Status: Accepted`. */
function inHeading(text: string, { headings }: Markdown): Said | null {
  const index = headings.findIndex((one) => one.topLevel && STATUS_HEADING.test(one.text))
  const heading = headings[index]
  if (!heading) return null
  const inline = STATUS_HEADING.exec(heading.text)?.[1]
  if (inline !== undefined) return { text: inline, at: heading, all: heading }
  const next = headings.slice(index + 1).find(({ topLevel }) => topLevel)
  const all = { start: heading.end, end: next?.start ?? text.length }
  const line = /\S[^\r\n]*/.exec(text.slice(all.start, all.end).replaceAll(/<!--[\s\S]*?-->/g, blank))
  if (!line) return { text: '', at: heading, all }
  const start = all.start + line.index
  return { text: line[0], at: { start, end: start + line[0].length }, all }
}

function blank(text: string): string {
  return ' '.repeat(text.length)
}

/** From the start to the first section; a text without a heading of level 1 has its title in the first one. */
function topOf(text: string, { start, headings }: Markdown): Range {
  const own = headings.filter(({ topLevel }) => topLevel)
  const sections = own.filter(({ depth }) => depth > 1)
  const isTitled = own.length > sections.length || !isBlankRange(text, start, sections[0]?.start ?? start)
  return { start, end: sections[isTitled ? 0 : 1]?.start ?? text.length }
}

/** `Status: Accepted`, in every form of such a line. */
function inLine(text: string, top: Range): Said | null {
  const found = STATUS_LINE.exec(text.slice(top.start, top.end))
  if (!found) return null
  const { 0: line, 1: said = '' } = found
  const start = top.start + found.index
  const end = start + line.length
  return {
    text: said,
    at: { start: end - said.length, end },
    all: { start, end: lineEnd(text, end).end },
  }
}

/** The cell below the name of a column: `| ID | Status |`, a line of dashes, `| D-001 | Accepted |`. */
function inTable(text: string, top: Range): Said | null {
  const table = /^([ \t]*\|[^\r\n]*\|)[ \t]*\r?\n[ \t]*\|[-:| \t]+\|[ \t]*\r?\n([ \t]*\|[^\r\n]*\|)/gm
  for (const { 0: all, 1: head = '', 2: row = '', index } of text.slice(top.start, top.end).matchAll(table)) {
    const cells = row.split('|')
    const column = head.split('|').findIndex((cell) => STATUS_COLUMN.test(cell.trim()))
    const said = cells[column]?.trim() ?? ''
    if (column < 0 || stateOf(plainStatus(said) ?? '') === null) continue
    const end = top.start + index + all.length
    const start = end - row.length + cells.slice(0, column).join('|').length + 1
    return { text: said, at: { start, end: start + said.length }, all: { start: end - row.length, end } }
  }
  return null
}

import { type BlockMark, isPair, readBlockMark } from '../markdown/block-mark.ts'

/** What a line of a Markdown text is. */
type LineForm = 'blank' | 'hidden' | 'fence' | 'code' | 'heading' | 'item' | 'row' | 'text'

/** A line, from 1, cut where it is long. */
export type Line = {
  readonly number: number
  readonly text: string
  readonly form: LineForm
  /** Blanks before its first character; a tab is four. */
  readonly indent: number
  /** The heading that it is below, with those above it: `Setup > Tests`. */
  readonly under: string
}

/** Lines of one list, table or fence that follow each other, with what is blank between them. */
export type Block = { readonly form: 'list' | 'table' | 'code'; readonly lines: readonly Line[] }

/** So many lines of a text are looked at, and so many characters of a line. */
const MOST_LINES = 20_000
const LONGEST = 2000

const FENCE = /^\s*(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/
const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+\S/

/** The lines of a text, each with what it is. Front matter, comments, and blocks that a tool keeps are hidden. */
export function linesOf(text: string): readonly Line[] {
  const found: Line[] = []
  const above: string[] = []
  let fence = ''
  let until = ''
  // The block that a tool keeps.
  let managed: BlockMark | null = null
  const lines = text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/, MOST_LINES)
  for (const [index, whole] of lines.entries()) {
    const line = whole.slice(0, LONGEST)
    const add = (form: LineForm): void => {
      const indent = (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length
      const under = above.filter((one) => one).join(' > ')
      found.push({ number: index + 1, text: line, form: managed === null ? form : 'hidden', indent, under })
    }
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (fence !== '') {
      const isEnd = mark.startsWith(fence) && line.trim() === mark
      if (isEnd) fence = ''
      add(isEnd ? 'fence' : 'code')
      continue
    }
    if (until !== '') {
      if (until === '---' ? /^---\s*$/.test(line) : line.includes(until)) until = ''
      add('hidden')
      continue
    }
    if (index === 0 && /^\uFEFF?---\s*$/.test(line)) {
      until = '---'
      add('hidden')
    } else if (line.trimStart().startsWith('<!--')) {
      if (!line.includes('-->')) until = '-->'
      const mark = readBlockMark(/<!-{2}(.*?)-->/.exec(line)?.[1] ?? '')
      if (mark?.isStart) managed ??= mark
      else if (mark && managed && isPair(managed, mark)) managed = null
      add('hidden')
    } else if (mark !== '') {
      fence = mark
      add('fence')
    } else {
      const [, marks = '', title = ''] = HEADING.exec(line) ?? []
      if (marks !== '') above.length = Math.min(above.length, marks.length - 1)
      add(formOf(line, marks))
      if (marks !== '') above[marks.length - 1] = title.slice(0, 80)
    }
  }
  return found
}

function formOf(line: string, marks: string): LineForm {
  if (marks !== '') return 'heading'
  if (line.trim() === '') return 'blank'
  if (/^\s*\|/.test(line)) return 'row'
  return ITEM.test(line) ? 'item' : 'text'
}

/** The lists, tables and fences of a text, in order. */
export function blocksOf(lines: readonly Line[]): readonly Block[] {
  const found: { form: Block['form']; lines: Line[] }[] = []
  let open: { form: Block['form']; lines: Line[] } | null = null
  let blanks: Line[] = []
  for (const line of lines) {
    const form = blockOf(line, open?.form, blanks.length > 0)
    if (line.form === 'blank' && open) {
      blanks.push(line)
      continue
    }
    if (open && form === open.form && (form !== 'table' || blanks.length === 0))
      open.lines.push(...blanks, line)
    else {
      open = form === null ? null : { form, lines: [line] }
      if (open) found.push(open)
    }
    blanks = []
    // The mark that ends a fence is the last line of its block.
    if (line.form === 'fence' && open && open.lines.length > 1) open = null
  }
  return found
}

/** The block that a line goes on or begins. What follows an item without a blank line, or is indented, belongs to it. */
function blockOf(line: Line, open: Block['form'] | undefined, isAfterBlank: boolean): Block['form'] | null {
  if (line.form === 'fence' || line.form === 'code') return 'code'
  if (line.form === 'row') return 'table'
  if (line.form === 'item') return 'list'
  const isGoingOn = line.form === 'text' && open === 'list' && (!isAfterBlank || line.indent >= 2)
  return isGoingOn ? 'list' : null
}

/** An item of a list with the lines that go on, or one row, or one line of code. */
export type Entry = {
  readonly first: Line
  readonly lines: readonly Line[]
  /** In one line, without the mark of a list. */
  readonly text: string
}

/** Groups in order, each from what begins one up to the next. */
export function groupsFrom<T>(all: readonly T[], begins: (one: T) => boolean): readonly (readonly T[])[] {
  const groups: T[][] = []
  for (const one of all) {
    const last = groups.at(-1)
    if (begins(one) || !last) groups.push([one])
    else last.push(one)
  }
  return groups
}

/** The entries of a block, in order. */
export function entriesOf({ form, lines }: Block): readonly Entry[] {
  const own = lines.filter((one) => one.form !== 'fence' && one.text.trim() !== '')
  if (form !== 'list') {
    const rows = form === 'table' ? own.slice(isTable(own) ? 2 : 0) : own
    return rows.map((one) => ({ first: one, lines: [one], text: one.text.trim() }))
  }
  return groupsFrom(own, (line) => line.form === 'item').flatMap((all) => {
    const [first] = all
    if (!first) return []
    const words = all.map(({ text }) => text.trim()).join(' ')
    return [{ first, lines: all, text: words.replace(/^(?:[-*+•]|\d{1,9}[.)])\s+/, '').slice(0, LONGEST) }]
  })
}

/** The second row of a table has dashes alone. */
function isTable([, second]: readonly Line[]): boolean {
  return second !== undefined && /^[\s|:-]+$/.test(second.text) && second.text.includes('-')
}

/** The cells of a row, trimmed. */
export function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((one) => one.trim())
}

/** True where all entries of a block go. */
export function isWhole(block: Block, gone: ReadonlySet<number>): boolean {
  return entriesOf(block).every((one) => one.lines.every(({ number }) => gone.has(number)))
}

/**
 * The lines that go with all entries of a block: the marks of a fence, the head of a table, and the line above that announces it;
 * none where some entries stay.
 */
export function aroundWhole(
  block: Block,
  lines: readonly Line[],
  gone: ReadonlySet<number>,
): readonly number[] {
  if (!isWhole(block, gone)) return []
  const at = (block.lines[0]?.number ?? 1) - 2
  const before = lines[lines[at]?.form === 'blank' ? at - 1 : at]
  const announces = before?.form === 'text' && /:[*_`]*$/.test(before.text.trim())
  return [...(announces ? [before.number] : []), ...block.lines.map(({ number }) => number)]
}

/** The headings of sections that keep nothing, each with the first line of its section that goes. */
export function emptyHeadings(
  lines: readonly Line[],
  gone: { readonly has: (line: number) => boolean },
): readonly { readonly heading: number; readonly first: number }[] {
  const found: { heading: number; first: number }[] = []
  // From the end: a section is what is between its heading and the next one.
  let next: Line | undefined
  let [rest, first] = [0, 0]
  for (const line of lines.toReversed()) {
    if (line.form === 'heading') {
      const isLast = next === undefined || levelOf(next) <= levelOf(line)
      if (isLast && rest === 0 && first > 0 && !gone.has(line.number))
        found.push({ heading: line.number, first })
      next = line
      rest = 0
      first = 0
    } else if (gone.has(line.number)) first = line.number
    else if (line.form !== 'blank') rest++
  }
  return found
}

function levelOf(line: Line | undefined): number {
  return HEADING.exec(line?.text ?? '')?.[1]?.length ?? 0
}

/** The lines of each section, with its heading: up to the next one that is not deeper. */
export function sectionsOf(
  lines: readonly Line[],
): readonly { readonly title: string; readonly lines: readonly Line[] }[] {
  const open: { readonly level: number; readonly section: { title: string; lines: Line[] } }[] = []
  const found: { title: string; lines: Line[] }[] = []
  for (const line of lines) {
    if (line.form === 'heading') {
      const level = levelOf(line)
      while ((open.at(-1)?.level ?? 0) >= level) open.pop()
      const section = { title: HEADING.exec(line.text)?.[2]?.trim() ?? '', lines: [] }
      open.push({ level, section })
      found.push(section)
    }
    for (const { section } of open) section.lines.push(line)
  }
  return found
}

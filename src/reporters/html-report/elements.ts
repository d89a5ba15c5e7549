import { type Child, h, type Result } from 'hastscript'
import type { MemoryOverview } from '../../core/memory-overview.ts'
import { safeText } from '../../core/messages.ts'

/** A part of the page as a tree: it becomes text, and is escaped, in one place. */
export type Element = Extract<Result, { type: 'element' }>

/** A part of the page, which the list of contents links to. */
type Section = {
  readonly id: string
  readonly title: string
  readonly content: readonly Element[]
}

/** A section under its heading, which names it. */
export function section({ id, title, content }: Section): Element {
  const heading = `${id}-heading`
  return h('section', { id, ariaLabelledBy: heading }, [h('h2', { id: heading }, title), ...content])
}

/** The same of what layouts have to show, which is nothing for some; null where it is nothing for all. */
export function sectionByLayout(
  { content, ...head }: Section,
  overviews: readonly MemoryOverview[],
  show: (overview: MemoryOverview, layout: string) => readonly Element[],
): Element | null {
  const shown = overviews.flatMap((overview) => {
    const layout = pageText(overview.layout)
    const own = show(overview, layout)
    const heading = own.length > 0 && overviews.length > 1 ? [h('h3', `Layout ${layout}`)] : []
    return [...heading, ...own]
  })
  return shown.length === 0 ? null : section({ ...head, content: [...content, ...shown] })
}

/** A table as plain data: the first cell of a row is its heading. */
type Table = {
  /** What it shows, for screen readers. */
  readonly caption: string
  readonly columns: readonly string[]
  /** The columns that hold numbers; none when absent. */
  readonly numbers?: readonly string[]
  readonly rows: readonly (readonly Child[])[]
}

/** A table that scrolls by itself, also by keyboard, where the window is too narrow for it. */
export function table({ caption, columns, numbers = [], rows }: Table): Element {
  const classOf = (column: number): { className?: string } =>
    numbers.includes(columns[column] ?? '') ? { className: 'number' } : {}
  const cells = (row: readonly Child[]): Element[] =>
    row.map((cell, column) =>
      column === 0 ? h('th', { scope: 'row', ...classOf(0) }, cell) : h('td', classOf(column), cell),
    )
  const heads = columns.map((title, column) => h('th', { scope: 'col', ...classOf(column) }, title))
  return h('div', { className: 'scroll', role: 'group', tabIndex: 0, ariaLabel: caption }, [
    h('table', [
      h('caption', caption),
      h('thead', [h('tr', heads)]),
      h(
        'tbody',
        rows.map((row) => h('tr', cells(row))),
      ),
    ]),
  ])
}

/** A chart with its title, and its data as a table for screen readers and for copying. */
type Figure = {
  readonly title: Child
  readonly chart: Element
  readonly data: Element
  readonly note?: string
}

/** A chart in a frame; its table unfolds below. */
export function figure({ title, chart, data, note }: Figure): Element {
  return h('figure', [
    h('figcaption', title),
    chart,
    ...(note === undefined ? [] : [h('p', { className: 'note' }, note)]),
    h('details', [h('summary', 'As a table'), data]),
  ])
}

/** The first of many, and a line to put above them that counts the rest, so that a page of any memory stays small. */
export function firstOf<T>(
  all: readonly T[],
  most: number,
  ...[one, many]: readonly [string, string]
): { readonly some: readonly T[]; readonly rest: readonly Element[] } {
  const left = all.length - most
  const rest =
    left > 0
      ? [
          h(
            'p',
            { className: 'note' },
            `The first ${grouped(most)} are shown, and ${plural(left, `more ${one}`, `more ${many}`)} not.`,
          ),
        ]
      : []
  return { some: all.slice(0, most), rest }
}

/** A path, which breaks into lines after its slashes; `suffix`, such as a line, follows it in one piece. */
export function pathText(path: string, suffix = ''): Element {
  const pieces = pageText(path).split(/(?<=\/)/)
  return h('span', { className: 'path' }, [
    ...pieces.flatMap((piece, i): (Element | string)[] => (i === 0 ? [piece] : [h('wbr'), piece])),
    ...(suffix === '' ? [] : [h('span', { className: 'whole' }, suffix)]),
  ])
}

/** A day or an instant as it is given, which is not broken at its hyphens. */
export function dayText(date: string): Element {
  return h('span', { className: 'whole' }, pageText(date, 40))
}

/** The most characters of one text that a page shows. */
const MOST_CHARACTERS = 400

/** Untrusted text as the page shows it: in one line, without invisible characters, cut where it is very long. */
export function pageText(text: string, most: number = MOST_CHARACTERS): string {
  if (text.length <= most) return safeText(text)
  const end = text.slice(most - 1, most + 1).codePointAt(0) ?? 0
  return `${safeText(text.slice(0, end > 0xffff ? most - 1 : most))}…`
}

/** The most characters of a sentence. */
const MOST_WORDS = 600

/** A sentence: what is between backticks is code. */
export function richText(text: string): (Element | string)[] {
  return pageText(text, MOST_WORDS)
    .split(/`([^`]+)`/)
    .flatMap((part, i) => (part === '' ? [] : [i % 2 === 1 ? h('code', part) : part]))
}

/** `1 error`, `3,000 errors`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** A number with a comma between thousands: `12,345`. */
export function grouped(number: number): string {
  return String(number).replaceAll(/(?<=^-?\d+)(?=(?:\d{3})+$)/g, ',')
}

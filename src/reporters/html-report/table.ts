import type { Child } from 'hastscript'
import { h } from 'hastscript'
import type { Element } from './element.ts'

/** A column: its heading, and whether it holds numbers. */
type Column = { readonly title: string; readonly number?: true }

/** A table as plain data: the first cell of a row is its heading. */
type Table = {
  /** What it shows, for people who hear it. */
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Child[])[]
}

/** A table that scrolls by itself, also by keyboard, where the window is too narrow for it. */
export function table({ caption, columns, rows }: Table): Element {
  const classOf = (column: number): { className?: string } =>
    columns[column]?.number ? { className: 'number' } : {}
  const cells = (row: readonly Child[]): Element[] =>
    row.map((cell, column) =>
      column === 0 ? h('th', { scope: 'row', ...classOf(0) }, cell) : h('td', classOf(column), cell),
    )
  const heads = columns.map(({ title }, column) => h('th', { scope: 'col', ...classOf(column) }, title))
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

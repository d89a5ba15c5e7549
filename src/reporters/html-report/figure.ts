import type { Child } from 'hastscript'
import { h } from 'hastscript'
import type { Element } from './element.ts'

/** A chart with its title, and the same data for whoever cannot see it, or wants to copy it. */
type Figure = {
  readonly title: Child
  readonly chart: Element
  readonly data: Element
  readonly note?: string
}

/** A chart in a frame of its own; its table unfolds below. */
export function figure({ title, chart, data, note }: Figure): Element {
  return h('figure', [
    h('figcaption', title),
    chart,
    ...(note === undefined ? [] : [h('p', { className: 'note' }, note)]),
    h('details', [h('summary', 'As a table'), data]),
  ])
}

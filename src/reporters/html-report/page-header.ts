import { h } from 'hastscript'
import type { Element } from './element.ts'

/** What the page is of, and the button that changes its theme, hidden until the page's script has it work. */
export function pageHeader(name: string, today: string): Element {
  return h('header', [
    h('div', [h('p', { className: 'note' }, `Memory report, ${today}`), h('h1', name)]),
    h('button', { id: 'theme', type: 'button', hidden: true }, 'Dark theme'),
  ])
}

import { h } from 'hastscript'
import type { Element } from './element.ts'

/** Links to the sections of the page, which are known by their headings. */
export function contents(sections: readonly Element[]): Element {
  return h('nav', { ariaLabel: 'Contents' }, [
    h(
      'ul',
      sections.map(({ properties, children: [heading] }) =>
        h('li', h('a', { href: `#${properties.id}` }, heading?.type === 'element' ? heading.children : [])),
      ),
    ),
  ])
}

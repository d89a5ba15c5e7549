import { h } from 'hastscript'
import type { Element } from './element.ts'
import { shown } from './shown.ts'

/** A path, which breaks into lines after its slashes; `suffix` follows it. */
export function pathText(path: string, suffix = ''): Element {
  const pieces = `${shown(path)}${suffix}`.split(/(?<=\/)/)
  return h(
    'span',
    { className: 'path' },
    pieces.flatMap((piece, i): (Element | string)[] => (i === 0 ? [piece] : [h('wbr'), piece])),
  )
}

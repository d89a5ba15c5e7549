import { h } from 'hastscript'
import type { Element } from './element.ts'
import { plural } from './plural.ts'

/** The first of many, and a line that counts the rest, so that a page stays small whatever the memory is like. */
export function firstOf<T>(
  all: readonly T[],
  most: number,
  ...[one, many]: readonly [string, string]
): { readonly some: readonly T[]; readonly rest: readonly Element[] } {
  const left = all.length - most
  const rest =
    left > 0
      ? [h('p', { className: 'note' }, `${plural(left, `more ${one}`, `more ${many}`)} not shown.`)]
      : []
  return { some: all.slice(0, most), rest }
}

import { readFileSync } from 'node:fs'
import type { Layout } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { markdownTable } from './markdown-table.ts'
import { NO_OWNER, ownerOf } from './owner.ts'

/** Every layout in a row, as a Markdown table for `docs/layouts.md`: what it keeps, where by default, in which kinds. */
export function layoutTable(layouts: readonly Layout[]): string {
  const rows = layouts.map(({ id, summary, roots, places, kinds }) => [
    `[${id}](../src/layouts/${id}/README.md)`,
    summary,
    shownPlaces(
      (roots?.(DEFAULT_SETTINGS) ?? []).map(({ path }) => `${path}/`),
      places?.(DEFAULT_SETTINGS) ?? [],
    ),
    kinds.map((kind) => kind.id).join(', '),
    exampleOf(id),
  ])
  return markdownTable(['layout', 'keeps', 'where, by default', 'kinds', ''], rows)
}

/** The package has no examples: a link leads to the repository, where package.json names it. */
function exampleOf(id: string): string {
  const owner = ownerOf(JSON.parse(readFileSync('package.json', 'utf8')).repository)
  const path = `examples/${id}`
  return owner === NO_OWNER
    ? `\`${path}\``
    : `[example](https://github.com/${owner}/memkeep/tree/main/${path})`
}

/** So many places of a layout are named; its README has all. */
const NAMED = 3

function shownPlaces(roots: readonly string[], places: readonly string[]): string {
  const more = places.length > NAMED ? ' …' : ''
  return `${[...roots, ...places.slice(0, NAMED)].map((one) => `\`${one}\``).join(', ')}${more}`
}

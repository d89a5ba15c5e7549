import type { Layout } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { markdownTable } from './markdown-table.ts'

/** Every layout in a row, as a Markdown table for the project's README: what it keeps, where by default, in which kinds. */
export function layoutTable(layouts: readonly Layout[]): string {
  const rows = layouts.map(({ id, summary, roots, kinds }) => [
    `[${id}](src/layouts/${id}/README.md)`,
    summary,
    roots(DEFAULT_SETTINGS)
      .map((root) => `\`${root}/\``)
      .join(', '),
    kinds.map((kind) => kind.id).join(', '),
    `[example](examples/${id})`,
  ])
  return markdownTable(['layout', 'keeps', 'where, by default', 'kinds', ''], rows)
}

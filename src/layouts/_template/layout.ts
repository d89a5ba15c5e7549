import { textList } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import { type LayoutOverview, tallies } from '../../core/memory-overview.ts'
import { claim, templateRoot, templateSettings } from './claim.ts'
import { derive } from './derive.ts'
import { kinds } from './kinds.ts'
import { rules } from './rules/index.ts'

/** Dated notes, one a file, and a list of them: small, and complete. README.md next to it says how to copy it. */
export const template: Layout = {
  id: 'template',
  summary: 'Dated notes, one a file, and a list of them that is rebuilt.',
  kinds,
  rules,
  settings: templateSettings,
  signature: 'note with a date',
  roots: (settings) => [templateRoot(settings)],
  claim,
  derive,
  overview,
}

/**
 * What reports say of the notes: their tags. A layout leaves out what its format does not have, and all of `overview`
 * if it has nothing to report.
 */
function overview({ documents }: Memory): Partial<LayoutOverview> {
  const items = documents.flatMap((document) => document.items)
  return { tags: tallies(items.flatMap(({ fields }) => textList(fields.tags))) }
}

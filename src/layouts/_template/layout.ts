import type { Layout } from '../../core/layout.ts'
import { claim } from './claim.ts'
import { derive } from './derive.ts'
import { kinds } from './kinds.ts'
import { overview } from './overview.ts'
import { rules } from './rules/index.ts'
import { templateRoot, templateSettings } from './settings.ts'

/** Dated notes, one a file, and a list of them: small, and complete. README.md beside it says how to copy it. */
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

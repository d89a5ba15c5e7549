import type { Layout } from '../../core/layout.ts'
import { claim } from './claim.ts'
import { derive } from './derive.ts'
import { kinds } from './kinds.ts'
import { overview } from './overview.ts'
import { rules } from './rules/index.ts'
import { coworkRoot, coworkSettingsSchema } from './settings.ts'

/** Decisions and patterns of a project in one JSON index with a Markdown file each, and a JSON file per session. */
export const cowork: Layout = {
  id: 'cowork',
  summary: 'Decisions and patterns in a JSON index with a detail file each, and the memory of each session.',
  kinds,
  rules,
  settings: coworkSettingsSchema,
  signature: '`memory/project/memory.json` or `session.json`',
  roots: (settings) => [coworkRoot(settings)],
  localRoots: (settings) => [coworkRoot(settings)],
  ownRoots: (settings) => [coworkRoot(settings)],
  claim,
  derive,
  overview,
}

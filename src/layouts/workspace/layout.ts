import type { Layout } from '../../core/layout.ts'
import { literalPattern } from '../../core/path.ts'
import { archiveEntries } from './archive-entries.ts'
import { areaOf, claim, foldersOf, partOf } from './claim.ts'
import { derive } from './derive.ts'
import { kinds } from './kinds.ts'
import { mergeMemoryIndex } from './memory-index/merge-memory-index.ts'
import { overview, setAside } from './overview.ts'
import { rules } from './rules/index.ts'
import { workspaceSettings, workspaceSettingsSchema } from './settings.ts'

/** Memory by workspace, domain and repository: overviews and plans, dated decisions and lessons, hot rules. */
export const workspace: Layout = {
  id: 'workspace',
  summary:
    'Overviews, plans, decisions and lessons by workspace, with rules that load into every conversation.',
  kinds,
  rules,
  settings: workspaceSettingsSchema,
  signature: 'plan, OVERVIEW or dated entry',
  roots: (settings) => {
    const { resources, memory, hotRules, agents } = workspaceSettings(settings)
    return [resources, memory, hotRules, ...agents]
  },
  ownRoots: (settings) => {
    const { memory, hotRules } = workspaceSettings(settings)
    return [memory, hotRules]
  },
  claim,
  partOf,
  foldersOf,
  areaOf,
  mergePatterns: (settings) => {
    const { memory } = workspaceSettings(settings)
    const files = ['**/decisions.md', '**/lessons.md', '**/_archive/*.md', '*/_index.yaml']
    return files.map((file) => `${literalPattern(memory)}/${file}`)
  },
  derive,
  archive: archiveEntries,
  mergeDerived: mergeMemoryIndex,
  setAside,
  overview,
}

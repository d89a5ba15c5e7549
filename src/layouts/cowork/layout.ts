import { textList } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import { type LayoutOverview, tallies } from '../../core/memory-overview.ts'
import { claim, coworkRoot, coworkSettingsSchema } from './claim.ts'
import { derive } from './derive.ts'
import { kinds } from './kinds.ts'
import { rules } from './rules/index.ts'

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

/** Kinds whose items are no copies of rows. */
const MODELS = ['project-memory', 'iteration-memory']

/**
 * The tags of patterns; decisions, patterns, insights, issues and learnings as categories. The format has no budgets, no
 * threshold of growth, and nothing with the status of a plan.
 */
export function overview({ documents }: Memory): LayoutOverview {
  const items = documents.filter(({ kind }) => MODELS.includes(kind)).flatMap((document) => document.items)
  return {
    budgets: [],
    logs: [],
    plans: [],
    tags: tallies(items.flatMap(({ fields }) => textList(fields.tags))),
    categories: tallies(items.map(({ kind }) => kind)),
  }
}

import { textList } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import { type LayoutOverview, type SetAside, tallies } from '../../core/memory-overview.ts'
import { agentMemoryRoot, agentMemorySettingsSchema, claim, keeps, lockOf } from './claim.ts'
import { kinds } from './kinds.ts'
import { SCOPES } from './record.ts'
import { rules } from './rules/index.ts'

/** One record a JSON file, by scope, in a directory that git ignores. */
export const agentMemory: Layout = {
  id: 'agent-memory',
  summary:
    'Records as JSON files by scope (session, working, durable), local to one checkout and ignored by git.',
  kinds,
  rules,
  settings: agentMemorySettingsSchema,
  signature: 'record with `schemaVersion` and `scope`',
  roots: (settings) => [agentMemoryRoot(settings)],
  ignoredRoots: (settings) => [agentMemoryRoot(settings)],
  ownRoots: (settings) => SCOPES.map((scope) => `${agentMemoryRoot(settings)}/${scope}`),
  claim,
  keeps,
  lockOf,
  overview,
  setAside,
}

/**
 * The records' tags, and their kinds as categories. The format has no budgets, no logs and no plans; what a compaction
 * archived is not counted.
 */
export function overview({ documents }: Memory): LayoutOverview {
  const records = documents.filter(({ kind }) => kind === 'record').flatMap(({ items }) => items)
  const kinds = records.flatMap(({ fields }) => (typeof fields.kind === 'string' ? [fields.kind] : []))
  return {
    budgets: [],
    logs: [],
    plans: [],
    tags: tallies(records.flatMap(({ fields }) => textList(fields.tags))),
    categories: tallies(kinds),
  }
}

/** What a compaction archived. */
function setAside({ documents }: Memory): SetAside {
  const archived = documents.filter(({ kind }) => kind === 'archived-record').flatMap(({ items }) => items)
  return { superseded: new Set(), archived: new Set(archived) }
}

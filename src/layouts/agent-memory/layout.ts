import type { Layout } from '../../core/layout.ts'
import { claim } from './claim.ts'
import { kinds } from './kinds.ts'
import { overview } from './overview.ts'
import { rules } from './rules/index.ts'
import { SCOPES } from './scopes.ts'
import { agentMemoryRoot, agentMemorySettingsSchema } from './settings.ts'

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
  derive: () => ({ plan: new Map(), stale: [], replacesUnreadable: [] }),
  overview,
}

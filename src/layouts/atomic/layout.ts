import type { Layout } from '../../core/layout.ts'
import { claim } from './claim.ts'
import { kinds } from './kinds.ts'
import { overview, setAside } from './overview.ts'
import { rules } from './rules/index.ts'
import { atomicRoot, atomicSettingsSchema } from './settings.ts'

/** Memory by category, one item a file: facts, decisions, goals, tasks, reflections. */
export const atomic: Layout = {
  id: 'atomic',
  summary:
    'Facts, decisions, goals, tasks and reflections, one item a file, each category with a life of its own.',
  kinds,
  rules,
  settings: atomicSettingsSchema,
  signature: '`id` in the front matter of a file',
  roots: (settings) => [atomicRoot(settings)],
  ownRoots: (settings) => [atomicRoot(settings)],
  claim,
  derive: () => ({ plan: new Map(), stale: [], replacesUnreadable: [] }),
  setAside,
  overview,
}

import type { Layout } from '../../core/layout.ts'
import { claim, foldersOf, partOf } from './claim.ts'
import { kinds } from './kinds.ts'
import { overview, setAside } from './overview.ts'
import { rules } from './rules/index.ts'
import { workingMemoryRoot, workingMemorySettingsSchema } from './settings.ts'

/** Short-term memory of tasks: a state of three sections, the updates that made it, and a log of what each changed. */
export const workingMemory: Layout = {
  id: 'working-memory',
  summary:
    'Short-term memory of tasks: progress, key learnings and verbatim context, changed by small updates.',
  kinds,
  rules,
  settings: workingMemorySettingsSchema,
  signature: '`state.yaml` with a section',
  roots: (settings) => [workingMemoryRoot(settings)],
  localRoots: (settings) => [workingMemoryRoot(settings)],
  ownRoots: (settings) => [workingMemoryRoot(settings)],
  claim,
  partOf,
  foldersOf,
  derive: () => ({ plan: new Map(), stale: [], replacesUnreadable: [] }),
  setAside,
  overview,
}

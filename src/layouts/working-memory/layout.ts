import type { Item } from '../../core/document.ts'
import type { Layout } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import { type LayoutOverview, type SetAside, tallies } from '../../core/memory-overview.ts'
import { claim, foldersOf, partOf, workingMemoryRoot, workingMemorySettingsSchema } from './claim.ts'
import { kinds } from './kinds.ts'
import { rules } from './rules/index.ts'
import { holdsEntries } from './tasks.ts'

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
  setAside,
  overview,
}

/**
 * Learnings and snippets that still hold, as categories: the format has neither tags nor budgets, its logs have no
 * threshold, and a task has no status.
 */
export function overview(memory: Memory): LayoutOverview {
  const held = entriesOf(memory).filter((item) => !isArchived(item))
  return { budgets: [], logs: [], plans: [], tags: [], categories: tallies(held.map(({ kind }) => kind)) }
}

/** Entries that are marked as archived; they stay where they are. */
export function setAside(memory: Memory): SetAside {
  return { superseded: new Set(), archived: new Set(entriesOf(memory).filter(isArchived)) }
}

function entriesOf({ documents }: Memory): readonly Item[] {
  return documents.filter(holdsEntries).flatMap(({ items }) => items)
}

function isArchived({ fields }: Item): boolean {
  return (fields.archived ?? null) !== null
}

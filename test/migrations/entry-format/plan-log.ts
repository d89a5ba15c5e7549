import { entryFormat } from '../../../migrations/0006-entry-format.ts'
import type { ForPerson, MigrationPlan, WorkedOut } from '../../../src/core/migration.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { applyEdits } from '../../../src/core/text.ts'

/** Plans one log as the runner would. */
export function planLog(text: string, choices: readonly string[] = []): MigrationPlan {
  const path = 'user/memory/workspaces/acme/decisions.md'
  return entryFormat.plan({
    files: [{ path, layout: 'workspace', kind: 'decisions', scope: 'acme', text }],
    present: new Map([[path, { path, id: null, mode: 'file' }]]),
    settings: DEFAULT_SETTINGS,
    history: new Map(),
    derived: new Map(),
    choices: new Set(choices),
    today: '2026-03-01',
  })
}

/** What becomes of one log: its text, what was worked out, and what needs a person. */
export function migrated(
  text: string,
  choices: readonly string[] = [],
): { text: string; values: readonly WorkedOut[]; forPerson: readonly ForPerson[] } {
  const { sets, forPerson } = planLog(text, choices)
  const change = sets[0]?.[0]
  if (!change) return { text, values: [], forPerson }
  if (change.kind !== 'edit') throw new Error(change.kind)
  return { text: applyEdits(text, change.edits), values: change.values, forPerson }
}

import { migrations } from '../../migrations/index.ts'
import type { PendingMigration } from '../core/report.ts'
import { safeText } from '../core/safe-text.ts'
import { planMigrations } from '../engine/migrations/plan-migrations.ts'
import type { OpenedCi } from './open-ci.ts'

/** What is pending, and a remark where that could not be found out. */
export type Pending = {
  readonly migrations: readonly PendingMigration[]
  readonly notices: readonly string[]
}

/**
 * The migrations that would change something in the head, as `memkeep migrate --list` has them, but for what only history
 * can tell. Only memkeep's own: a repository's migrations are code that a pull request may bring.
 * This is information, so trouble with it is told and stops nothing.
 */
export async function pendingMigrations(opened: OpenedCi): Promise<Pending> {
  try {
    return { migrations: await planned(opened), notices: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { migrations: [], notices: [`it is not known which migrations are pending: ${safeText(reason)}`] }
  }
}

async function planned({ after, memory, today }: OpenedCi): Promise<PendingMigration[]> {
  const known = migrations
    .filter(({ onlyNamed }) => !onlyNamed)
    .map((migration) => ({ migration, file: null }))
  const run = await planMigrations(known, {
    snapshot: after.snapshot,
    load: memory,
    today,
    choices: new Set(),
    isWanted: () => true,
    histories: async () => new Map(),
    guard: () => null,
    owed: new Set(),
  })
  return run.migrations.flatMap(({ known: { migration }, sets }) => {
    const files = new Set(sets.flat().map(({ path }) => path)).size
    return files > 0 ? [{ id: migration.id, summary: migration.summary, files }] : []
  })
}

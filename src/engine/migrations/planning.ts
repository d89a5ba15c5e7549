import type { ChangeSet, FileHistory, ForPerson } from '../../core/migration.ts'
import type { PlanStatus } from '../../core/plan-status.ts'
import type { WritePlan } from '../../core/write-plan.ts'
import type { OpenSnapshot } from '../../snapshot/real-snapshot.ts'
import type { MemoryContext } from '../context.ts'
import type { Known } from './known-migrations.ts'

/** What migrations are planned on. */
export type Planning = {
  readonly snapshot: OpenSnapshot
  readonly load: MemoryContext
  readonly today: string
  readonly choices: ReadonlySet<string>
  readonly statusDefault?: PlanStatus | undefined
  /** A set of changes is made when it touches one of these. */
  readonly isWanted: (path: string) => boolean
  /** Asked once at most. */
  readonly histories: (paths: readonly string[]) => Promise<ReadonlyMap<string, FileHistory>>
  /** A reason not to write at a path; `isThere` says whether the snapshot has it. */
  readonly guard: (path: string, isThere: boolean) => string | null
  /** Derived files that an earlier run was to write and did not. */
  readonly owed: ReadonlySet<string>
  readonly onStep?: ((done: number, total: number) => void) | undefined
}

/** What one migration does. */
export type PlannedMigration = {
  readonly known: Known
  readonly sets: readonly ChangeSet[]
  readonly refused: readonly Refused[]
  readonly forPerson: readonly ForPerson[]
}

/** What a run does. */
export type PlannedRun = {
  readonly migrations: readonly PlannedMigration[]
  /** What becomes of every path, whatever number of migrations had a part in it. */
  readonly plan: WritePlan
  /** The derived files that follow from it. */
  readonly rebuilt: WritePlan
}

/** A file that was left as it is, and why. */
export type Refused = { readonly path: string; readonly reason: string }

const TOGETHER = 'it belongs to a file that was left'

/** A file that is left for a reason, and all others of its set, which are made together or not at all. */
export function refusedTogether(path: string, reason: string, set: Iterable<string>): readonly Refused[] {
  const others = [...new Set(set)].filter((one) => one !== path)
  return [{ path, reason }, ...leftToo(others)]
}

/** Files that are left because of another one. */
export function leftToo(paths: readonly string[]): readonly Refused[] {
  return paths.map((path) => ({ path, reason: TOGETHER }))
}

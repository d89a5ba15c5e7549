import type { FileChange, ForPerson, Migration } from '../core/migration.ts'
import type { PlanStatus } from '../core/plan-status.ts'
import type { Asked } from '../engine/migrations/chosen.ts'
import type { OwnFile } from '../engine/migrations/own-migrations.ts'
import type { Refused } from '../engine/migrations/refused-together.ts'
import type { PlannedTexts } from '../engine/planned-texts.ts'
import type { FsPort } from '../fs/fs-port.ts'

/** How far a run has come: `done` of `total` migrations planned, or groups of files written. */
type MigrateProgress = {
  readonly what: 'planning' | 'writing'
  readonly done: number
  readonly total: number
}

/** One run of `memkeep migrate`. */
export type MigrateOptions = Asked & {
  readonly cwd: string
  readonly config?: string | undefined
  /** Files and directories: a set of changes is made when it touches one of them. Everything when empty. */
  readonly only: readonly string[]
  readonly choices: readonly string[]
  /** The status of plans that state none. */
  readonly statusDefault?: PlanStatus | undefined
  readonly allowDirty: boolean
  /** Off, nothing is written. */
  readonly write: boolean
  readonly cache: boolean
  /** Threads that read documents at a time. */
  readonly jobs?: number | undefined
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly onProgress?: ((progress: MigrateProgress) => void) | undefined
  readonly migrations?: readonly Migration[]
  readonly fs?: FsPort
}

/** What one migration did, or would do. */
type MigrationOutcome = {
  readonly id: string
  readonly summary: string
  readonly changes: readonly FileChange[]
  readonly forPerson: readonly ForPerson[]
}

/** What a run did, or would do. */
export type MigrateResult = {
  readonly migrations: readonly MigrationOutcome[]
  /** Those that run only when they are named, and were not. */
  readonly unnamed: readonly Pick<MigrationOutcome, 'id' | 'summary'>[]
  /** Migrations of the repository that were not asked for: a run that writes nothing does not load their code. */
  readonly notLoaded: readonly OwnFile[]
  /** Derived files that follow from the changes. */
  readonly rebuilt: readonly string[]
  readonly plan: PlannedTexts
  readonly written: readonly string[]
  readonly refused: readonly Refused[]
  readonly notes: readonly string[]
}

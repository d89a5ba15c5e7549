/** The library: the checks and operations as functions, and their plain data. */
export type { Diagnostic, Finding, Severity } from './core/diagnostic.ts'
export type { Document, Item, Link, StatedDate, Suppression } from './core/document.ts'
export type { Json, JsonObject } from './core/json.ts'
export { UserError } from './core/messages.ts'
export type {
  ChangeSet,
  CommitDate,
  Evidence,
  FileChange,
  FileHistory,
  ForPerson,
  Migration,
  MigrationInput,
  MigrationPlan,
  TextFile,
  UnreadFile,
  WorkedOut,
} from './core/migration.ts'
export type { Refusal as ToolRefusal } from './core/operation.ts'
export type { Report, Summary } from './core/report.ts'
export type { Settings } from './core/settings.ts'
export type { FileContent, FileMode, LiteralFile, Snapshot, SnapshotFile } from './core/snapshot.ts'
export type { Edit, Place, Replacement } from './core/text.ts'
export type { PlannedFile, WritePlan } from './core/write-plan.ts'
export { runCheck } from './engine/check.ts'
export type { CheckOptions, CheckResult, CheckSource } from './engine/check-request.ts'
export { applyEdits, literalSnapshot, overlay } from './engine/pure-calls.ts'
export * from './layouts/exports.ts'
export { type IndexOptions, type IndexResult, runIndex } from './maintain/rebuild-index.ts'
export * from './operations/library.ts'
export type { AgentOptions } from './operations/library-function.ts'
export type { OperationResult as ToolResult } from './operations/operation-call.ts'

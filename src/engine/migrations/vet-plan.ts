import type { ChangeSet, FileChange, FileHistory, ForPerson, TextFile } from '../../core/migration.ts'
import type { PlanStatus } from '../../core/plan-status.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import { applyEdits, type Edit } from '../../core/text.ts'
import type { PlannedFile, WritePlan } from '../../core/write-plan.ts'
import type { OpenSnapshot } from '../../snapshot/project.ts'
import type { MemoryContext } from '../context.ts'
import type { Known } from './known-migrations.ts'

/** What migrations are planned on. */
export type Planning = {
  readonly snapshot: OpenSnapshot
  readonly load: MemoryContext
  readonly choices: ReadonlySet<string>
  readonly statusDefault?: PlanStatus | undefined
  /** A set of changes is made when it touches one of these. */
  readonly isWanted: (path: string) => boolean
  /** Asked once for each migration that needs it. */
  readonly histories: (paths: readonly string[]) => Promise<ReadonlyMap<string, FileHistory>>
  /** A reason not to write at a path; `isThere` says whether the snapshot has it. */
  readonly guard: (path: string, isThere: boolean) => string | null
  /** Derived files that an earlier run was to write and did not. */
  readonly owed: ReadonlySet<string>
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

/** The fields of each kind of change, without path and values. */
const HOLDS: { readonly [kind: string]: (change: Fields) => boolean } = {
  edit: ({ edits }) => Array.isArray(edits) && edits.every(isEdit),
  create: ({ text }) => typeof text === 'string',
  derive: ({ text }) => typeof text === 'string',
  link: ({ target }) => typeof target === 'string',
  delete: () => true,
}

const EVIDENCE: { readonly [kind: string]: (evidence: Fields) => boolean } = {
  text: ({ path, line }) => typeof path === 'string' && isLine(line),
  commit: ({ commit }) => typeof commit === 'string',
  'file-name': ({ path }) => typeof path === 'string',
  path: ({ path }) => typeof path === 'string',
  guess: ({ why }) => typeof why === 'string',
}

type Fields = Readonly<Record<string, unknown>>

/** What is wrong with the shape of what a migration gave, for people; null when it is a plan. */
export function planFault(plan: unknown): string | null {
  if (!isFields(plan)) return 'it gave no plan'
  const { sets, forPerson } = plan
  if (!Array.isArray(sets) || !sets.every(Array.isArray)) return '`sets` is no list of lists'
  if (!Array.isArray(forPerson) || !forPerson.every(isForPerson)) return '`forPerson` has another shape'
  const bad = sets.flat().filter((change) => !isChange(change))
  return bad.length === 0 ? null : `a change has another shape: ${shown(bad[0])}`
}

/** What cannot be written as JSON, such as a circle, is named by its type. */
function shown(value: unknown): string {
  try {
    return JSON.stringify(value)?.slice(0, 120) ?? typeof value
  } catch {
    return `${typeof value} that is no JSON`
  }
}

function isChange(change: unknown): boolean {
  if (!isFields(change) || typeof change.path !== 'string') return false
  const { kind, values } = change
  if (typeof kind !== 'string' || !Object.hasOwn(HOLDS, kind) || !HOLDS[kind]?.(change)) return false
  return Array.isArray(values) && values.every(isWorkedOut)
}

function isEdit(edit: unknown): boolean {
  if (!isFields(edit)) return false
  return Number.isInteger(edit.start) && Number.isInteger(edit.end) && typeof edit.text === 'string'
}

function isWorkedOut(value: unknown): boolean {
  if (!isFields(value) || typeof value.field !== 'string' || typeof value.value !== 'string') return false
  const { evidence } = value
  if (!isFields(evidence) || typeof evidence.kind !== 'string') return false
  return Object.hasOwn(EVIDENCE, evidence.kind) && EVIDENCE[evidence.kind]?.(evidence) === true
}

function isForPerson(one: unknown): boolean {
  return isFields(one) && typeof one.path === 'string' && isLine(one.line) && typeof one.what === 'string'
}

function isLine(line: unknown): boolean {
  return Number.isInteger(line) && Number(line) >= 0
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** What a set of changes is judged by. */
export type Vetting = {
  /** What the migration was given to read, by path. */
  readonly files: ReadonlyMap<string, TextFile>
  readonly present: Snapshot['files']
  /** The derived files that it was given. */
  readonly derived: WritePlan
  /** The largest file that will be read, in bytes. */
  readonly mostBytes: number
  /** A reason not to write at a path, by what is on disk; null when there is none. */
  readonly guard: (path: string) => string | null
}

/**
 * The files that a set of changes writes, or why it is refused: all or nothing. A migration changes and deletes
 * only what it has read, and creates only where nothing is.
 */
export function vetSet(set: ChangeSet, vetting: Vetting): WritePlan | readonly Refused[] {
  const plan = new Map<string, PlannedFile>()
  for (const change of set) {
    const { path } = change
    const made = plan.has(path) ? 'it is changed twice in one set' : plannedFile(change, vetting)
    const reason = typeof made === 'string' ? made : vetting.guard(path)
    if (reason !== null)
      return refusedTogether(
        path,
        reason,
        set.map((one) => one.path),
      )
    if (typeof made !== 'string') plan.set(path, made)
  }
  return plan
}

/** A text says why the change cannot be made. */
function plannedFile(change: FileChange, vetting: Vetting): PlannedFile | string {
  const { files, present } = vetting
  const { path } = change
  switch (change.kind) {
    case 'edit': {
      const file = files.get(path)
      return file ? edited(file, change.edits, vetting) : 'the migration has not read it'
    }
    case 'create':
      return present.has(path) ? 'there is a file already' : text(change.text, vetting)
    case 'derive': {
      const derived = vetting.derived.get(path)
      const isSame = derived?.kind === 'text' && derived.text === change.text
      return isSame ? derived : 'it is not what a rebuild writes'
    }
    case 'link':
      return isLinkOr(path, vetting)
        ? { kind: 'link', target: change.target }
        : 'the migration has not read it'
    case 'delete':
      return present.has(path) && isLinkOr(path, vetting)
        ? { kind: 'delete' }
        : 'the migration has not read it'
  }
}

function isLinkOr(path: string, { files, present }: Vetting): boolean {
  const mode = present.get(path)?.mode
  return mode === undefined || mode === 'link' || files.has(path)
}

function edited(file: TextFile, edits: readonly Edit[], vetting: Vetting): PlannedFile | string {
  if (vetting.present.get(file.path)?.mode === 'link') return 'it is a symlink'
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  let last = { start: -1, end: 0 }
  for (const edit of ordered) {
    const isTwice = edit.start === last.start && edit.end === last.end
    const isOutside = edit.start < last.end || edit.end < edit.start || edit.end > file.text.length
    if (isTwice || isOutside) return 'its edits overlap or lie outside of it'
    last = edit
  }
  return text(applyEdits(file.text, ordered), vetting)
}

function text(written: string, { mostBytes }: Vetting): PlannedFile | string {
  if (!written.isWellFormed()) return 'its text has half a character in it'
  return Buffer.byteLength(written) > mostBytes
    ? 'it would be too large to be read'
    : { kind: 'text', text: written }
}

import { join } from 'node:path'
import type { Layout } from '../core/layout.ts'
import { safePath, safeText, UserError } from '../core/messages.ts'
import type { Settings } from '../core/settings.ts'
import type { MovingPlan, PlannedOrMoved, WritePlan } from '../core/write-plan.ts'
import { type FsPort, NODE_FS, storeCopy } from '../fs/atomic-write.ts'
import { type Lock, type TakeLock, takeLock } from '../fs/lock.ts'
import { lockFile } from '../fs/lock-file.ts'
import { resolveInside } from '../fs/paths.ts'
import { blobId } from '../fs/read-files.ts'
import { applyWritePlan, type Expected, type WriteResult, type Writing } from '../fs/write-plan.ts'
import { blobIds } from '../git/history.ts'
import { type Project, textOfBytes, treeOf, writingIn } from '../snapshot/project.ts'

/** Locks of parts of memory that are held. */
export type PartLocks = {
  /** Why nothing may be written any more in some of the parts, by default in any of them; else null. */
  readonly confirm: (parts?: readonly string[]) => string | null
  /** Releases each lock once; returns a remark for each that could not be released. */
  readonly release: () => readonly string[]
}

/** What is done outside memory, so that a test can let any of it fail. */
export type LockPorts = { readonly fs?: FsPort; readonly takeLock?: TakeLock }

/** The names of the locks for some paths of a layout, sorted, so that two processes cannot deadlock: of their parts, or as it says. */
export function partsOf(
  paths: readonly string[],
  { id, parts }: Layout,
  settings: Settings,
): readonly string[] {
  const lock = parts?.lock ?? parts?.of
  const names = paths.map((path) => `${id} ${lock?.(path, settings) ?? ''}`)
  // On some file systems, names that differ only in case or composition are the same file.
  return [...new Set(names.map((name) => name.normalize('NFC').toLowerCase()))].sort()
}

/**
 * Takes the locks of parts of a work tree's memory, which every command holds that adds to or removes from a log. Throws
 * `UserError` when one cannot be had.
 */
export async function lockParts(
  project: Project,
  parts: readonly string[],
  { fs, takeLock: take = takeLock, patience }: LockPorts & { readonly patience?: number | undefined } = {},
): Promise<PartLocks> {
  const locks = new Map<string, Lock>()
  const release = (): readonly string[] => {
    const held = [...locks.values()]
    locks.clear()
    return held.flatMap((lock) => lock.release() ?? [])
  }
  try {
    for (const part of parts) {
      const path = lockFile(treeOf(project), part, fs)
      locks.set(part, await take(path, { ...(fs && { fs }), ...(patience !== undefined && { patience }) }))
    }
  } catch (error) {
    release()
    throw error
  }
  const confirm = (asked: readonly string[] = parts): string | null =>
    asked.every((part) => locks.get(part)?.isOurs()) ? null : LOST
  return { confirm, release }
}

const LOST = 'the lock was taken away, or cannot be read'

/** A move between files, and the derived files that follow from it. */
export type Move = {
  /** What is added comes before what is taken away. */
  readonly move: MovingPlan
  readonly rebuild: WritePlan
  readonly before: Expected
}

/**
 * Writes a move so that nothing is ever missing: file by file in the order of its plan, and if one cannot be written, those
 * before it are put back as they were and the rest is left alone.
 */
export function writeMove(
  project: Project,
  { move, rebuild, before }: Move,
  writing: Writing = {},
): WriteResult {
  const how = { ...writingIn(project), ...writing }
  const apply = (plan: MovingPlan, expected: Expected): WriteResult =>
    applyWritePlan(project.root, plan, expected, how)
  const done: [string, PlannedOrMoved][] = []
  for (const one of move) {
    const { refused } = apply(new Map([one]), before)
    if (refused.length > 0 && !isGone(one, refused, { root: project.root, fs: writing.fs })) {
      const undone = done.map((written) => apply(undo(written, before), expected(written, before)))
      return { written: [], refused: [...refused, ...undone.flatMap((result) => result.refused)] }
    }
    done.push(one)
  }
  const { written, refused } = apply(rebuild, before)
  return { written: [...done.map(([path]) => path), ...written], refused }
}

/**
 * True for a deletion that is done, or may be, although a later call for it failed: to put back what came before it would then
 * leave what was moved in no place.
 */
function isGone(
  [path, { kind }]: [string, PlannedOrMoved],
  [refused]: WriteResult['refused'],
  { root, fs = NODE_FS }: { readonly root: string; readonly fs: FsPort | undefined },
): boolean {
  if (kind !== 'delete' || refused?.code === undefined) return false
  const guarded = resolveInside(root, path, { linkItself: true })
  try {
    return 'path' in guarded && fs.lstatSync(guarded.path, { throwIfNoEntry: false }) === undefined
  } catch {
    return true
  }
}

function undo([path, file]: [string, PlannedOrMoved], before: Expected): MovingPlan {
  if (file.kind === 'move') return new Map([[file.from, { kind: 'move', from: path }]])
  const bytes = before.get(path)
  return new Map([[path, bytes ? { kind: 'text', text: textOfBytes(bytes) } : { kind: 'delete' }]])
}

function expected([path, file]: [string, PlannedOrMoved], before: Expected): Expected {
  if (file.kind === 'move') return new Map([[path, before.get(file.from) ?? null]])
  return new Map([[path, file.kind === 'text' ? Buffer.from(file.text) : null]])
}

/** A plan, and the bytes that it was made for. */
type Deletion = { readonly plan: MovingPlan; readonly before: Expected; readonly fs?: FsPort | undefined }

/**
 * Copies files that a plan deletes with `keepCopy` into git's own directory (without git: into `.memkeep` at the root), where
 * the last commit does not have exactly their bytes. Returns one remark per copy. Throws `UserError` where no copy can be kept.
 */
export async function copyDeleted(project: Project, { plan, before, fs }: Deletion): Promise<string[]> {
  const remarks: string[] = []
  for (const [path, file] of plan) {
    const bytes = before.get(path)
    if (file.kind !== 'delete' || !file.keepCopy || !bytes || (await isCommitted(project, path, bytes)))
      continue
    const copy = keptCopy(project, path, { bytes, fs })
    remarks.push(
      `${safePath(path)} is not in the last commit as it was; what it held is kept in ${safeText(copy)}`,
    )
  }
  return remarks
}

async function isCommitted({ repository }: Project, path: string, bytes: Uint8Array): Promise<boolean> {
  const [id] = (repository && (await blobIds(repository.top, ['HEAD'], { path }))) ?? []
  return id !== undefined && id === blobId(bytes, id.length > SHA1 ? 'sha256' : 'sha1')
}

/** Hexadecimal digits of an object id of SHA-1. */
const SHA1 = 40

function keptCopy(
  project: Project,
  path: string,
  content: { readonly bytes: Uint8Array; readonly fs: FsPort | undefined },
): string {
  const { root, repository } = project
  const folder = join(repository?.commonDir ?? join(root, '.memkeep'), 'memkeep', 'kept')
  try {
    return storeCopy(folder, path, { ...content, ...writingIn(project) })
  } catch (cause) {
    throw new UserError(
      `${safePath(path)} holds what no commit has, and no copy of it can be kept in ${safeText(folder)}: nothing was written`,
      'Make that directory writable, or commit the file first.',
      cause,
    )
  }
}

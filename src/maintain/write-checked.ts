import type { Diagnostic } from '../core/diagnostic.ts'
import { safePath, safeText, UserError } from '../core/messages.ts'
import { plannedPaths } from '../core/write-plan.ts'
import type { PlannedTexts } from '../engine/derived-files.ts'
import { lockParts, type Move, writeMove } from '../engine/locked-write.ts'
import { type MemoryRequest, type OpenMemory, openMemory } from '../engine/open-memory.ts'
import type { WriteResult } from '../fs/write-plan.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { openProject, type Project } from '../snapshot/project.ts'

/** What a run wrote and left, what else is to be said of it, and what it was to write: with a dry run nothing of that is done. */
export type CheckedWrite = WriteResult & { readonly notes: readonly string[]; readonly plan: PlannedTexts }

/** How often a run is tried while others write. */
const ATTEMPTS = 5

/** Tries a run until no other process writes between; null where one always does. A run that noticed a change gives null. */
export async function tryRun<Result>(
  options: MemoryRequest,
  run: (memory: OpenMemory) => Promise<Result | null>,
): Promise<Result | null> {
  const project = await openProject(options.cwd)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // After a failure all bytes are read: git may have other line ends than the disk.
    const after = await openWorkTree({ ...project, byBytes: attempt > 0 })
    const sides = { after, before: null }
    const result = await run(await openMemory({ ...options, project, sides, isWorkTree: true }))
    if (result) return result
  }
  return null
}

/** Throws `UserError` for an error among new findings; returns a remark for each warning. `what` would make the error. */
export function remarksOn(fresh: readonly Diagnostic[], what: string): string[] {
  const error = fresh.find(({ severity }) => severity === 'error')
  if (error) {
    const where = `${safePath(error.path)}:${error.line}`
    throw new UserError(
      `${what} would make an error: ${where} ${safeText(error.message)}`,
      'Nothing was written.',
    )
  }
  return fresh
    .filter(({ severity }) => severity === 'warning')
    .map(({ path, line, message }) => `new in ${path}:${line}: ${message}`)
}

/**
 * Waits for saves that run in the parts of all files, which `partsOf` gives, and then writes. A file that changed meanwhile is
 * refused.
 */
export async function writeUnderLocks(
  project: Project,
  move: Move,
  partsOf: (path: string) => readonly string[],
): Promise<WriteResult> {
  const paths = [...plannedPaths(move.move), ...move.rebuild.keys()]
  const { confirm, release } = await lockParts(project, [...new Set(paths.flatMap(partsOf))].sort())
  try {
    // Of a file its own locks alone are looked at: a rename of a tag holds thousands of files, and hundreds of locks.
    return writeMove(project, move, { confirm: (path) => confirm(partsOf(path)) })
  } finally {
    release()
  }
}

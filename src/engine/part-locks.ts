import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { FsPort } from '../fs/fs-port.ts'
import { type Lock, type TakeLock, takeLock } from '../fs/lock.ts'
import { lockFile } from '../fs/lock-file.ts'
import type { Project } from '../snapshot/project.ts'
import { partName } from './part-name.ts'

/** Locks of parts of memory that are held. */
export type PartLocks = {
  /** Why nothing may be written any more, else null. */
  readonly confirm: () => string | null
  /** Gives them back, each once; tells what could not be done. */
  readonly release: () => readonly string[]
}

/** What is done outside memory, so that a test can let any of it fail. */
export type LockPorts = { readonly fs?: FsPort; readonly takeLock?: TakeLock }

/** The names of the parts of memory that some paths of a layout belong to, in one order for everybody: no two wait for each other. */
export function partsOf(
  paths: readonly string[],
  layout: Pick<Layout, 'id' | 'partOf'>,
  settings: Settings,
): readonly string[] {
  const parts = paths.map((path) => partName(layout, path, settings))
  // Some file systems take names for one that differ in case or composition.
  return [...new Set(parts.map((part) => part.normalize('NFC').toLowerCase()))].sort()
}

/**
 * Takes the locks of parts of a work tree's memory, which everybody holds who adds to a log or takes from it. Throws
 * `UserError` when one cannot be had.
 */
export async function lockParts(
  { root, repository }: Project,
  parts: readonly string[],
  { fs, takeLock: take = takeLock }: LockPorts = {},
): Promise<PartLocks> {
  const locks: Lock[] = []
  const release = (): readonly string[] => locks.splice(0).flatMap((lock) => lock.release() ?? [])
  try {
    for (const part of parts) {
      const path = lockFile({ root, gitDir: repository?.gitDir ?? null }, part, fs)
      locks.push(await take(path, fs ? { fs } : {}))
    }
  } catch (error) {
    release()
    throw error
  }
  return { confirm: () => (locks.every((lock) => lock.isOurs()) ? null : LOST), release }
}

const LOST = 'the lock was taken away, or cannot be read'

import { isUtf8 } from 'node:buffer'
import type { FileMode } from '../core/snapshot.ts'
import type { WorkTreeAnswer } from './list-work-tree.ts'
import { parseStaged } from './records.ts'

/** Files whose content may have changed, with their modes as staged, and the number of all files. */
export type MerelyChanged = { readonly changed: ReadonlyMap<string, FileMode>; readonly files: number }

/**
 * What changed in a work tree that was clean: null unless the same files are there with the same modes, and only
 * contents differ. The listings are compared line by line.
 */
export function merelyChanged(before: Buffer, { stdout, stderr }: WorkTreeAnswer): MerelyChanged | null {
  if (stderr !== '' || !isUtf8(before) || !isUtf8(stdout)) return null
  const old = before.toString('utf8').split('\0')
  const changed = new Map<string, FileMode>()
  let at = 0
  for (const record of stdout.toString('utf8').split('\0')) {
    if (record === old[at]) {
      at += 1
      continue
    }
    const staged = parseStaged(record, 2)
    if (staged?.stage !== 0) return null
    if (!record.startsWith('C ')) {
      if (!record.startsWith('H ') || !isOf(old[at], staged)) return null
      at += 1
    }
    changed.set(staged.path, staged.mode)
  }
  return at === old.length ? { changed, files: old.length - 1 } : null
}

type Kept = { readonly path: string; readonly mode: FileMode }

function isOf(record: string | undefined, { path, mode }: Kept): boolean {
  const staged = record === undefined ? null : parseStaged(record, 2)
  return staged?.path === path && staged.mode === mode
}

import type { Removal } from '../core/citation.ts'
import { packedFile } from './checked-file.ts'

/** What the commits up to one have taken away, as the last run that asked git found it: git walks all of them for the answer. */
export type RemovedList = {
  /** Null for another commit than the last one asked about. */
  read(head: string): readonly Removal[] | null
  write(head: string, removals: readonly Removal[]): void
}

/** Opens the list in git's own directory. `version` names who reads git's answer. Losing it costs time only. */
export function openRemovedList(commonDir: string, version: string): RemovedList {
  const fileOf = (head: string) => packedFile(commonDir, 'removed', `${version} ${head}`)
  return {
    read: (head) => {
      const value = fileOf(head).read()?.[0]?.()
      return isList(value) ? value : null
    },
    write: (head, removals) => fileOf(head).write([removals]),
  }
}

/** The checksum proves that it is whole, and of this version. */
function isList(value: unknown): value is readonly Removal[] {
  return Array.isArray(value)
}

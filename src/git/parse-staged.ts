import type { FileMode } from '../core/snapshot.ts'
import { fileMode } from './file-mode.ts'
import { isObjectId } from './object-id.ts'

/** One entry of the index as `git ls-files -s` prints it. */
export type StagedRecord = {
  readonly path: string
  readonly id: string
  readonly mode: FileMode
  /** 0, or 1 to 3 for the sides of an unresolved merge: base, ours, theirs. */
  readonly stage: number
}

/** Reads `<mode> <id> <stage>TAB<path>` from an offset on; null when it is anything else. */
export function parseStaged(record: string, from = 0): StagedRecord | null {
  const tab = record.indexOf('\t', from)
  if (tab < 0 || record.charCodeAt(from + 6) !== 32 || record.charCodeAt(tab - 2) !== 32) return null
  const id = record.slice(from + 7, tab - 2)
  const mode = fileMode(record.slice(from, from + 6))
  const stage = record.charCodeAt(tab - 1) - 48
  if (!mode || !isObjectId(id) || stage < 0 || stage > 3 || tab + 1 === record.length) return null
  return { path: record.slice(tab + 1), id, mode, stage }
}

import { isUtf8 } from 'node:buffer'
import { UserError } from '../core/messages.ts'
import type { FileMode } from '../core/snapshot.ts'
import { isObjectId } from './run-git.ts'

/** NUL-ended records of a git listing. */
type Records = {
  readonly good: readonly string[]
  /** Records whose path is not UTF-8: decoded with U+FFFD, for people only. */
  readonly odd: readonly string[]
}

/**
 * Splits the output of a `-z` listing, with the paths that are not valid UTF-8 apart. Throws `UserError` when the
 * output was cut off.
 */
export function splitRecords(output: Buffer): Records {
  if (isUtf8(output)) return { good: ended(output.toString('utf8')), odd: [] }
  const good: string[] = []
  const odd: string[] = []
  for (const record of wholeRecords(output)) {
    const bytes = Buffer.from(record, 'latin1')
    const into = isUtf8(bytes) ? good : odd
    into.push(bytes.toString('utf8'))
  }
  return { good, odd }
}

/**
 * Splits the output of a `-z` listing; each character of a record is one byte. Throws `UserError` when the output was
 * cut off.
 */
export function wholeRecords(output: Buffer): string[] {
  return ended(output.toString('latin1'))
}

function ended(text: string): string[] {
  const records = text.split('\0')
  if (records.pop() === '') return records
  throw new UserError(
    'git gave a listing that ends in the middle of a line',
    'Check that `git` on PATH is git itself, and run `git fsck`.',
  )
}

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

/** The path of a record: all after its first tab. */
export function recordPath(record: string): string {
  return record.slice(record.indexOf('\t') + 1)
}

/** Git's octal mode as a file mode; null for one that no index or tree listing holds. */
export function fileMode(octal: string): FileMode | null {
  switch (octal) {
    case '100755':
      return 'executable'
    case '120000':
      return 'link'
    case '160000':
      return 'submodule'
    default:
      return octal.startsWith('100') ? 'file' : null
  }
}

import { isUtf8 } from 'node:buffer'
import { UserError } from '../core/errors.ts'

/** NUL-ended records of a git listing. */
export type Records = {
  readonly good: readonly string[]
  /** Records whose path is not UTF-8: decoded with U+FFFD, for people only. */
  readonly odd: readonly string[]
}

/**
 * Splits the output of a `-z` listing, keeping apart the paths that are not valid UTF-8. Throws `UserError` for one that
 * was cut off.
 */
export function splitRecords(output: Buffer): Records {
  if (output.length > 0 && output.at(-1) !== 0) {
    throw new UserError(
      'git gave a listing that ends in the middle of a line',
      'Check that `git` on PATH is git itself, and run `git fsck`.',
    )
  }
  if (isUtf8(output)) return { good: nonEmpty(output.toString('utf8').split('\0')), odd: [] }
  const good: string[] = []
  const odd: string[] = []
  for (const record of nonEmpty(output.toString('latin1').split('\0'))) {
    const bytes = Buffer.from(record, 'latin1')
    const into = isUtf8(bytes) ? good : odd
    into.push(bytes.toString('utf8'))
  }
  return { good, odd }
}

function nonEmpty(records: string[]): string[] {
  if (records.at(-1) === '') records.pop()
  return records
}

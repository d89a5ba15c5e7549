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

/** Splits the output of a `-z` listing; a character of each record is a byte. Throws `UserError` for one that was cut off. */
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

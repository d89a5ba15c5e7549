import { type Diagnostic, withoutLines } from '../core/diagnostic.ts'
import { UserError } from '../core/messages.ts'
import { digest } from '../formats/hash.ts'
import { appendText, assertWritable, writeText } from '../fs/text-files.ts'
import { redacted } from './redacted.ts'

/** What the codes of Node's errors mean, for people. */
const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'the directory does not exist',
  ENOTDIR: 'a part of its path is not a directory',
  EISDIR: 'it is a directory',
  EINVAL: 'it is not a regular file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
}

/**
 * Writes a report where the user wants it, without secrets; `name` is the file as the user gave it. Throws `UserError` for a
 * path that cannot be written.
 */
export async function writeOutput(path: string, text: string, name: string): Promise<void> {
  const shown = await redacted(text)
  orUserError(name, () => writeText(path, shown))
}

/** Throws `UserError` where `writeOutput` would: some runs must not start when their report cannot be written. */
export function assertOutputWritable(path: string, name: string): void {
  orUserError(name, () => assertWritable(path))
}

/** As `writeOutput`, at the end of what the file holds already. */
export async function appendOutput(path: string, text: string, name: string): Promise<void> {
  const shown = await redacted(text)
  orUserError(name, () => appendText(path, shown))
}

/** Does something to the file that the user named, and throws `UserError` with the reason where that fails. */
export function orUserError<T>(name: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw new UserError(`cannot write ${name}: ${reasonOf(error)}`, '', error)
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'for an unknown reason'
  return REASONS[code] ?? code
}

/**
 * A name of 24 hex digits for each finding, which stays while lines move: a hash of path, rule, message, layout and its
 * number among equal ones.
 */
export function fingerprintsOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<Diagnostic, string> {
  const seen = new Map<string, number>()
  return new Map(
    diagnostics.map((one) => {
      const same = JSON.stringify([one.path, one.rule, withoutLines(one.message), one.layout])
      const ordinal = seen.get(same) ?? 0
      seen.set(same, ordinal + 1)
      return [one, digest(`${same} ${ordinal}`)]
    }),
  )
}

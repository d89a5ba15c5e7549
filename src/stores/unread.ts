import type { Finding } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { Refusal } from '../core/operation.ts'
import { refuse } from './answer.ts'

/** Files that gave a reader nothing: counted by whether any of them could be read, and named. */
export type Unread = {
  readonly malformed: number
  readonly unreadable: number
  readonly files: readonly string[]
}

/** Counts documents that hold nothing that can be read. Those with a finding of one of the rules could not be read at all. */
export function countUnread(documents: readonly Document[], rules: readonly string[]): Unread {
  const isUnreadable = ({ findings }: Document): boolean => findings.some(({ rule }) => rules.includes(rule))
  const unreadable = documents.filter(isUnreadable).length
  return {
    malformed: documents.length - unreadable,
    unreadable,
    files: documents.map(({ path }) => path),
  }
}

/** `degraded` where a reading went on without something. */
export function readStatus({
  malformed,
  unreadable,
}: {
  malformed: number
  unreadable: number
}): 'ok' | 'degraded' {
  return malformed + unreadable === 0 ? 'ok' : 'degraded'
}

/** The first error of a document: why it cannot be read. */
export function firstError(document: Document | undefined): Finding | undefined {
  return document?.findings.find(({ severity }) => severity === 'error')
}

/** Refuses to write to a file that cannot be read in full, or is something else than what it should be. */
export function refuseUnread(
  document: Document | undefined,
  { path, what = 'cannot be read in full', kept }: { path: string; what?: string; kept: string },
): Refusal {
  const error = firstError(document)
  const why = error ? `, line ${error.place.line}: ${safeText(error.message)}` : ''
  const how = error ? safeText(error.help) : 'See `memkeep check`.'
  return refuse(`${safePath(path)} ${what}${why}`, `${kept} before that is fixed. ${how}`)
}

/** Refuses to write where something lies that git does not see as a file; null where nothing is in the way. */
export function refuseObstacle(
  path: string,
  hidden: ReadonlyMap<string, string> | undefined,
): Refusal | null {
  const obstacle = hidden?.get(path)
  if (obstacle === undefined) return null
  return refuse(
    `${safePath(path)} cannot be written: ${safeText(obstacle)}`,
    'Nothing was written. Make it a regular file that git sees, or move it out of the way.',
  )
}

import type { FileContent } from '../../core/snapshot.ts'
import { readOnce } from '../../snapshot/read-once.ts'
import type { OpenSnapshot } from '../../snapshot/real-snapshot.ts'
import type { ClaimedFile } from '../claims.ts'

/** More files whose content git does not know are not held in memory all at once. */
const MOST_UNKNOWN = 256

/** Claimed files with their ids, as far as these can be had, and a snapshot that has read those that had none. */
export type KnownContents = {
  readonly claimed: readonly ClaimedFile[]
  readonly snapshot: OpenSnapshot
}

/** Finds the ids of the files that git does not vouch for, unless they are too many. */
export async function knownContents(
  claimed: readonly ClaimedFile[],
  after: OpenSnapshot,
): Promise<KnownContents> {
  const unknown = claimed.filter(({ file }) => file.id === null).map(({ file }) => file.path)
  if (unknown.length === 0 || unknown.length > MOST_UNKNOWN) return { claimed, snapshot: after }
  const snapshot = readOnce(after)
  const contents = await snapshot.read(unknown)
  return {
    claimed: claimed.map((one) => withId(one, contents.get(one.file.path))),
    snapshot,
  }
}

function withId(one: ClaimedFile, content: FileContent | undefined): ClaimedFile {
  return isRead(content) ? { ...one, file: { ...one.file, id: content.id } } : one
}

function isRead(content: FileContent | undefined): content is FileContent & { readonly id: string } {
  return content !== undefined && 'id' in content
}

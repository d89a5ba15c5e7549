import type { FileContent, SnapshotFile } from '../core/snapshot.ts'
import { blobId } from '../fs/read-files.ts'

/** True when a file was read with other contents than its id names. Git's id may be that of the text with other line ends. */
export function isEdited({ id }: Pick<SnapshotFile, 'id'>, content: FileContent | undefined): boolean {
  if (id === null || !content || 'failure' in content || content.id === id) return false
  const text = Buffer.from(content.bytes).toString('latin1').replaceAll('\r\n', '\n')
  return blobId(Buffer.from(text, 'latin1'), id.length === 64 ? 'sha256' : 'sha1') !== id
}

import { UserError } from '../core/messages.ts'
import { isRegular, type Snapshot } from '../core/snapshot.ts'
import { decodeText } from '../formats/decode-text.ts'

/** The text of one of memkeep's own files; null where a snapshot has none. Throws `UserError` for one that cannot be read. */
export async function ownFile(snapshot: Snapshot, path: string): Promise<string | null> {
  if (!snapshot.files.has(path)) return null
  const content = (await snapshot.read([path])).get(path)
  const { mode } = snapshot.files.get(path) ?? {}
  const isFile = isRegular(mode)
  if (!isFile || !content || 'failure' in content) {
    const reason = isFile && content && 'failure' in content ? content.failure : 'it is no regular file'
    throw new UserError(`${path} cannot be read: ${reason}`, 'Restore it from git.')
  }
  const decoded = decodeText(content.bytes)
  if ('problem' in decoded) throw new UserError(`${path} is not valid UTF-8`, 'Restore it from git.')
  return decoded.text.replace(/^\ufeff/, '')
}

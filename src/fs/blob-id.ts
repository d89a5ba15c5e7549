import { createHash } from 'node:crypto'

/** The hash that a repository names its objects with. */
export type ObjectFormat = 'sha1' | 'sha256'

/** The id that git gives to these bytes as a blob, in hex. */
export function blobId(bytes: Uint8Array, format: ObjectFormat = 'sha1'): string {
  return createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex')
}

import { createHash } from 'node:crypto'

/** The id that git gives to an object of these bytes, in the hash that the id `like` was made with. */
export function objectHash(type: 'blob' | 'tree', bytes: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`${type} ${bytes.byteLength}\0`).update(bytes).digest('hex')
}

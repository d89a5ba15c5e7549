import { createHash } from 'node:crypto'

/** True for a full object id: SHA-1 or SHA-256 in lower-case hex. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

/** The id that git gives to an object of these bytes, in the hash that the id `like` was made with. */
export function objectHash(type: 'blob' | 'tree', bytes: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`${type} ${bytes.byteLength}\0`).update(bytes).digest('hex')
}

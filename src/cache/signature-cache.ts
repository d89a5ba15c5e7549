import { crc32 } from 'node:zlib'
import { cacheFolder } from '../fs/cache-folder.ts'
import { sweepVersions, versionKey } from './versions.ts'

/** What is known of a layout's signature: a file that has it, or a hash of files that all lack it. */
export type KnownSignature = { readonly path: string; readonly id: string } | { readonly none: string }

/** What earlier runs found out. Losing it costs time only. */
export type SignatureCache = {
  get(layout: string): KnownSignature | null
  put(layout: string, known: KnownSignature): void
}

const MOST_BYTES = 64 * 1024
const CHECKSUM = 8

/** Opens the cache in git's own directory. `version` names what a signature depends on except a path and a content. */
export function openSignatureCache(commonDir: string, version: string): SignatureCache {
  const key = versionKey(version)
  const folder = cacheFolder(commonDir)
  const name = `signatures-${key}.json`
  let read: Map<string, KnownSignature> | undefined
  const known = (): Map<string, KnownSignature> => {
    read ??= parsed(folder.read(name, MOST_BYTES))
    return read
  }
  return {
    get: (layout) => known().get(layout) ?? null,
    put: (layout, one) => {
      const all = known().set(layout, one)
      const json = Buffer.from(JSON.stringify([...all]))
      if (folder.write(name, Buffer.concat([Buffer.from(checksum(json)), json]))) sweepVersions(folder, key)
    },
  }
}

function parsed(file: Buffer | null): Map<string, KnownSignature> {
  const json = file?.subarray(CHECKSUM)
  if (!file || !json || file.toString('latin1', 0, CHECKSUM) !== checksum(json)) return new Map()
  return new Map(JSON.parse(json.toString('utf8')) as [string, KnownSignature][])
}

function checksum(json: Buffer): string {
  return crc32(json).toString(16).padStart(CHECKSUM, '0')
}

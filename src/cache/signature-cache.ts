import { cacheFolder } from '../fs/cache-folder.ts'
import { checkedFile } from './checked-file.ts'
import { sweepVersions, versionKey } from './kept-file.ts'

/** What is known of a layout's signature: a file that has it, or a hash of files that all lack it. */
export type KnownSignature = { readonly path: string; readonly id: string } | { readonly none: string }

/** What earlier runs found out. Losing it costs time only. */
export type SignatureCache = {
  get(layout: string): KnownSignature | null
  put(layout: string, known: KnownSignature): void
}

const MOST_BYTES = 64 * 1024

/** Opens the cache in git's own directory. `version` names what a signature depends on except a path and a content. */
export function openSignatureCache(commonDir: string, version: string): SignatureCache {
  const key = versionKey(version)
  const folder = cacheFolder(commonDir)
  const name = `signatures-${key}.json`
  const checked = checkedFile(folder, { name, of: '', mostBytes: MOST_BYTES })
  let read: Map<string, KnownSignature> | undefined
  const known = (): Map<string, KnownSignature> => {
    read ??= new Map(JSON.parse(checked.read()?.toString('utf8') ?? '[]') as [string, KnownSignature][])
    return read
  }
  return {
    get: (layout) => known().get(layout) ?? null,
    put: (layout, one) => {
      const all = known().set(layout, one)
      if (checked.write([Buffer.from(JSON.stringify([...all]))])) sweepVersions(folder, key)
    },
  }
}

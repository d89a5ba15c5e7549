import type { DeadCitation } from '../core/citation.ts'
import { cacheFolder } from '../fs/cache-folder.ts'
import { type Kept, keptFile, sweepVersions, versionKey } from './kept-file.ts'

/** Which citations of a document are dead, as git showed it when a commit was checked out. */
type KeptProof = { readonly head: string; readonly dead: readonly DeadCitation[] }

/** What earlier runs have proven, by a name of all that it depends on but the history. Losing it costs time only. */
export type ProofCache = {
  get(key: string): KeptProof | null
  /** `path`: the document. Its newest proofs are kept. */
  put(key: string, path: string, proof: KeptProof): void
  /** Keeps what was put for the next run; failures are silent. */
  save(): void
}

const MOST_BYTES = 64 * 1024 * 1024

/** Opens the cache in git's own directory. `version` names how text is read: another one sees none of it. */
export function openProofCache(commonDir: string, version: string): ProofCache {
  const key = versionKey(version)
  const folder = cacheFolder(commonDir)
  const file = keptFile(folder, {
    name: `proofs-${key}.jsonl`,
    header: `memkeep proofs ${key}\n`,
    mostBytes: MOST_BYTES,
  })
  const fresh: Kept[] = []
  return {
    get: (id) => file.find(id, isProof),
    put: (id, name, value) => {
      fresh.push({ id, name, value })
    },
    save: () => {
      if (file.add(fresh.splice(0))) sweepVersions(folder, key)
    },
  }
}

/** The checksum proves that the line is whole; this check proves that it is a proof. */
function isProof(value: unknown): value is KeptProof {
  if (typeof value !== 'object' || value === null) return false
  const { head, dead } = value as { [key in keyof KeptProof]?: unknown }
  return typeof head === 'string' && Array.isArray(dead)
}

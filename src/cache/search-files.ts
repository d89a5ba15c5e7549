import { crc32 } from 'node:zlib'
import { cacheFolder } from '../fs/cache-folder.ts'
import type { CachePreconditions, WorkTreeState } from './last-report.ts'
import { packedFile } from './packed-file.ts'

/** A state of a work tree, and the index of what is remembered in it. */
type KnownState = {
  readonly state: WorkTreeState
  readonly preconditions: CachePreconditions
  readonly digest: string
}

/** What a search of a work tree keeps. Losing it costs time only. */
export type SearchFiles = {
  /** The state that was searched last. */
  getState(): KnownState | null
  putState(known: KnownState): void
  /** The bytes of the index of exactly that memory; null when there are none, or they are damaged. */
  getIndex(digest: string): Uint8Array | null
  putIndex(digest: string, bytes: Uint8Array): void
  /** Groups of facts from which the last index was built. `version` names what they depend on other than contents and paths. */
  getFacts(version: string): readonly (() => unknown)[]
  putFacts(version: string, groups: readonly unknown[]): void
}

const MOST_BYTES = 256 * 1024 * 1024
/** A checksum and a digest in hexadecimal: a multiple of 8, so that numbers behind them can be read where they lie. */
const CHECKSUM = 8
const DIGEST = 64

/** Opens the files in git's directory of one work tree. Those of another build do not exist. */
export function openSearchFiles(gitDir: string, build: string): SearchFiles {
  const folder = cacheFolder(gitDir)
  const last = packedFile(gitDir, 'search-state', build)
  const facts = (version: string) => packedFile(gitDir, 'search-facts', `${build} ${version}`)
  return {
    getState: () => {
      const [known] = last.read() ?? []
      return known ? (known() as KnownState) : null
    },
    putState: (known) => last.write([known]),
    getIndex: (digest) => {
      const file = folder.read('search-index', MOST_BYTES)
      if (!file || file.toString('latin1', CHECKSUM, CHECKSUM + DIGEST) !== digest) return null
      if (file.toString('latin1', 0, CHECKSUM) !== hex(crc32(file.subarray(CHECKSUM)))) return null
      const bytes = file.subarray(CHECKSUM + DIGEST)
      return bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes)
    },
    putIndex: (digest, bytes) => {
      if (CHECKSUM + DIGEST + bytes.length > MOST_BYTES) return
      const named = Buffer.from(digest, 'latin1')
      const sum = Buffer.from(hex(crc32(bytes, crc32(named))))
      folder.write('search-index', Buffer.concat([sum, named, bytes]))
    },
    getFacts: (version) => facts(version).read() ?? [],
    putFacts: (version, groups) => facts(version).write(groups),
  }
}

function hex(number: number): string {
  return number.toString(16).padStart(CHECKSUM, '0')
}

import { cacheFolder } from '../fs/cache-folder.ts'
import { checkedFile, HEX, hex, hexAt, packedFile } from './checked-file.ts'
import type { CachePreconditions, WorkTreeState } from './last-report.ts'

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
  /** The index that was built last; null when there is none, or it is damaged. */
  getIndex(): KeptIndex | null
  /** Removes all segments that it does not name. */
  putIndex(kept: KeptIndex): void
  /** The bytes of a segment; null when there are none, or they are damaged. */
  getSegment(name: string): Uint8Array | null
  /** False when that failed. */
  putSegment(name: string, bytes: Uint8Array): boolean
}

/** What an index is joined of, and what no segment of it can say. */
export type KeptIndex = {
  /** Names the memory that it is of. */
  readonly digest: string
  /** In order; each name says all that the segment was built from. */
  readonly segments: readonly string[]
  /** Items that other files set aside, by their places, with what took their place. */
  readonly aside: readonly (readonly [place: number, by: readonly string[]])[]
  /** Paths of files that are not searched whole. */
  readonly unreadable: readonly string[]
}

const MOST_BYTES = 256 * 1024 * 1024
const SEGMENT = 'search-segment-'

/** Opens the files in git's directory of one work tree. Those of another build do not exist. */
export function openSearchFiles(gitDir: string, build: string): SearchFiles {
  const folder = cacheFolder(gitDir)
  const index = packedFile(gitDir, 'search-index', build)
  const last = packedFile(gitDir, 'search-state', build)
  const segment = (name: string) =>
    checkedFile(folder, { name: `${SEGMENT}${name}`, of: `${build} ${name}`, mostBytes: MOST_BYTES })
  return {
    getState: () => {
      const [known] = last.read() ?? []
      return known ? (known() as KnownState) : null
    },
    putState: (known) => last.write([known]),
    getIndex: () => {
      const [kept] = index.read() ?? []
      return kept ? (kept() as KeptIndex) : null
    },
    putIndex: (kept) => {
      index.write([kept])
      const used = new Set(kept.segments.map((name) => `${SEGMENT}${name}`))
      for (const { name } of folder.list()) {
        if (name.startsWith(SEGMENT) && !used.has(name)) folder.remove(name)
      }
    },
    getSegment: (name) => {
      const bytes = segment(name).read()
      if (!bytes) return null
      // Numbers are read where they lie, and begin at multiples of their size.
      return bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes)
    },
    putSegment: (name, bytes) => segment(name).write([bytes]),
  }
}

/** Vectors of texts, by what names a text. Losing them costs requests. */
export type VectorFile = {
  get(): ReadonlyMap<string, Float32Array>
  put(vectors: ReadonlyMap<string, Float32Array>): void
}

const MOST_VECTOR_BYTES = 512 * 1024 * 1024

/** Opens the vectors of one model in git's directory; those of another model do not exist. */
export function openVectorFile(gitDir: string, model: string): VectorFile {
  const checked = checkedFile(cacheFolder(gitDir), {
    name: 'search-vectors',
    of: model,
    mostBytes: MOST_VECTOR_BYTES,
  })
  return {
    get: () => {
      const file = checked.read()
      if (!file) return new Map()
      const start = HEX + hexAt(file, 0)
      const { size, names } = JSON.parse(file.toString('utf8', HEX, start)) as Head
      // A copy, because numbers begin at multiples of their size.
      const numbers = new Float32Array(Uint8Array.from(file.subarray(start)).buffer)
      return new Map(names.map((name, i) => [name, numbers.subarray(i * size, (i + 1) * size)]))
    },
    put: (vectors) => {
      const size = vectors.values().next().value?.length ?? 0
      const head = Buffer.from(JSON.stringify({ size, names: [...vectors.keys()] }))
      const numbers = [...vectors.values()].map((one) =>
        Buffer.from(one.buffer, one.byteOffset, one.byteLength),
      )
      checked.write([Buffer.from(hex(head.length)), head, ...numbers])
    },
  }
}

type Head = { readonly size: number; readonly names: readonly string[] }

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
  /** The bytes of the index of exactly that memory; null when there are none, or they are damaged. */
  getIndex(digest: string): Uint8Array | null
  putIndex(digest: string, bytes: Uint8Array): void
  /** Groups of facts from which the last index was built. `version` names what they depend on other than contents and paths. */
  getFacts(version: string): readonly (() => unknown)[]
  putFacts(version: string, groups: readonly unknown[]): void
}

const MOST_BYTES = 256 * 1024 * 1024
/** A digest in hexadecimal: a multiple of 8, so that numbers behind it can be read where they lie. */
const DIGEST = 64

/** Opens the files in git's directory of one work tree. Those of another build do not exist. */
export function openSearchFiles(gitDir: string, build: string): SearchFiles {
  const index = checkedFile(cacheFolder(gitDir), { name: 'search-index', of: '', mostBytes: MOST_BYTES })
  const last = packedFile(gitDir, 'search-state', build)
  const facts = (version: string) => packedFile(gitDir, 'search-facts', `${build} ${version}`)
  return {
    getState: () => {
      const [known] = last.read() ?? []
      return known ? (known() as KnownState) : null
    },
    putState: (known) => last.write([known]),
    getIndex: (digest) => {
      const file = index.read()
      if (file?.toString('latin1', 0, DIGEST) !== digest) return null
      const bytes = file.subarray(DIGEST)
      return bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes)
    },
    putIndex: (digest, bytes) => void index.write([Buffer.from(digest, 'latin1'), bytes]),
    getFacts: (version) => facts(version).read() ?? [],
    putFacts: (version, groups) => facts(version).write(groups),
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

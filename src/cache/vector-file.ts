import { cacheFolder } from '../fs/cache-folder.ts'
import { checkedFile, HEX, hex, hexAt } from './checked-file.ts'

/** Vectors of texts, by what names a text. Losing them costs requests. */
export type VectorFile = {
  get(): ReadonlyMap<string, Float32Array>
  put(vectors: ReadonlyMap<string, Float32Array>): void
}

const MOST_BYTES = 512 * 1024 * 1024

/** Opens the vectors of one model in git's directory; those of another model do not exist. */
export function openVectorFile(gitDir: string, model: string): VectorFile {
  const checked = checkedFile(cacheFolder(gitDir), {
    name: 'search-vectors',
    of: model,
    mostBytes: MOST_BYTES,
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

import { crc32 } from 'node:zlib'
import { cacheFolder } from '../fs/cache-folder.ts'

/** Vectors of texts, by what names a text. Losing them costs requests. */
export type VectorFile = {
  get(): ReadonlyMap<string, Float32Array>
  put(vectors: ReadonlyMap<string, Float32Array>): void
}

const MOST_BYTES = 512 * 1024 * 1024
const HEX = 8

/** Opens the vectors of one model in git's directory; those of another model do not exist. */
export function openVectorFile(gitDir: string, model: string): VectorFile {
  const folder = cacheFolder(gitDir)
  return {
    get: () => {
      const file = folder.read('search-vectors', MOST_BYTES)
      if (!file || file.toString('latin1', 0, HEX) !== checksum(file.subarray(HEX))) return new Map()
      const start = 2 * HEX + Number.parseInt(file.toString('latin1', HEX, 2 * HEX), 16)
      const head = JSON.parse(file.toString('utf8', 2 * HEX, start)) as Head
      if (head.model !== model) return new Map()
      // A copy, because numbers begin at multiples of their size.
      const numbers = new Float32Array(Uint8Array.from(file.subarray(start)).buffer)
      const { size } = head
      return new Map(head.names.map((name, i) => [name, numbers.subarray(i * size, (i + 1) * size)]))
    },
    put: (vectors) => {
      const size = vectors.values().next().value?.length ?? 0
      const head = Buffer.from(JSON.stringify({ model, size, names: [...vectors.keys()] }))
      const numbers = [...vectors.values()].map((one) =>
        Buffer.from(one.buffer, one.byteOffset, one.byteLength),
      )
      const rest = Buffer.concat([Buffer.from(hex(head.length)), head, ...numbers])
      if (HEX + rest.length > MOST_BYTES) return
      folder.write('search-vectors', Buffer.concat([Buffer.from(checksum(rest)), rest]))
    },
  }
}

type Head = { readonly model: string; readonly size: number; readonly names: readonly string[] }

function checksum(bytes: Uint8Array): string {
  return hex(crc32(bytes))
}

function hex(number: number): string {
  return number.toString(16).padStart(HEX, '0')
}

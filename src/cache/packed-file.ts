import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { cacheFolder } from '../fs/cache-folder.ts'
import { checkedFile, HEX, hex, hexAt } from './checked-file.ts'

/** A value as it lies in a file: read when it is asked for. */
export type Packed = { (): unknown; readonly bytes: Buffer }

/** A small file of values, each compressed and read when it is asked for. Losing it costs time only. */
export type PackedFile = {
  /** Null when there is none, it is damaged, or another version wrote it. */
  read(): readonly Packed[] | null
  /** A value that such a file gave, and that was not changed, is copied as it lies there. */
  write(values: readonly unknown[]): void
}

const MOST_BYTES = 64 * 1024 * 1024
/** Findings repeat themselves: compressed, many of them take a hundredth of the space. */
const MOST_JSON = 1024 * 1024 * 1024

/** Opens such a file in git's directory of one work tree. */
export function packedFile(gitDir: string, name: string, version: string): PackedFile {
  const checked = checkedFile(cacheFolder(gitDir), { name, of: version, mostBytes: MOST_BYTES })
  return {
    read: () => {
      const file = checked.read()
      if (!file) return null
      // How many values there are, how long each is, and the values.
      const count = hexAt(file, 0)
      let start = (1 + count) * HEX
      return Array.from({ length: count }, (_, i) => {
        const bytes = file.subarray(start, start + hexAt(file, (1 + i) * HEX))
        start += bytes.length
        return Object.assign(() => unpacked(bytes), { bytes })
      })
    },
    write: (values) => {
      const all = values.map((value) => (isPacked(value) ? value.bytes : packed(value)))
      const head = [all.length, ...all.map(({ length }) => length)].map(hex).join('')
      checked.write([Buffer.from(head), ...all])
    },
  }
}

function isPacked(value: unknown): value is Packed {
  return typeof value === 'function'
}

function packed(value: unknown): Buffer {
  return deflateRawSync(JSON.stringify(value), { level: 1 })
}

function unpacked(bytes: Buffer): unknown {
  return JSON.parse(inflateRawSync(bytes, { maxOutputLength: MOST_JSON }).toString('utf8'))
}

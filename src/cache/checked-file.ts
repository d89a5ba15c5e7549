import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { type CacheFolder, cacheFolder } from '../fs/cache-folder.ts'

/** A cache file that begins with a checksum of the rest. Losing it costs time only. */
export type CheckedFile = {
  /** What is behind the checksum of 8 bytes; null when there is none, it is damaged, or it belongs to something else. */
  read(): Buffer | null
  /** Replaces the file by these bytes, one after the other; false when they are too many, or that failed. */
  write(parts: readonly Uint8Array[]): boolean
}

/** What a file is called, what its content belongs to, such as a version, and how many bytes it may have. */
export type CheckedFileName = { readonly name: string; readonly of: string; readonly mostBytes: number }

/** Digits of a number in hexadecimal. */
export const HEX = 8

/** Opens such a file in a folder. The checksum counts what its content belongs to: that of something else counts as damaged. */
export function checkedFile(folder: CacheFolder, { name, of, mostBytes }: CheckedFileName): CheckedFile {
  return {
    read: () => {
      const file = folder.read(name, mostBytes)
      const rest = file?.subarray(HEX)
      return file && rest && file.toString('latin1', 0, HEX) === checksum(of, rest) ? rest : null
    },
    write: (parts) => {
      const bytes = Buffer.concat([Buffer.from(checksum(of, ...parts)), ...parts])
      return bytes.length <= mostBytes && folder.write(name, bytes)
    },
  }
}

/** The checksum of texts and bytes, one after the other, in hexadecimal. */
export function checksum(...parts: readonly (string | Uint8Array)[]): string {
  return hex(parts.reduce((sum, part) => crc32(part, sum), 0))
}

export function hex(number: number): string {
  return number.toString(16).padStart(HEX, '0')
}

/** The number that is written so at a place. */
export function hexAt(bytes: Buffer, at: number): number {
  return Number.parseInt(bytes.toString('latin1', at, at + HEX), 16)
}

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

import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { cacheFolder } from '../fs/cache-folder.ts'

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
/** A number in hexadecimal: the checksum of what follows, how many values there are, and how long each is. */
const NUMBER = 8

/** Opens such a file in git's directory of one work tree. */
export function packedFile(gitDir: string, name: string, version: string): PackedFile {
  const folder = cacheFolder(gitDir)
  const checksum = (bytes: Buffer): string => hex(crc32(bytes, crc32(version)))
  return {
    read: () => {
      const file = folder.read(name, MOST_BYTES)
      if (!file || file.toString('latin1', 0, NUMBER) !== checksum(file.subarray(NUMBER))) return null
      const numberAt = (at: number): number => Number.parseInt(file.toString('latin1', at, at + NUMBER), 16)
      const count = numberAt(NUMBER)
      let start = (2 + count) * NUMBER
      return Array.from({ length: count }, (_, i) => {
        const bytes = file.subarray(start, start + numberAt((2 + i) * NUMBER))
        start += bytes.length
        return Object.assign(() => unpacked(bytes), { bytes })
      })
    },
    write: (values) => {
      const all = values.map((value) => (isPacked(value) ? value.bytes : packed(value)))
      const head = [all.length, ...all.map(({ length }) => length)].map(hex).join('')
      const bytes = Buffer.concat([Buffer.from(head), ...all])
      if (NUMBER + bytes.length > MOST_BYTES) return
      folder.write(name, Buffer.concat([Buffer.from(checksum(bytes)), bytes]))
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

function hex(number: number): string {
  return number.toString(16).padStart(NUMBER, '0')
}

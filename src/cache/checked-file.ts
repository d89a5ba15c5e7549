import { crc32 } from 'node:zlib'
import type { CacheFolder } from '../fs/cache-folder.ts'

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

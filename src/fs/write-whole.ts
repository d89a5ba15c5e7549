import type { FsPort } from './fs-port.ts'

/** What is written: bytes with a mode, or with that of any new file (null). */
type Whole = { readonly bytes: Uint8Array; readonly mode: number | null }

/** Writes a file that is not there yet, every byte of it. Throws the failed call's own error, `EEXIST` among them. */
export function writeWhole(
  path: string,
  { bytes, mode }: Whole,
  { fs, durable }: { readonly fs: FsPort; readonly durable: boolean },
): void {
  const handle = fs.openSync(path, 'wx', mode === null ? 0o666 : 0o600)
  try {
    writeAll(handle, bytes, { fs, position: null })
    if (mode !== null) fs.fchmodSync(handle, mode & 0o777)
    if (fs.fstatSync(handle).size !== bytes.length) {
      throw Object.assign(new Error('the file has another size than what was written'), { code: 'EIO' })
    }
    if (durable) fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Writes all of the bytes, at a position or, with null, where the last write ended. A write may take fewer bytes than it was
 * given, and say so only by its result: on a full disk, for one.
 */
export function writeAll(
  handle: number,
  bytes: Uint8Array,
  { fs, position }: { readonly fs: FsPort; readonly position: number | null },
): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done
    const written = fs.writeSync(handle, bytes, done, bytes.length - done, at)
    if (written <= 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    done += written
  }
}

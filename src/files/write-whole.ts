import type { FsPort } from './fs-port.ts'

/** What is written: bytes with a mode, or with that of any new file (null). */
type Whole = { readonly bytes: Uint8Array; readonly mode: number | null }

/**
 * Writes a file that is not there yet, every byte of it: a write may take fewer than it was given, and say so only by its
 * result, on a full disk for one. Throws the failed call's own error, `EEXIST` among them.
 */
export function writeWhole(
  path: string,
  { bytes, mode }: Whole,
  { fs, durable }: { readonly fs: FsPort; readonly durable: boolean },
): void {
  const handle = fs.openSync(path, 'wx', mode === null ? 0o666 : 0o600)
  try {
    for (let done = 0; done < bytes.length; ) {
      const written = fs.writeSync(handle, bytes, done, bytes.length - done)
      if (written <= 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
      done += written
    }
    if (mode !== null) fs.fchmodSync(handle, mode & 0o777)
    if (fs.fstatSync(handle).size !== bytes.length) {
      throw Object.assign(new Error('the file has another size than what was written'), { code: 'EIO' })
    }
    if (durable) fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

import { dirname } from 'node:path'
import { type FsPort, NODE_FS } from './fs-port.ts'
import { removeUnfinished, renameWithPatience, systemRetry } from './replace-file.ts'
import { temporaryName } from './temporary-name.ts'
import { writeAll } from './write-whole.ts'

/** A file that is written piece by piece, and is at its path only when it is whole. */
export type LargeFile = {
  readonly append: (bytes: Uint8Array) => void
  /** Writes the beginning anew, as many bytes as it was given first, and puts the file at its path in one step. */
  readonly finish: (beginning: Uint8Array) => void
  /** Gives it up: what is at the path stays as it is. */
  readonly abandon: () => void
}

/**
 * Starts a file that is too large for one piece of memory, beside its path. Every call throws Node's own error when it
 * cannot be done; nothing is at the path, or what was there before, until all of it is.
 */
export function startLargeFile(path: string, fs: FsPort = NODE_FS): LargeFile {
  const present = fs.lstatSync(path, { throwIfNoEntry: false })
  if (present && !present.isFile()) {
    // A device or a pipe would be replaced by a file.
    throw Object.assign(new Error('no regular file'), { code: present.isDirectory() ? 'EISDIR' : 'EINVAL' })
  }
  const temporary = temporaryName(path, dirname(path))
  const handle = fs.openSync(temporary, 'wx', 0o666)
  let size = 0
  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    fs.closeSync(handle)
  }
  return {
    append: (bytes) => {
      writeAll(handle, bytes, { fs, position: null })
      size += bytes.length
    },
    finish: (beginning) => {
      writeAll(handle, beginning, { fs, position: 0 })
      if (fs.fstatSync(handle).size !== size) {
        throw Object.assign(new Error('the file has another size than what was written'), { code: 'EIO' })
      }
      close()
      renameWithPatience(fs, { from: temporary, to: path }, systemRetry())
    },
    abandon: () => {
      close()
      removeUnfinished(fs, temporary)
    },
  }
}

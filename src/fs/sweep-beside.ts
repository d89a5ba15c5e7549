import { posix } from 'node:path'
import { type FsPort, NODE_FS } from './fs-port.ts'
import { pinFolder } from './pinned-folder.ts'
import { sweepFolder } from './sweep.ts'

/** Sweeps the folders of some paths below a root, where unfinished files lie beside their targets. Never throws. */
export function sweepBeside(root: string, paths: readonly string[], fs: FsPort = NODE_FS): void {
  for (const folder of new Set(paths.map((path) => posix.dirname(path)))) {
    try {
      const pinned = pinFolder(root, folder === '.' ? '' : folder, { fs, make: false })
      if (!pinned) continue
      sweepFolder(pinned.path, fs)
      pinned.close()
    } catch {
      // Who cannot look there will say so when writing.
    }
  }
}

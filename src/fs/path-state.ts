import { blobId } from './blob-id.ts'
import { errorCode, type FsPort, NODE_FS } from './fs-port.ts'
import { resolveInside } from './path-guard.ts'

/** What stands at a path, whole. */
export type PathState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly executable: boolean }
  | { readonly kind: 'link'; readonly bytes: Uint8Array }

/** Looks at a path below a root; a text says why that cannot be: it lies behind a link, is a directory, may not be read. */
export function pathState(root: string, path: string, fs: FsPort = NODE_FS): PathState | string {
  const guarded = resolveInside(root, path, { linkItself: true, fs })
  if ('refused' in guarded) return guarded.refused
  try {
    const stats = fs.lstatSync(guarded.path, { throwIfNoEntry: false })
    if (!stats) return { kind: 'nothing' }
    if (stats.isSymbolicLink()) {
      return { kind: 'link', bytes: fs.readlinkSync(guarded.path, { encoding: 'buffer' }) }
    }
    if (!stats.isFile()) return 'it is no regular file'
    const executable = (stats.mode & 0o111) !== 0
    return { kind: 'file', bytes: fs.readFileSync(guarded.path), executable }
  } catch (error) {
    return `it cannot be looked at (${errorCode(error)})`
  }
}

/** A name for a state: two files with the same bytes have the same, whatever their permissions. */
export function stateId(state: PathState): string {
  return state.kind === 'nothing' ? 'nothing' : `${state.kind} ${blobId(state.bytes)}`
}

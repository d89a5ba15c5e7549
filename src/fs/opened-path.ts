import { errorCode, type FsPort } from './fs-port.ts'

/**
 * True unless an open file is known to lie elsewhere than its path says: a folder on the way became a link just then. Linux
 * tells where an open file lies; elsewhere nothing is known.
 */
export function isAsNamed(handle: number, realPath: string, fs: FsPort): boolean {
  if (process.platform !== 'linux') return true
  try {
    const found = fs.readlinkSync(`/proc/self/fd/${handle}`, 'utf8')
    return [realPath, `${realPath}${REPLACED}`].some(
      (path) => path === found || folded(path) === folded(found),
    )
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}

/** Another file has taken its place since: what was opened is whole all the same. */
const REPLACED = ' (deleted)'

/** Some file systems give a name as it was first asked for. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

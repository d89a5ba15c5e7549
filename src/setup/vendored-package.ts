import { join } from 'node:path'
import { isPackageOfMemkeep, PACKAGE_FOLDER } from '../core/installed.ts'
import { PACKAGES } from '../formats/settings.ts'
import { folderNames } from '../fs/folders.ts'
import { unkeptPaths } from '../git/path-status.ts'
import { listStaged } from '../git/read-index.ts'

/** How a package gets to where the workflow looks for it. */
export const PUT_PACKAGE = `run npm pack in a clone of memkeep, put the memkeep-VERSION.tgz that it makes into ${PACKAGE_FOLDER}/ at the top of this repository, and commit it`

/** What to do where the workflow installs no packages and the settings extend one. */
export const EXTEND_FILE =
  "Copy that file into this repository and extend the copy: only with npm's package-lock.json does the workflow install other packages."

/** The file of an installed package among those that settings extend. */
export function packageExtended(extended: readonly string[]): string | undefined {
  return extended.find((path) => path.startsWith(PACKAGES))
}

/** Packages of memkeep in a work tree that the workflow may install. */
export type VendoredPackages = {
  /** Git has one, at least staged. */
  readonly isShared: boolean
  /** Those that git has, at least staged. */
  readonly shared: readonly string[]
  /** Those that git does not have, not even staged. */
  readonly unshared: readonly string[]
  /** Those that it ignores, or cannot keep: they lie behind a symlink. */
  readonly ignored: readonly string[]
}

/** Looks for packages of memkeep in the folder of a work tree from which the workflow installs one. */
export async function vendoredPackages(top: string): Promise<VendoredPackages> {
  const all = folderNames(join(top, PACKAGE_FOLDER))
    .map((name) => `${PACKAGE_FOLDER}/${name}`)
    .filter(isPackageOfMemkeep)
  if (all.length === 0) return { isShared: false, shared: [], unshared: [], ignored: [] }
  const { files } = await listStaged(top)
  const lacking = all.filter((path) => !files.has(path))
  const ignored = await unkeptPaths(top, lacking)
  return {
    isShared: lacking.length < all.length,
    shared: all.filter((path) => files.has(path)),
    unshared: lacking.filter((path) => !ignored.includes(path)),
    ignored,
  }
}

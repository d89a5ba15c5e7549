import { join } from 'node:path'
import { valueAt } from '../core/json.ts'
import { folderOf, resolveTarget } from '../core/path.ts'
import type { FileListing } from '../core/snapshot.ts'
import { SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { readJson } from '../formats/json/read-json.ts'
import { isDirectory, isThere, readFiles } from '../fs/read-files.ts'
import { ignoredPaths } from '../git/path-status.ts'
import { readBlobs } from '../git/read-blobs.ts'
import { listStaged } from '../git/read-index.ts'
import { textOfBytes } from '../snapshot/project.ts'
import { DEPENDENCY_FIELDS, dependsOnMemkeep } from './hooks/site.ts'

/** The lock files of npm, yarn, pnpm and bun. */
const LOCKS = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
]

/** What installs memkeep in a work tree. */
type PackageFiles = {
  /** A package.json here asks for memkeep. */
  readonly isAsked: boolean
  /**
   * Files that an install in another clone needs to get memkeep, and that git does not have so far, not even staged: a
   * package.json, a lock file, the tarball that is installed. What git ignores is not among them.
   */
  readonly unshared: readonly string[]
  /** Files of the same kind that git ignores; no lock file is among them, which an install can do without. */
  readonly ignored: readonly string[]
  /** Git has the settings, at least staged: so other clones have hooks that call memkeep. */
  readonly isSetUp: boolean
}

/**
 * Compares what installs memkeep in a work tree with what git has. `packages` are the folders below the top in which
 * memkeep may be installed.
 */
export async function readPackageFiles(top: string, packages: readonly string[]): Promise<PackageFiles> {
  const manifests = await filesWith(
    top,
    ['', ...packages].map((folder) => inFolder(folder, 'package.json')),
    dependsOnMemkeep,
  )
  const folders = [...manifests.keys()].flatMap(foldersAbove)
  const locks = await filesWith(
    top,
    folders.flatMap((folder) => LOCKS.map((name) => inFolder(folder, name))),
    namesMemkeep,
  )
  const tarballs = [...manifests].flatMap(([path, text]) => tarballsIn(path, text))
  const needed = [
    ...[...manifests.keys()].map((path) => ({ path, isEnough: dependsOnMemkeep })),
    ...[...locks.keys()].map((path) => ({ path, isEnough: namesMemkeep })),
    ...tarballs.filter((path) => isFile(join(top, path))).map((path) => ({ path, isEnough: () => true })),
  ]
  const { files } = await listStaged(top)
  const staged = await stagedTexts(
    top,
    files,
    needed.map(({ path }) => path),
  )
  const lacking = needed.flatMap(({ path, isEnough }) => {
    const text = staged.get(path)
    return text !== undefined && isEnough(text) ? [] : [path]
  })
  const untracked = lacking.filter((path) => !staged.has(path))
  const ignored = new Set(await ignoredPaths(top, untracked))
  const unshared = lacking.filter((path) => !ignored.has(path))
  const left = lacking.filter((path) => ignored.has(path) && !locks.has(path))
  return { isAsked: manifests.size > 0, unshared, ignored: left, isSetUp: files.has(SETTINGS_FILE) }
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** The folder of a path and those above it: the lock file of a workspace lies at its top. */
function foldersAbove(path: string): readonly string[] {
  const folder = folderOf(path)
  return folder === '' ? [''] : [folder, ...foldersAbove(folder)]
}

function isFile(path: string): boolean {
  return isThere(path) && !isDirectory(path)
}

function namesMemkeep(text: string): boolean {
  return /\bmemkeep\b/.test(text)
}

/** Those of some files of the work tree whose texts ask for memkeep, with their texts. */
async function filesWith(
  top: string,
  paths: readonly string[],
  asks: (text: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const contents = await readFiles(top, [...new Set(paths)])
  return new Map(
    [...contents].flatMap(([path, content]) => {
      const text = 'bytes' in content ? textOfBytes(content.bytes) : ''
      return asks(text) ? [[path, text] as const] : []
    }),
  )
}

/** The tarballs inside the repository from which a package.json takes memkeep. */
export function tarballsIn(path: string, text: string): readonly string[] {
  return DEPENDENCY_FIELDS.flatMap((field) => {
    const source = valueAt(readJson(text), [field, 'memkeep'])
    if (typeof source !== 'string' || !source.startsWith('file:')) return []
    return resolveTarget(path, source.slice('file:'.length)) ?? []
  })
}

/** What git has in its index of some files. */
export async function stagedAmong(
  top: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { files } = await listStaged(top)
  return stagedTexts(top, files, paths)
}

/** The texts of those of some files that git has in its index. */
async function stagedTexts(
  top: string,
  files: FileListing,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(
    paths.flatMap((path) => {
      const id = files.get(path)?.id
      return id ? [[path, id] as const] : []
    }),
  )
  const blobs = await readBlobs(top, [...ids.values()])
  return new Map(
    [...ids].map(([path, id]) => {
      const blob = blobs.get(id)
      return [path, blob && 'bytes' in blob ? textOfBytes(blob.bytes) : ''] as const
    }),
  )
}

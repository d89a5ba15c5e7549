import { join } from 'node:path'
import { PACKAGE_FOLDER } from '../core/installed.ts'
import { valueAt } from '../core/json.ts'
import { safePath, safeText } from '../core/messages.ts'
import { folderOf, relativeTarget, resolveTarget } from '../core/path.ts'
import type { FileListing } from '../core/snapshot.ts'
import { SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { readJson } from '../formats/json/read-json.ts'
import { isDirectory, isThere, readFiles } from '../fs/read-files.ts'
import { ignoredPaths, unstagedPaths } from '../git/path-status.ts'
import { readBlobs } from '../git/read-blobs.ts'
import { listStaged } from '../git/read-index.ts'
import { textOfBytes } from '../snapshot/project.ts'
import { DEPENDENCY_FIELDS, dependsOnMemkeep } from './hooks/site.ts'
import type { InstallScript } from './managers/husky.ts'
import {
  addCommand,
  foldersUp,
  inFolder,
  isNewYarn,
  LOCK_NAMES,
  managerOf,
  type UsedManager,
  usedManager,
} from './package-manager.ts'

/** What installs memkeep in a work tree. */
type PackageFiles = {
  /** A package.json here asks for memkeep. */
  readonly isAsked: boolean
  /**
   * Files that an install in another clone needs to get memkeep, and that git does not have so far, not even staged, or has with
   * another memkeep: a package.json, a lock file, the tarball that is installed. What git ignores is not among them.
   */
  readonly unshared: readonly string[]
  /** Files of the same kind that git ignores; no lock file is among them, which an install can do without. */
  readonly ignored: readonly string[]
  /** Tarballs that a package.json takes memkeep from and that are neither here nor in git. */
  readonly missing: readonly string[]
  /** Git has the settings, at least staged: so other clones have hooks that call memkeep. */
  readonly isSetUp: boolean
  /** A source of memkeep outside the repository. */
  readonly outside: OutsideSource | null
  /** What another manager than the repository's has installed, or the own one has not. */
  readonly mixed: MixedManagers | null
}

/** A package.json takes memkeep from where no other clone has it. */
export type OutsideSource = {
  /** The package.json, and what it says. */
  readonly path: string
  readonly source: string
  readonly used: UsedManager | null
}

/** A repository uses one manager, and memkeep came by another one. */
export type MixedManagers = {
  readonly used: UsedManager
  /** Lock files of others that have memkeep and that git does not know. */
  readonly strays: readonly string[]
  /** The lock file of the manager, which does not have memkeep; null where it has. */
  readonly lacking: string | null
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
  const { files } = await listStaged(top)
  const { locks, mixed, usedFor } = await readLocks(top, [...manifests.keys()], files)
  const [outside] = [...manifests].flatMap(([path, text]) =>
    outsideSources(path, text).map((source) => ({ path, source, used: usedFor(path) })),
  )
  const tarballs = [...manifests].flatMap(([path, text]) => tarballsIn(path, text))
  const packed = tarballs.filter((path) => isFile(join(top, path)))
  const repacked = await unstagedPaths(top, packed)
  const needed = [
    ...[...manifests].map(([path, text]) => ({
      path,
      isEnough: (staged: string) => dependsOnMemkeep(staged) && `${sources(staged)}` === `${sources(text)}`,
    })),
    ...[...locks].map(([path, text]) => ({
      path,
      isEnough: (staged: string) => lockedMemkeep(staged) === lockedMemkeep(text),
    })),
    ...packed.map((path) => ({ path, isEnough: () => !repacked.has(path) })),
  ]
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
  return {
    isAsked: manifests.size > 0,
    unshared,
    ignored: left,
    missing: tarballs.filter(
      (path) => /\.t(?:ar\.)?gz$/.test(path) && !packed.includes(path) && !files.has(path),
    ),
    isSetUp: files.has(SETTINGS_FILE),
    outside: outside ?? null,
    mixed,
  }
}

/** The lock files that have memkeep, but for those of a manager that the repository does not use. */
async function readLocks(
  top: string,
  manifests: readonly string[],
  files: FileListing,
): Promise<{
  readonly locks: ReadonlyMap<string, string>
  readonly mixed: MixedManagers | null
  readonly usedFor: (manifest: string) => UsedManager | null
}> {
  const folders = [...new Set(manifests.flatMap((path) => foldersUp(folderOf(path))))]
  const paths = folders.flatMap((folder) => LOCK_NAMES.map((name) => inFolder(folder, name)))
  const all = await filesWith(top, [...paths, ...folders.map((folder) => inFolder(folder, 'package.json'))])
  const known = {
    isTracked: (path: string) => files.has(path),
    isThere: (path: string) => all.has(path),
    textOf: (path: string) => all.get(path),
  }
  const locks = new Map([...all].filter(([path, text]) => paths.includes(path) && namesMemkeep(text)))
  const usedFor = (path: string): UsedManager | null => usedManager(folderOf(path), known)
  const found = manifests.flatMap((path) => {
    const used = usedFor(path)
    if (used === null) return []
    const own = foldersUp(folderOf(path)).flatMap((folder) =>
      LOCK_NAMES.map((name) => inFolder(folder, name)),
    )
    const strays = own.filter((lock) => locks.has(lock) && !files.has(lock) && managerOf(lock) !== used.name)
    const lock = own.find((one) => all.has(one) && managerOf(one) === used.name)
    // The old lock of bun is no text.
    const lacking = lock === undefined || locks.has(lock) || lock.endsWith('.lockb') ? null : lock
    return strays.length > 0 || lacking !== null ? [{ used, strays, lacking }] : []
  })
  const [mixed = null] = found
  const strays = new Set(found.flatMap((one) => one.strays))
  return { locks: new Map([...locks].filter(([path]) => !strays.has(path))), mixed, usedFor }
}

/** What is wrong with the lock files, the file to delete, and the command to run. */
export function mixedWords({ used: { name, file }, strays: [stray], lacking }: MixedManagers): {
  readonly what: string
  readonly stray: string | undefined
  readonly run: string
} {
  const what =
    stray === undefined
      ? `${safePath(lacking ?? file)} does not have memkeep, so CI cannot install the packages`
      : `this repository uses ${name} (${safePath(file)}), and ${safePath(stray)} is ${managerOf(stray)}'s`
  return { what, stray, run: `${name} install` }
}

/** The manager that installs the packages at the top of a work tree. */
export async function managerAtTop(top: string): Promise<UsedManager | null> {
  const { files } = await listStaged(top)
  const texts = await filesWith(top, ['package.json', ...LOCK_NAMES])
  return usedManager('', {
    isTracked: (path) => files.has(path),
    isThere: (path) => texts.has(path),
    textOf: (path) => texts.get(path),
  })
}

/**
 * The script of package.json that an install of a clone runs. Yarn 2 and newer runs `postinstall`, which a package that is published would
 * run at its users' too: null where it may be.
 */
export async function scriptOfInstall(top: string, used: UsedManager | null): Promise<InstallScript | null> {
  if (used?.name !== 'yarn') return 'prepare'
  const texts = await filesWith(top, ['package.json', 'yarn.lock'])
  const manifest = texts.get('package.json') ?? ''
  if (!isNewYarn(manifest, texts.get('yarn.lock') ?? '')) return 'prepare'
  return valueAt(readJson(manifest), ['private']) === true ? 'postinstall' : null
}

function isFile(path: string): boolean {
  return isThere(path) && !isDirectory(path)
}

function namesMemkeep(text: string): boolean {
  return /\bmemkeep\b/.test(text)
}

/** What a lock file says of memkeep: the lines that name it, and the version and checksum below each. */
function lockedMemkeep(text: string): string {
  const said = /.*\bmemkeep\b.*(?:\n\W*(?:version|resolved|resolution|integrity|checksum)\b.*)*/g
  return (text.replaceAll('\r\n', '\n').match(said) ?? []).join('\n')
}

/** Those of some files of the work tree whose texts ask for memkeep, with their texts. */
async function filesWith(
  top: string,
  paths: readonly string[],
  asks: (text: string) => boolean = () => true,
): Promise<ReadonlyMap<string, string>> {
  const contents = await readFiles(top, [...new Set(paths)])
  return new Map(
    [...contents].flatMap(([path, content]) => {
      const text = 'bytes' in content ? textOfBytes(content.bytes) : null
      return text !== null && asks(text) ? [[path, text] as const] : []
    }),
  )
}

/** The tarballs inside the repository from which a package.json takes memkeep. */
export function tarballsIn(path: string, text: string): readonly string[] {
  return sources(text).flatMap((source) => resolveTarget(path, localPath(source) ?? '/') ?? [])
}

/** The places outside the repository from which a package.json takes memkeep, as it says them. */
function outsideSources(path: string, text: string): readonly string[] {
  return sources(text).filter((source) => {
    const file = localPath(source)
    return file !== null && (file.startsWith('~') || resolveTarget(path, file) === null)
  })
}

/** Where a package.json takes memkeep from. */
function sources(text: string): readonly string[] {
  const manifest = readJson(text)
  return DEPENDENCY_FIELDS.flatMap((field) => {
    const source = valueAt(manifest, [field, 'memkeep'])
    return typeof source === 'string' ? [source] : []
  })
}

/** The file or folder that a source names: npm and pnpm write `file:` in front, yarn and bun do not. Null for any other source. */
function localPath(source: string): string | null {
  return /^(?:(?:file|link|portal):|(?=\.{0,2}\/))(?:\/\/(?=\/))?(.+)$/.exec(source)?.[1] ?? null
}

/** What is wrong with a source outside the repository, and the way to one inside. */
export function outsideWords({ path, source, used }: OutsideSource): {
  readonly what: string
  readonly fix: string
} {
  const folder = folderOf(path)
  const file = relativeTarget(path, `${PACKAGE_FOLDER}/memkeep-VERSION.tgz`)
  const add = `${addCommand(used)} ${file.startsWith('.') ? '' : './'}${file}${folder === '' ? '' : ` in ${safePath(folder)}`}`
  return {
    what: `${safePath(path)} takes memkeep from ${safeText(source)}, outside this repository: CI and other clones cannot install it`,
    fix: `Run npm pack in a clone of memkeep, put the memkeep-VERSION.tgz that it makes into ${PACKAGE_FOLDER}/ at the top of this repository, run ${add}, and commit both.`,
  }
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

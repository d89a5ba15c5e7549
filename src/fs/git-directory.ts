import { dirname, join, resolve } from 'node:path'
import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from './gate.ts'
import { readSmall } from './text-files.ts'

/** Where a repository lies; absolute paths. */
type GitDirectory = { readonly top: string; readonly gitDir: string; readonly commonDir: string }

/**
 * Finds the repository around a directory without starting git, in the plain cases: a `.git` directory, or the `.git`
 * file of a linked work tree. Null means "ask git": none found, a bare repository, a submodule, settings that move
 * the work tree, variables that stop the search, another file system.
 */
export function gitDirectoryOnDisk(cwd: string): GitDirectory | null {
  if (process.env.GIT_CEILING_DIRECTORIES || process.env.GIT_DISCOVERY_ACROSS_FILESYSTEM) return null
  try {
    const start = realpathSync.native(cwd)
    const device = lstatSync(start).dev
    for (let at = start; ; at = dirname(at)) {
      if (lstatSync(at).dev !== device || looksBare(at)) return null
      const found = lstatSync(join(at, '.git'), { throwIfNoEntry: false })
      if (found) return plainRepository(at, found)
      if (dirname(at) === at) return null
    }
  } catch {
    return null
  }
}

/** A directory in which git would find a repository without work tree, or itself. */
function looksBare(folder: string): boolean {
  return isGitDirectory(folder, folder)
}

function plainRepository(top: string, dotGit: Stats): GitDirectory | null {
  const gitDir = dotGit.isDirectory() ? join(top, '.git') : dotGit.isFile() ? linkedDirectory(top) : null
  if (gitDir === null) return null
  const shared = readSmall(join(gitDir, 'commondir'))?.trim()
  if (shared === undefined) return null
  const commonDir = shared === '' ? gitDir : resolve(gitDir, shared)
  if (!isGitDirectory(gitDir, commonDir) || movesWorkTree(gitDir, commonDir)) return null
  return { top, gitDir, commonDir }
}

/** A submodule's `.git` file looks the same, but has no `commondir`: its settings say where its work tree is. */
function linkedDirectory(top: string): string | null {
  const target = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(join(top, '.git'), 'utf8'))?.[1]
  return target === undefined ? null : realpathSync.native(resolve(top, target))
}

function isGitDirectory(gitDir: string, commonDir: string): boolean {
  const here = namesIn(gitDir)
  const there = gitDir === commonDir ? here : namesIn(commonDir)
  return here.has('HEAD') && there.has('objects') && there.has('refs')
}

function namesIn(folder: string): Set<string> {
  const entries: Dirent[] = readdirSync(folder, { withFileTypes: true })
  return new Set(entries.map(({ name }) => name))
}

/** With settings that only git can interpret, git has to be asked. */
function movesWorkTree(gitDir: string, commonDir: string): boolean {
  const config = readSmall(join(commonDir, 'config'))
  if (!config || /\[\s*include|worktree|^\s*bare\s*(?:$|=(?!\s*false\b))/im.test(config)) return true
  return readSmall(join(gitDir, 'config.worktree')) !== ''
}

/** Length of the checksum at the end of an index in a SHA-256 repository; that of SHA-1 is shorter. */
const BYTES = 32
/** The end of an index where `index.skipHash` leaves the checksum out. */
const NONE = /0{40}$/

/**
 * The checksum of git's index, in hexadecimal: the same one means the same files, states and flags. Null where the
 * index has none, or cannot be read.
 */
export function indexMark(gitDir: string): string | null {
  try {
    const file = openSync(join(gitDir, 'index'), 'r')
    try {
      const { size } = fstatSync(file)
      const end = Buffer.alloc(BYTES)
      if (size < BYTES || readSync(file, end, 0, BYTES, size - BYTES) < BYTES) return null
      const mark = end.toString('hex')
      return NONE.test(mark) ? null : mark
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/**
 * Identifies the file of git's index: git writes a new one for every change, also for one that undoes the last. ''
 * when it cannot be looked at.
 */
export function indexFile(gitDir: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(join(gitDir, 'index'), { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return ''
  }
}

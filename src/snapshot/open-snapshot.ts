import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { listedFiles, type SnapshotFile } from '../core/snapshot.ts'
import { convertedFiles, extensionOf, mayRunFilters } from '../fs/content-filters.ts'
import { listFolder } from '../fs/folders.ts'
import { type ObjectFormat, readFiles } from '../fs/read-files.ts'
import { byteSize } from '../fs/stat.ts'
import { askChanges } from '../git/ask-changes.ts'
import { withoutFilters } from '../git/config.ts'
import {
  askWorkTree,
  type Places,
  readWorkTree,
  type WorkTreeAnswer,
  type WorkTreeEntry,
} from '../git/list-work-tree.ts'
import { listStaged } from '../git/read-index.ts'
import type { Repository } from '../git/repository.ts'
import type { GitOptions } from '../git/run-git.ts'
import { listHead, listTree } from '../git/tree.ts'
import { blobSnapshot, listedSnapshot, readBlobFiles } from './blob-files.ts'
import { diskState } from './disk-state.ts'
import { hasHiddenAttributes } from './hidden-attributes.ts'
import { readListed } from './read-listed.ts'
import type { RealSnapshot, StagedSnapshot } from './real-snapshot.ts'
import { unnamed } from './without-ids.ts'

/** What a work tree is opened from: a repository's top level, or a plain folder. */
export type WorkTreeRoot = {
  readonly root: string
  readonly repository: Repository | null
  /** How git is asked: a hook may have been started for a repository that only variables name. */
  readonly git?: GitOptions | undefined
  /** Of a repository: beside these nothing is listed. */
  readonly places?: Places | undefined
}

/** The files on disk: tracked and untracked ones of a repository without the ignored, or all of a plain folder. */
export async function openWorkTree({
  root,
  repository,
  git = {},
  places,
}: WorkTreeRoot): Promise<RealSnapshot> {
  if (!repository) return openFolder(root)
  return workTreeOf(repository, await askRepository(repository, git, places), git)
}

/** Bytes of git's index: about 10,000 files. */
const LARGE_INDEX = 1_000_000

/** Asks git for the work tree of a repository, or of some places in it. */
export async function askRepository(
  { top, gitDir, commonDir }: Repository,
  git: GitOptions = {},
  places?: Places,
): Promise<WorkTreeAnswer> {
  const options = await filterless({ top, gitDir, commonDir }, git)
  return askWorkTree(top, options, { large: isLarge(gitDir), places })
}

/** Asks git which files of a repository's work tree differ from what is staged in nothing but contents; null otherwise. */
export async function askRepositoryChanges(repository: Repository): Promise<readonly string[] | null> {
  const options = await filterless(repository, {})
  return askChanges(repository.top, options, { large: isLarge(repository.gitDir) })
}

async function filterless({ top, gitDir, commonDir }: Repository, git: GitOptions): Promise<GitOptions> {
  const env = mayRunFilters(gitDir, commonDir) ? await withoutFilters(top, git) : {}
  return { ...git, env: { ...git.env, ...env } }
}

function isLarge(gitDir: string): boolean {
  return byteSize(join(gitDir, 'index')) > LARGE_INDEX
}

/** The files on disk, as git has listed them. */
export function workTreeOf(
  repository: Repository,
  answer: WorkTreeAnswer,
  git: GitOptions = {},
): RealSnapshot {
  const { top } = repository
  const listing = readWorkTree(answer)
  const { entries, oddPaths, unseen } = listing
  const state = diskState(top, entries)
  const hidden = hasHiddenAttributes(listing, state)
  const files = listedFiles(distrustConverted(state.files, { ...repository, hidden }))
  const format = objectFormat(entries)
  return {
    label: 'work tree',
    files,
    oddPaths,
    unseen,
    hasSeenFolders: answer.hasSeenFolders ?? false,
    read: (paths) =>
      readListed(files, paths, async (known) => {
        const stored = known.flatMap(({ path }) => state.stored.get(path) ?? [])
        const here = known.map(({ path }) => path).filter((path) => !state.stored.has(path))
        const blobs = stored.length > 0 ? await readBlobFiles(top, stored, git) : []
        return new Map([...(await readFiles(top, here, { format })), ...blobs])
      }),
  }
}

/** What the next commit would hold. */
export async function openStaged(top: string, options: GitOptions = {}): Promise<StagedSnapshot> {
  const { files, unmerged, oddPaths, skipped } = await listStaged(top, options)
  const [first] = unmerged
  if (first !== undefined) {
    throw new UserError(
      `${safeText(first)} has an unresolved merge conflict`,
      'Resolve it and `git add` the file.',
    )
  }
  return { ...listedSnapshot({ label: 'staged files', top, files, oddPaths, options }), skipped }
}

/** A commit, by its full object id. */
export async function openCommit(top: string, oid: string, options: GitOptions = {}): Promise<RealSnapshot> {
  const listing = await listTree(top, oid, options)
  return blobSnapshot({ label: `commit ${oid.slice(0, 12)}`, top, ...listing, options })
}

/** What HEAD holds; null before the first commit. */
export async function openHead(top: string, options: GitOptions = {}): Promise<RealSnapshot | null> {
  const listing = await listHead(top, options)
  return listing && blobSnapshot({ label: 'last commit', top, ...listing, options })
}

function openFolder(root: string): RealSnapshot {
  const listing = listFolder(root)
  const files = listedFiles(listing.files.map((file) => ({ ...file, ignored: true })))
  const read: RealSnapshot['read'] = (paths) =>
    readListed(files, paths, (known) =>
      readFiles(
        root,
        known.map(({ path }) => path),
      ),
    )
  return { label: 'work tree', files, oddPaths: listing.oddPaths, read }
}

/** Where attributes convert contents, a blob id says nothing about the bytes on disk: those are read. */
function distrustConverted(
  files: readonly SnapshotFile[],
  { hidden, ...repository }: Repository & { readonly hidden: boolean },
): readonly SnapshotFile[] {
  const attributes = files.map(({ path }) => path).filter((path) => path.endsWith('.gitattributes'))
  const converted = hidden ? 'all' : convertedFiles(attributes, repository)
  if (converted === 'all') return unnamed(files)
  if (converted.size === 0) return files
  return files.flatMap((file) => (converted.has(extensionOf(file.path)) ? unnamed([file]) : file))
}

function objectFormat(entries: readonly WorkTreeEntry[]): ObjectFormat {
  return entries.find(({ id }) => id !== null)?.id?.length === 64 ? 'sha256' : 'sha1'
}

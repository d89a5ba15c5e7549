import { safeText } from '../core/safe-text.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { assertNoFolder } from '../engine/judge-staged.ts'
import { type AheadFile, generatedIds, readAheadFiles, writeAheadFiles } from '../fs/generated-files.ts'
import { changeIndex, type StagedChange, storeBlob } from '../git/change-index.ts'
import type { GitOptions } from '../git/run-git.ts'
import type { StagedSnapshot } from '../snapshot/real-snapshot.ts'
import type { HookProject } from './hook-request.ts'
import { type RebuiltFile, updateWorkTree } from './update-work-tree.ts'

/** One index, what is staged there, and what its derived files are to become. */
export type Rebuild = {
  readonly index: string
  readonly staged: StagedSnapshot
  readonly plan: WritePlan
  /** Paths of the plan whose staged file cannot be read. */
  readonly unread: ReadonlySet<string>
}

type Restaging = {
  /** The committed index first, the one that stays last; they may be one. */
  readonly rebuilds: readonly Rebuild[]
  /** Null before the first commit. */
  readonly head: Snapshot | null
  readonly git: (index: string) => GitOptions
}

/**
 * Puts rebuilt derived files into the indexes of a commit, and into the work tree where that loses nothing. The work tree
 * comes first: a run that is killed in between leaves a file that the next run recognises. Returns remarks for people.
 */
export async function restage(
  project: HookProject,
  { rebuilds, head, git }: Restaging,
): Promise<readonly string[]> {
  const { root, repository } = project
  const stored = await storeAll(root, rebuilds, git)
  const last = stored.at(-1)
  if (!last) return []
  const ahead = await takeBackOthers(project, last, git)
  if (stored.every(({ changes }) => changes.length === 0)) {
    if (ahead.length > 0) writeAheadFiles(repository.gitDir, [])
    return []
  }
  const known = { head, generated: generatedIds(repository.gitDir) }
  const notes = stored.flatMap(({ rebuild, changes }) =>
    changes.flatMap((change) => replacedEdit(change, rebuild, known)),
  )
  const left = await writeOwn(project, stored, { last, ahead, known, git })
  for (const { rebuild, changes } of stored) {
    await changeIndex(root, changes, { ...git(rebuild.index), skipped: last.rebuild.staged.skipped })
  }
  return [...new Set([...notes, ...left])]
}

/** A rebuild whose new files git has, by id. */
type Stored = { readonly rebuild: Rebuild; readonly changes: readonly RebuiltFile[] }

async function storeAll(
  root: string,
  rebuilds: readonly Rebuild[],
  git: Restaging['git'],
): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const rebuild of rebuilds) {
    stored.push({ rebuild, changes: await changesOf(root, rebuild, git(rebuild.index)) })
  }
  return stored
}

/** Files that an earlier run left ahead of its commit, and that this one does not write, become what is staged again. */
async function takeBackOthers(
  project: HookProject,
  { rebuild, changes }: Stored,
  git: Restaging['git'],
): Promise<readonly AheadFile[]> {
  const ahead = readAheadFiles(project.repository.gitDir)
  const touched = new Set(changes.map(({ path }) => path))
  await takeBack(project, {
    ahead: ahead.filter(({ path }) => !touched.has(path)),
    staged: rebuild.staged,
    git: git(rebuild.index),
  })
  return ahead
}

type Writing = {
  /** Of the index that stays: what the work tree follows. */
  readonly last: Stored
  readonly ahead: readonly AheadFile[]
  readonly known: Known & { readonly generated: ReturnType<typeof generatedIds> }
  readonly git: Restaging['git']
}

/** Writes the work tree's files where that loses nothing, and notes which of them are ahead of the last commit. */
async function writeOwn(
  project: HookProject,
  stored: readonly Stored[],
  { last, ahead, known, git }: Writing,
): Promise<readonly string[]> {
  const { gitDir } = project.repository
  const { staged } = last.rebuild
  const { head, generated } = known
  // A rebuild keeps what people wrote in the file: made from an edit, it contains their work as well.
  const isPlain = ({ path }: StagedChange): boolean =>
    stored.every(({ rebuild }) => editOf(path, rebuild.staged, known) === null)
  const plain = stored.flatMap(({ changes }) => changes.filter(isPlain))
  generated.add(plain.flatMap(({ blob }) => blob?.id ?? []))
  const present = last.changes.filter(({ path }) => !staged.skipped.has(path))
  const own = present.filter((change) => plain.includes(change))
  const aheadFiles = own.flatMap(({ path, blob }) => (blob ? [{ path, id: blob.id }] : []))
  // Noted before it is written: a run that is killed in between must not leave an unknown file.
  writeAheadFiles(gitDir, [...ahead, ...aheadFiles])
  const { written, notes } = await updateWorkTree(project, present, {
    isOwn: (path, id) =>
      generated.has(id) || head?.files.get(path)?.id === id || staged.files.get(path)?.id === id,
    isTracked: (path) => staged.files.has(path),
    git: git(last.rebuild.index),
  })
  writeAheadFiles(
    gitDir,
    aheadFiles.filter(({ path }) => written.includes(path)),
  )
  return notes
}

async function changesOf(
  root: string,
  { staged, plan }: Rebuild,
  options: GitOptions,
): Promise<RebuiltFile[]> {
  const changes = await Promise.all(
    [...plan].map(async ([path, file]): Promise<RebuiltFile[]> => {
      const present = staged.files.get(path)
      if (file.kind === 'delete') return present ? [{ path, blob: null, text: new Uint8Array() }] : []
      if (file.kind === 'link') return []
      assertNoFolder(path, staged)
      const text = Buffer.from(file.text)
      const id = await storeBlob(root, { path, bytes: text }, options)
      const blob = { id, executable: present?.mode === 'executable' }
      return present?.id === id ? [] : [{ path, blob, text }]
    }),
  )
  return changes.flat()
}

type Known = { readonly head: Snapshot | null; readonly generated: { has(id: string): boolean } }

/** A derived file that was staged by hand is replaced in the index. Git keeps its blob; this remark says how to read it. */
function replacedEdit({ path }: StagedChange, { staged, unread }: Rebuild, known: Known): string[] {
  const present = staged.files.get(path)
  const deleted = present ? undefined : known.head?.files.get(path)
  const id = unread.has(path) ? present?.id : editOf(path, staged, known)
  const shown = safeText(path)
  if (deleted) return [`${shown} was to be deleted; ${REBUILT} ${deleted.id}`]
  return id
    ? [`${shown} was staged with other contents than its sources give, and was rebuilt; ${RECOVER} ${id}`]
    : []
}

const RECOVER = 'recover: git cat-file blob'
const REBUILT = `it is derived from files that stay, and was rebuilt; ${RECOVER}`

/** The blob of a derived file that was edited and staged; null when it is in the last commit, or memkeep wrote it. */
function editOf(path: string, staged: Snapshot, { head, generated }: Known): string | null {
  const id = staged.files.get(path)?.id
  if (!id || generated.has(id) || head?.files.get(path)?.id === id) return null
  // Under another name too: a directory that was renamed brings the file along.
  const isCommitted = [...(head?.files.values() ?? [])].some((file) => file.id === id)
  return isCommitted ? null : id
}

/** What an earlier hook wrote, and what is staged now. */
type TakeBack = {
  readonly ahead: readonly AheadFile[]
  readonly staged: Snapshot
  readonly git: GitOptions
}

/**
 * Takes back what an earlier hook wrote into the work tree for a commit that was given up: the file becomes what is
 * staged again, while it still holds exactly what that hook wrote.
 */
async function takeBack(project: HookProject, { ahead, staged, git }: TakeBack): Promise<void> {
  const left = ahead.filter(({ path, id }) => staged.files.get(path)?.id !== id)
  const changes = [...new Set(left.map(({ path }) => path))].map((path) => {
    const file = staged.files.get(path)
    const blob = file?.id ? { id: file.id, executable: file.mode === 'executable' } : null
    return { path, blob, text: new Uint8Array() }
  })
  await updateWorkTree(project, changes, {
    isOwn: (path, id) => left.some((one) => one.path === path && one.id === id),
    isTracked: () => true,
    git,
  })
}

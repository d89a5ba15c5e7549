import { join } from 'node:path'
import { safeText } from '../core/messages.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import { assertNoFolder } from '../engine/derived-files.ts'
import { decodeText } from '../formats/decode-text.ts'
import {
  type AheadFile,
  type GeneratedIds,
  generatedIds,
  readAheadFiles,
  writeAheadFiles,
} from '../fs/generated-files.ts'
import { blobId, isThere, readFiles } from '../fs/read-files.ts'
import { scratchFolder } from '../fs/sweep.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import {
  changeIndex,
  filteredBlobId,
  readFilteredBlob,
  type StagedChange,
  storeBlob,
} from '../git/change-index.ts'
import type { GitOptions } from '../git/run-git.ts'
import type { StagedSnapshot } from '../snapshot/project.ts'
import type { HookProject } from './hook-request.ts'

/** What is staged, and what some of its files are to become. */
type Planned = { readonly staged: StagedSnapshot; readonly plan: WritePlan }

/** One index, what is staged there, and what its derived files are to become. */
export type Rebuild = Planned & {
  readonly index: string
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
  const stored: Stored[] = []
  for (const rebuild of rebuilds) {
    stored.push({ rebuild, changes: await changesOf(root, rebuild, git(rebuild.index)) })
  }
  const last = stored.at(-1)
  if (!last) return []
  const ahead = readAheadFiles(repository.gitDir)
  await takeBackOthers(project, last, { ahead, git: git(last.rebuild.index) })
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

/**
 * Stages new texts of files. A file of the work tree follows where it holds what is staged: one with other edits keeps them, and they
 * stay unstaged. Returns remarks for people.
 */
export async function stageTexts(
  project: HookProject,
  { staged, plan }: Planned,
): Promise<readonly string[]> {
  const { root } = project
  const changes = await changesOf(root, { staged, plan }, {})
  const { notes } = await updateWorkTree(
    project,
    changes.filter(({ path }) => !staged.skipped.has(path)),
    {
      isOwn: (path, id) => staged.files.get(path)?.id === id,
      isTracked: () => true,
      edited: (path) =>
        `${safeText(path)} is fixed where it is staged; in the work tree it has other edits, and stays as it is`,
      git: {},
    },
  )
  await changeIndex(root, changes, { skipped: staged.skipped })
  return notes
}

/** A rebuild whose new files git has, by id. */
type Stored = { readonly rebuild: Rebuild; readonly changes: readonly RebuiltFile[] }

/**
 * Takes back what an earlier hook wrote into the work tree for a commit that was given up, and what this one does not write: the
 * file becomes what is staged again, while it still holds exactly what that hook wrote.
 */
async function takeBackOthers(
  project: HookProject,
  { rebuild: { staged }, changes }: Stored,
  { ahead, git }: { readonly ahead: readonly AheadFile[]; readonly git: GitOptions },
): Promise<void> {
  const touched = new Set(changes.map(({ path }) => path))
  const left = ahead.filter(({ path, id }) => !touched.has(path) && staged.files.get(path)?.id !== id)
  const back = [...new Set(left.map(({ path }) => path))].map((path) => {
    const file = staged.files.get(path)
    const blob = file?.id ? { id: file.id, executable: file.mode === 'executable' } : null
    return { path, blob, text: new Uint8Array() }
  })
  await updateWorkTree(project, back, {
    isOwn: (path, id) => left.some((one) => one.path === path && one.id === id),
    isTracked: () => true,
    git,
  })
}

type Writing = {
  /** Of the index that stays: what the work tree follows. */
  readonly last: Stored
  readonly ahead: readonly AheadFile[]
  readonly known: Known & { readonly generated: GeneratedIds }
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
  { staged, plan }: Planned,
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

/** A rebuilt file as it is staged, and the bytes that a rebuild gave, before any content filter. */
type RebuiltFile = StagedChange & { readonly text: Uint8Array }

type WorkTreeRules = {
  /** True for a content that may be replaced: it is in the last commit, was staged, or memkeep wrote it. */
  readonly isOwn: (path: string, id: string) => boolean
  /** Something of this name was staged before. */
  readonly isTracked: (path: string) => boolean
  /** Said of a file that is left because it has other edits. */
  readonly edited?: (path: string) => string
  readonly git: GitOptions
}

/** Paths that were written, and a remark for every file that was left. */
type WorkTreeUpdate = { readonly written: readonly string[]; readonly notes: readonly string[] }

/** What is on disk now, and what is to be there; null for nothing. */
type Step = { readonly path: string; readonly before: Uint8Array | null; readonly after: Uint8Array | null }

/**
 * Brings derived files of the work tree up to what is staged, where that loses nothing: a file that was edited or
 * deleted stays as it is.
 */
async function updateWorkTree(
  project: HookProject,
  changes: readonly RebuiltFile[],
  rules: WorkTreeRules,
): Promise<WorkTreeUpdate> {
  const steps: Step[] = []
  const notes: string[] = []
  for (const change of changes) {
    const next = await stepFor(project.root, change, rules)
    if (next === 'edited') notes.push((rules.edited ?? edited)(change.path))
    else if (next) steps.push(next)
  }
  const plan = new Map<string, PlannedFile>()
  for (const { path, after } of steps) {
    const text = after && decodeText(after)
    // A content filter may turn it into something other than text: git checks that out.
    if (text && 'problem' in text) continue
    plan.set(path, text ? { kind: 'text', text: text.text } : { kind: 'delete' })
  }
  const expected = new Map(steps.map(({ path, before }) => [path, before]))
  const scratch = scratchFolder(project.repository.gitDir)
  // Git has stored what is written here.
  const { written, refused } = applyWritePlan(project.root, plan, expected, { scratch, durable: false })
  return {
    written,
    notes: [
      ...notes,
      ...refused.map(({ path, reason }) => `${safeText(path)} in the work tree was left as it is: ${reason}`),
    ],
  }
}

async function stepFor(
  root: string,
  { path, blob, text }: RebuiltFile,
  { isOwn, isTracked, git }: WorkTreeRules,
): Promise<Step | 'edited' | null> {
  const checkedOut = async (): Promise<Uint8Array | null> =>
    blob && readFilteredBlob(root, { path, id: blob.id }, git)
  if (!isThere(join(root, path))) {
    // A tracked file that was deleted is not written again.
    return !blob || isTracked(path) ? null : { path, before: null, after: await checkedOut() }
  }
  const format = blob?.id.length === 64 ? 'sha256' : 'sha1'
  const content = (await readFiles(root, [path], { format })).get(path)
  if (!content || 'failure' in content) return 'edited'
  const { bytes } = content
  if (content.id === blob?.id) return null
  if (isOwn(path, content.id)) {
    // On disk it is as git stores it: the new one needs no conversion either.
    const isPlain = blob !== null && blobId(text, format) === blob.id
    return { path, before: bytes, after: isPlain ? text : await checkedOut() }
  }
  const cleaned = await filteredBlobId(root, { path, bytes }, git)
  if (cleaned === blob?.id) return null
  return isOwn(path, cleaned) ? { path, before: bytes, after: await checkedOut() } : 'edited'
}

function edited(path: string): string {
  return `${safeText(path)} is rebuilt in the commit; the one in the work tree was left because it has other edits`
}

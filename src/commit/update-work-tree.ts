import { join } from 'node:path'
import { safeText } from '../core/safe-text.ts'
import type { PlannedFile } from '../core/write-plan.ts'
import { decodeText } from '../formats/decode-text.ts'
import { blobId, readFiles } from '../fs/read-files.ts'
import { isThere } from '../fs/stat.ts'
import { scratchFolder } from '../fs/sweep.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { filteredBlobId, readFilteredBlob, type StagedChange } from '../git/change-index.ts'
import type { GitOptions } from '../git/run-git.ts'
import type { HookProject } from './hook-request.ts'

/** A rebuilt file as it is staged, and the bytes that a rebuild gave, before any content filter. */
export type RebuiltFile = StagedChange & { readonly text: Uint8Array }

export type WorkTreeRules = {
  /** True for a content that may be replaced: it is in the last commit, was staged, or memkeep wrote it. */
  readonly isOwn: (path: string, id: string) => boolean
  /** Something of this name was staged before. */
  readonly isTracked: (path: string) => boolean
  readonly git: GitOptions
}

/** Paths that were written, and a remark for every file that was left. */
export type WorkTreeUpdate = { readonly written: readonly string[]; readonly notes: readonly string[] }

/** What is on disk now, and what is to be there; null for nothing. */
type Step = { readonly path: string; readonly before: Uint8Array | null; readonly after: Uint8Array | null }

/**
 * Brings derived files of the work tree up to what is staged, where that loses nothing: a file that was edited or
 * deleted stays as it is.
 */
export async function updateWorkTree(
  project: HookProject,
  changes: readonly RebuiltFile[],
  rules: WorkTreeRules,
): Promise<WorkTreeUpdate> {
  const steps: Step[] = []
  const notes: string[] = []
  for (const change of changes) {
    const next = await stepFor(project.root, change, rules)
    if (next === 'edited') notes.push(edited(change.path))
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
  if (!isThere(join(root, path))) {
    // A tracked file that was deleted is not written again.
    if (!blob || isTracked(path)) return null
    return { path, before: null, after: await readFilteredBlob(root, { path, id: blob.id }, git) }
  }
  const format = blob?.id.length === 64 ? 'sha256' : 'sha1'
  const content = (await readFiles(root, [path], { format })).get(path)
  if (!content || 'failure' in content) return 'edited'
  const { bytes } = content
  if (content.id === blob?.id) return null
  if (isOwn(path, content.id)) {
    if (!blob) return { path, before: bytes, after: null }
    // On disk it is as git stores it: the new one needs no conversion either.
    if (blobId(text, format) === blob.id) return { path, before: bytes, after: text }
    return { path, before: bytes, after: await readFilteredBlob(root, { path, id: blob.id }, git) }
  }
  const cleaned = await filteredBlobId(root, { path, bytes }, git)
  if (cleaned === blob?.id) return null
  if (!isOwn(path, cleaned)) return 'edited'
  if (!blob) return { path, before: bytes, after: null }
  return { path, before: bytes, after: await readFilteredBlob(root, { path, id: blob.id }, git) }
}

function edited(path: string): string {
  return `${safeText(path)} is rebuilt in the commit; the one in the work tree was left because it has other edits`
}

import { resolve } from 'node:path'
import { type Claim, type Layout, wantedLayouts } from '../core/layout.ts'
import type { Join } from '../core/merge-sides.ts'
import { UserError } from '../core/messages.ts'
import type { Settings } from '../core/settings.ts'
import { literalSnapshot } from '../core/snapshot.ts'
import type { Kind } from '../core/source.ts'
import { loadSettings, SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { replaceFile } from '../fs/atomic-write.ts'
import { gitDirectoryOnDisk } from '../fs/git-directory.ts'
import { isThere } from '../fs/read-files.ts'
import { scratchFolder } from '../fs/sweep.ts'
import { readBytes } from '../fs/text-files.ts'
import { layouts } from '../layouts/index.ts'
import type { Contents, MergeOutcome, MergeRequest } from './merge-as-text.ts'

/** The answer of a merge driver: 0 for merged, 1 when a conflict is left in the file; and remarks for people. */
export type MergeAnswer = { readonly code: 0 | 1; readonly notes: readonly string[] }

/** The layout of a file, its claim to the file, and how files of that kind are merged. */
type Claimed = {
  readonly layout: Layout
  readonly claim: Claim
  readonly kind: Kind
  readonly merge: Join
}

/**
 * Merges one file for git, into our version of it. On any failure both sides are left in the file as one conflict.
 * Throws `UserError` when the files cannot be read or written: git then keeps ours and reports a conflict.
 */
export async function runMergeDriver(request: MergeRequest): Promise<MergeAnswer> {
  const contents = readContents(request)
  const outcome = await mergeByKind(contents, request).catch((error: unknown) =>
    failed(contents, request, error),
  )
  writeResult(request, outcome)
  return { code: outcome.conflicts > 0 ? 1 : 0, notes: outcome.notes }
}

function readContents({ cwd, files }: MergeRequest): Contents {
  const read = (name: keyof Contents): Buffer => {
    try {
      return readBytes(resolve(cwd, files[name]))
    } catch (cause) {
      throw new UserError(`the file ${files[name]} cannot be read`, 'Git names it: run a merge.', cause)
    }
  }
  return { base: read('base'), ours: read('ours'), theirs: read('theirs') }
}

async function mergeByKind(contents: Contents, request: MergeRequest): Promise<MergeOutcome> {
  const settings = await settingsOf(request)
  const claimed = claimOf(request.path, settings)
  if (!claimed) {
    const { mergeAsText } = await import('./merge-as-text.ts')
    return mergeAsText(contents, request)
  }
  const { layout, claim, kind, merge } = claimed
  if (merge.by === 'derived') {
    const { mergeDerivedFile } = await import('./merge-derived-file.ts')
    return mergeDerivedFile(contents, request, { layout, claim, merge, settings })
  }
  const { mergeTexts } = await import('./merge-texts.ts')
  return mergeTexts(contents, request, { layout, kind, merge, settings })
}

/** Git runs drivers at the top of the work tree, before it writes anything there. */
async function settingsOf({ cwd, config }: MergeRequest): Promise<Settings> {
  const own = isThere(resolve(cwd, SETTINGS_FILE)) ? SETTINGS_FILE : undefined
  const snapshot = literalSnapshot({})
  return loadSettings({ snapshot, cwd, config: config ?? own, top: cwd, extendedOnDisk: true, skip: [] })
}

/**
 * The first claim of a kind that is not merged as any text. Whether the layouts in front are in use is not asked: that takes
 * more than one file, and their texts lose nothing where they do read as logs.
 */
function claimOf(path: string, settings: Settings): Claimed | null {
  for (const layout of wantedLayouts(layouts, settings)) {
    const claim = layout.claim(path, 'file', settings)
    const kind = claim && layout.kinds.find(({ id }) => id === claim.kind)
    if (claim && kind?.merge) return { layout, claim, kind, merge: kind.merge }
  }
  return null
}

async function failed(contents: Contents, request: MergeRequest, error: unknown): Promise<MergeOutcome> {
  const { bothSides } = await import('./merge-as-text.ts')
  const reason = error instanceof Error ? error.message : String(error)
  return bothSides(contents, request, `the merge failed (${reason})`)
}

function writeResult({ cwd, files }: MergeRequest, { bytes }: MergeOutcome): void {
  try {
    const gitDir = gitDirectoryOnDisk(cwd)?.gitDir
    // A kill at this point leaves no file in the work tree that could be committed.
    const scratch = gitDir === undefined ? undefined : scratchFolder(gitDir)
    replaceFile(resolve(cwd, files.ours), { bytes, mode: null }, { durable: false, scratch })
  } catch (cause) {
    throw new UserError(`the result cannot be written to ${files.ours}`, 'Merge the file by hand.', cause)
  }
}

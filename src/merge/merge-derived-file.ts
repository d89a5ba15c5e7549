import type { Document } from '../core/document.ts'
import { type Claim, derivationOf, type Layout } from '../core/layout.ts'
import type { DerivedTexts, Join } from '../core/merge-sides.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { overlay } from '../core/write-plan.ts'
import { memoryOf } from '../engine/claims.ts'
import type { MemoryContext } from '../engine/context.ts'
import { factsInMemory } from '../engine/documents/facts.ts'
import { loadDocuments, stageDocument } from '../engine/documents/load-documents.ts'
import { mostUsedBreak, plainBreaks } from '../formats/line-end.ts'
import { mergeLines } from '../formats/merge/merge-lines.ts'
import { blobId } from '../fs/read-files.ts'
import { blobIds } from '../git/history.ts'
import { mergeTree } from '../git/merge.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import { type Contents, type MergeOutcome, type MergeRequest, mergeAsText } from './merge-as-text.ts'

/** The layout, kind and settings of a derived file, and how its sides are joined. */
export type DerivedClaim = {
  readonly layout: Layout
  readonly claim: Claim
  readonly merge: Extract<Join, { readonly by: 'derived' }>
  readonly settings: Settings
}

/**
 * Merges a derived file: rebuilt from the result of the whole merge where git can give that, else joined from the
 * contents of the sides. Only people's words in it that both sides changed are a conflict.
 */
export async function mergeDerivedFile(
  contents: Contents,
  request: MergeRequest,
  claimed: DerivedClaim,
): Promise<MergeOutcome> {
  const joined = await joinedTexts(contents, request, claimed)
  if (!joined) return asText(contents, request)
  const merged = await mergedSnapshot(contents, request)
  const texts = merged ? await rebuilt(joined, merged, { request, claimed }) : joined
  const lines = mergeLines(texts, { size: request.markSize, lineBreak: mostUsedBreak(texts.ours) })
  const { conflicts, text } = lines
  const notes =
    conflicts > 0 ? [`${request.path}: both sides changed the same words; all counts are merged`] : []
  return { bytes: sameBytes(contents, text) ?? Buffer.from(text, 'utf8'), conflicts, notes }
}

async function joinedTexts(
  contents: Contents,
  { path }: MergeRequest,
  { layout, claim, merge, settings }: DerivedClaim,
): Promise<DerivedTexts | null> {
  const file = { path, id: null, mode: 'file' as const }
  const context = withoutRules(layout, settings)
  const [bare = layout] = context.layouts
  const read = (bytes: Buffer): Promise<Document> =>
    stageDocument({ file, layout: bare, claim, rivals: [] }, { bytes, id: '' }, context)
  const [base, ours, theirs] = [
    await read(contents.base),
    await read(contents.ours),
    await read(contents.theirs),
  ]
  return merge.join({ base, ours, theirs })
}

async function asText(contents: Contents, request: MergeRequest): Promise<MergeOutcome> {
  const outcome = await mergeAsText(contents, request)
  const note = `${request.path}: a side of it cannot be read, so it was merged as text; rebuild it with memkeep index`
  return { ...outcome, notes: [...outcome.notes, note] }
}

/** The rebuilt form of each text in the merged tree, from the files below the derived file's own folder. */
async function rebuilt(
  texts: DerivedTexts,
  merged: Snapshot,
  { request, claimed }: { request: MergeRequest; claimed: DerivedClaim },
): Promise<DerivedTexts> {
  const known = new Map<string, string>()
  for (const text of new Set([texts.base, texts.ours, texts.theirs])) {
    known.set(text, await rebuiltText(text, merged, { path: request.path, ...claimed }))
  }
  const get = (text: string): string => known.get(text) ?? text
  return { base: get(texts.base), ours: get(texts.ours), theirs: get(texts.theirs) }
}

async function rebuiltText(
  text: string,
  merged: Snapshot,
  { path, layout, settings }: DerivedClaim & { path: string },
): Promise<string> {
  const snapshot = overlay(merged, new Map([[path, { kind: 'text', text }]]))
  const context = withoutRules(layout, settings)
  const { documents } = await loadDocuments(snapshot, context)
  const memory = memoryOf(layout, snapshot, documents, context)
  const planned = derivationOf(layout, memory).plan.get(path)
  return planned?.kind === 'text' ? planned.text : text
}

/** Reads documents of one layout without findings. */
function withoutRules(layout: Layout, settings: Settings): MemoryContext {
  const layouts = [{ ...layout, rules: [] }]
  // Derived files do not depend on the day.
  return { layouts, rules: [], settings, facts: factsInMemory(), today: '9999-12-31' }
}

/** A file that the merge leaves as one side has it keeps that side's bytes, with line breaks and byte order mark. */
function sameBytes({ ours, theirs }: Contents, text: string): Buffer | undefined {
  return [ours, theirs].find(
    (bytes) => plainBreaks(bytes.toString('utf8').replace(/^\uFEFF/, '')) === plainBreaks(text),
  )
}

/** Set for git while it merges for us, so that the driver that it starts again does not recurse. */
const GUARD = 'MEMKEEP_MERGING'

/** The variables in which `git merge` names the commits that it merges. */
const HEAD_NAME = /^GITHEAD_([0-9a-f]{40}|[0-9a-f]{64})$/

/**
 * The result of the merge that git is doing, below the folder of the merged file. Null where git does not name what
 * it merges (rebase, cherry-pick), merges something else first (the common ancestors of branches that crossed),
 * leaves a conflict there, or is too old.
 */
async function mergedSnapshot(contents: Contents, request: MergeRequest): Promise<Snapshot | null> {
  const { cwd, env, path } = request
  const heads = Object.keys(env).flatMap((name) => HEAD_NAME.exec(name)?.[1] ?? [])
  const [other] = heads
  if (env[GUARD] !== undefined || other === undefined || heads.length > 1) return null
  if (!(await isThatMerge(contents, other, request))) return null
  const merged = await mergeTree(cwd, other, { hook: true, env: { [GUARD]: '1' } })
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (!merged || merged.conflicted.some((one) => one !== path && one.startsWith(folder))) return null
  const whole = await openCommit(cwd, merged.tree, { hook: true })
  return { ...whole, files: new Map([...whole.files].filter(([one]) => one.startsWith(folder))) }
}

/** True when the two sides are the exact files of HEAD and of the other commit. */
async function isThatMerge(
  { ours, theirs }: Contents,
  other: string,
  { cwd, path }: MergeRequest,
): Promise<boolean> {
  const ids = await blobIds(cwd, ['HEAD', other], { path, hook: true })
  const format = other.length === 64 ? 'sha256' : 'sha1'
  return ids !== null && ids[0] === blobId(ours, format) && ids[1] === blobId(theirs, format)
}

import { textList } from '../core/json.ts'
import { tallies } from '../core/memory-overview.ts'
import { safeText, UserError } from '../core/messages.ts'
import { compareText } from '../core/text.ts'
import { overlay, type WritePlan } from '../core/write-plan.ts'
import { checkMemory, type LoadedSide, loadSide } from '../engine/check-memory.ts'
import { type ClaimedFile, claimFiles } from '../engine/claims.ts'
import { withFocus } from '../engine/context.ts'
import { copyReplaced, plannedTexts, planRebuild, replacedUnread } from '../engine/derived-files.ts'
import { readExpected } from '../engine/fixes.ts'
import { partsOf as locksOf } from '../engine/locked-write.ts'
import { assertMemory, type MemoryRequest, type OpenMemory } from '../engine/open-memory.ts'
import { focusOnParts, inBatches, partsOf } from '../engine/parts/parts-of.ts'
import { LONGEST_TAG, nearest, writtenTag } from '../formats/names.ts'
import type { TagRename } from '../formats/tag-lists.ts'
import { CHANGED, type Expected, type WriteResult } from '../fs/write-plan.ts'
import { readOnce } from '../snapshot/project.ts'
import { isOnlyRenamed, type LeftFile, NOT_ONLY_RENAMED, planTagEdits, type TagEdits } from './tag-edits.ts'
import { type CheckedWrite, remarksOn, tryRun, writeUnderLocks } from './write-checked.ts'

/** One run of `memkeep rename-tag`. */
type RenameOptions = MemoryRequest & { readonly rename: TagRename; readonly dryRun: boolean }

/** What a rename did, or with `dryRun` would do. */
export type RenameResult = CheckedWrite &
  TagRename & {
    /** How often the tag is renamed, or removed where the new one is in the same list. */
    readonly places: number
    /** Files with such a place. */
    readonly files: number
    /** Files that have the tag, or cannot be read, and stay as they are. */
    readonly left: readonly LeftFile[]
    /** Where nothing has the tag: the one that was probably meant. */
    readonly meant: string | null
  }

const NOTHING = { written: [], refused: [] }

/**
 * Renames a tag wherever a layout keeps it, as splices, and rebuilds what is derived. The result is checked before it is
 * written: files say the same but for the tag, and no error is new. What stays is named. Throws `UserError` for a name that
 * is no tag, for a rename that would make an error, and for a memory that is written to all the time.
 */
export async function runRenameTag(options: RenameOptions): Promise<RenameResult> {
  assertTags(options.rename)
  const result = await tryRun(options, (memory) => renameOnce(memory, options))
  if (result) return result
  throw new UserError('the memory is changed again and again', 'Try again: nothing was renamed.')
}

/** Null when a file changed after it was read: nothing was written. A few parts at a time are in memory. */
async function renameOnce(
  memory: OpenMemory,
  { rename, dryRun }: RenameOptions,
): Promise<RenameResult | null> {
  const { project, after: snapshot } = memory
  const claimed = claimFiles(snapshot, memory)
  if (claimed.length === 0)
    assertMemory(memory, 0, (await checkMemory({ ...memory, before: null })).diagnostics)
  const all: Renamed[] = []
  const focusOn = focusOnParts(claimed, memory)
  for (const parts of inBatches(partsOf(claimed, memory), (part) => part)) {
    // No file is new: what lies at the places of layouts that are off is as it was.
    const view = { ...withFocus(memory, focusOn(parts)), after: readOnce(snapshot), unsigned: [] }
    const files = parts.flatMap((part) => part.files)
    const one = await renameIn(view, { rename, claimed: files })
    if (!one) return null
    all.push(one)
    memory.facts.release?.()
  }
  const edited: WritePlan = new Map(all.flatMap((one) => [...one.edited]))
  const rebuild: WritePlan = new Map(all.flatMap((one) => [...one.rebuild]))
  const left = all.flatMap((one) => one.left)
  const before = new Map(all.flatMap((one) => [...one.before]))
  const plan: WritePlan = new Map([...edited, ...rebuild])
  const tags = tallies(all.flatMap((one) => one.tags)).map(({ name }) => name)
  const result = {
    ...rename,
    places: all.reduce((sum, one) => sum + one.places, 0),
    files: edited.size,
    left: [...left].sort((a, b) => compareText(a.path, b.path)),
    meant: plan.size + left.length === 0 ? (nearest(rename.from, tags) ?? null) : null,
    notes: all.flatMap((one) => one.notes),
    plan: plannedTexts(plan, before),
  }
  if (dryRun || plan.size === 0) return { ...result, ...NOTHING }
  const copies: string[] = []
  for (const { replaced } of all)
    if (replaced) copies.push(...(await copyReplaced(project, snapshot, replaced)))
  const move = { move: edited, rebuild, before }
  const written = await writeUnderLocks(project, move, locksOfPath(memory))
  if (isChanged(written)) return null
  return { ...result, notes: [...result.notes, ...copies], ...written }
}

/** What a rename does in some parts of the memory. */
type Renamed = {
  readonly edited: WritePlan
  readonly rebuild: WritePlan
  readonly before: Expected
  readonly places: number
  readonly left: readonly LeftFile[]
  readonly notes: readonly string[]
  /** Every tag that is used, as often as it is. */
  readonly tags: readonly string[]
  /** Derived files that cannot be read, and that the rename replaces. */
  readonly replaced: Parameters<typeof copyReplaced>[2] | null
}

/** Null when a file changed after it was read. */
async function renameIn(
  memory: OpenMemory,
  { rename, claimed }: { readonly rename: TagRename; readonly claimed: readonly ClaimedFile[] },
): Promise<Renamed | null> {
  const { after: snapshot } = memory
  const side = await loadSide(snapshot, memory)
  const found = await planTagEdits({ rename, snapshot, side, claimed }, memory)
  if (!found) return null
  const tags = tagsIn(side)
  const none = { edited: NO_PLAN, rebuild: NO_PLAN, before: new Map(), places: 0, notes: [], replaced: null }
  if (found.edited.size + found.derived.size === 0) return { ...none, left: found.left, tags }
  const { edits, after } = await withoutOtherChanges(found, { rename, side, memory })
  const { edited, derived, places, left } = edits
  const stale = await planRebuild(side, after, memory)
  const rebuild: WritePlan = new Map([...derived, ...stale])
  const plan: WritePlan = new Map([...edited, ...rebuild])
  const notes = plan.size === 0 ? [] : await assertNoNewError(plan, memory)
  const isReplaced = [...replacedUnread(after.memories)].some((path) => rebuild.has(path))
  return {
    edited,
    rebuild,
    before: await readExpected(snapshot, plan),
    places: [...places.values()].reduce((sum, count) => sum + count, 0),
    left,
    notes,
    tags,
    replaced: isReplaced ? { memories: after.memories, plan: rebuild } : null,
  }
}

const NO_PLAN: WritePlan = new Map()

type Comparison = { readonly rename: TagRename; readonly side: LoadedSide; readonly memory: OpenMemory }

/** The edits without files that would say something else than before in more than the tag, and the result, read. */
async function withoutOtherChanges(
  edits: TagEdits,
  { rename, side, memory }: Comparison,
): Promise<{ readonly edits: TagEdits; readonly after: LoadedSide }> {
  const planned = new Map([...edits.edited, ...edits.derived])
  const after = await loadSide({ ...memory.after, ...overlay(memory.after, planned) }, memory)
  const now = new Map(after.documents.map((document) => [document.path, document]))
  const wrong = side.documents
    .filter((one) => edits.edited.has(one.path) && !isOnlyRenamed(one, now.get(one.path), rename))
    .map(({ path }) => path)
  if (wrong.length === 0) return { edits, after }
  const stays = new Set(wrong)
  const left = wrong.map((path) => ({ path, reason: NOT_ONLY_RENAMED }))
  const kept: TagEdits = {
    edited: new Map([...edits.edited].filter(([path]) => !stays.has(path))),
    derived: new Map(),
    places: new Map([...edits.places].filter(([path]) => !stays.has(path))),
    left: [...edits.left, ...left],
  }
  return withoutOtherChanges(kept, { rename, side, memory })
}

function tagsIn({ documents }: LoadedSide): string[] {
  return documents.flatMap(({ items, frontMatter }) => [
    ...items.flatMap(({ tags = [] }) => tags),
    ...textList(frontMatter?.tags),
  ])
}

/** Throws `UserError` for an error that the change brings; returns a remark for each warning. */
async function assertNoNewError(plan: WritePlan, memory: OpenMemory): Promise<string[]> {
  const change = { ...memory, after: overlay(memory.after, plan), before: memory.after }
  const { diagnostics } = await checkMemory(change)
  return remarksOn(
    diagnostics.filter((one) => one.new !== false),
    'the rename',
  )
}

/** The names of the locks of every layout that a path is of. */
function locksOfPath({ layouts, settings }: OpenMemory): (path: string) => readonly string[] {
  return (path) =>
    layouts
      .filter((layout) => layout.claim(path, 'file', settings) !== null)
      .flatMap((layout) => locksOf([path], layout, settings))
}

/** True when no file was written, because one had changed after the plan was made. */
function isChanged({ written, refused }: WriteResult): boolean {
  return written.length === 0 && refused.length > 0 && refused.every(({ reason }) => reason === CHANGED)
}

function assertTags({ from, to }: TagRename): void {
  if (from.trim() === '' || to.trim() === '') {
    throw new UserError('rename-tag needs two tags', 'For example: memkeep rename-tag nodejs node.js.')
  }
  if (from === to) throw new UserError('the new tag is the old one', 'Give another name.')
  const written = writtenTag(to)
  if (written === to) return
  const shown = safeText(JSON.stringify(to.slice(0, LONGEST_TAG)))
  if (written !== null) {
    throw new UserError(`${shown} is not how a tag is written`, `Write it as ${written}.`)
  }
  throw new UserError(
    `${shown} cannot be a tag`,
    `Write a tag of at most ${LONGEST_TAG} lower-case letters, digits and hyphens.`,
  )
}

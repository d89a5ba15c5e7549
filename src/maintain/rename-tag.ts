import { textList } from '../core/json.ts'
import { tallies } from '../core/memory-overview.ts'
import { safeText, UserError } from '../core/messages.ts'
import { compareText } from '../core/text.ts'
import { overlay, type WritePlan } from '../core/write-plan.ts'
import { type Checked, checkMemory } from '../engine/check-memory.ts'
import { claimFiles } from '../engine/claims.ts'
import { copyReplaced, plannedTexts, planRebuild } from '../engine/derived-files.ts'
import { readExpected } from '../engine/fixes.ts'
import { partsOf } from '../engine/locked-write.ts'
import { assertMemory, type MemoryRequest, type OpenMemory } from '../engine/open-memory.ts'
import { LONGEST_TAG, nearest, writtenTag } from '../formats/names.ts'
import type { TagRename } from '../formats/tag-lists.ts'
import { CHANGED, type WriteResult } from '../fs/write-plan.ts'
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
  const result = await tryRun(options, (memory) =>
    renameOnce({ ...memory, after: readOnce(memory.after) }, options),
  )
  if (result) return result
  throw new UserError('the memory is changed again and again', 'Try again: nothing was renamed.')
}

/** Null when a file changed after it was read: nothing was written. */
async function renameOnce(
  memory: OpenMemory,
  { rename, dryRun }: RenameOptions,
): Promise<RenameResult | null> {
  const { project, after: snapshot } = memory
  const checked = await checkMemory({ ...memory, before: null })
  const { documents, diagnostics } = checked
  assertMemory(memory, documents.length, diagnostics)
  const claimed = claimFiles(snapshot, memory)
  const found = await planTagEdits({ rename, snapshot, checked, claimed }, memory)
  if (!found) return null
  const { edits, after } = await withoutOtherChanges(found, { rename, checked, memory })
  const { edited, derived, places } = edits
  const memories = { snapshot: overlay(snapshot, new Map([...edited, ...derived])), memories: after.memories }
  const stale = await planRebuild({ snapshot, memories: checked.memories }, memories, memory)
  const rebuild: WritePlan = new Map([...derived, ...stale])
  const plan: WritePlan = new Map([...edited, ...rebuild])
  const said = {
    ...rename,
    places: [...places.values()].reduce((sum, count) => sum + count, 0),
    files: edited.size,
    left: [...edits.left].sort((a, b) => compareText(a.path, b.path)),
    meant: plan.size + edits.left.length === 0 ? (nearest(rename.from, tagsIn(checked)) ?? null) : null,
  }
  const notes = plan.size === 0 ? [] : await assertNoNewError(plan, memory)
  memory.facts.save?.()
  const before = await readExpected(snapshot, plan)
  const result = { ...said, notes, plan: plannedTexts(plan, before) }
  if (dryRun || plan.size === 0) return { ...result, ...NOTHING }
  const copies = await copyReplaced(project, snapshot, { memories: after.memories, plan: rebuild })
  const move = { move: edited, rebuild, before }
  const written = await writeUnderLocks(project, move, partsOfPlan(plan, memory))
  if (isChanged(written)) return null
  return { ...result, notes: [...notes, ...copies], ...written }
}

type Comparison = { readonly rename: TagRename; readonly checked: Checked; readonly memory: OpenMemory }

/** The edits without files that would say something else than before in more than the tag, and the check of the result. */
async function withoutOtherChanges(
  edits: TagEdits,
  { rename, checked, memory }: Comparison,
): Promise<{ readonly edits: TagEdits; readonly after: Checked }> {
  const planned = new Map([...edits.edited, ...edits.derived])
  const after = await checkMemory({ ...memory, after: overlay(memory.after, planned), before: null })
  const now = new Map(after.documents.map((document) => [document.path, document]))
  const wrong = checked.documents
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
  return withoutOtherChanges(kept, { rename, checked, memory })
}

function tagsIn({ documents }: Checked): string[] {
  const tags = documents.flatMap(({ items, frontMatter }) => [
    ...items.flatMap(({ tags = [] }) => tags),
    ...textList(frontMatter?.tags),
  ])
  return tallies(tags).map(({ name }) => name)
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

/** The names of the locks of every layout that the plan touches. */
function partsOfPlan(plan: WritePlan, { layouts, settings }: OpenMemory): readonly string[] {
  const parts = layouts.flatMap((layout) => {
    const own = [...plan.keys()].filter((path) => layout.claim(path, 'file', settings) !== null)
    return partsOf(own, layout, settings)
  })
  return parts.sort()
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

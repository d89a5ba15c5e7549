import { type ItemAt, type ItemChange, itemChanges, itemsIn } from '../core/changes/item-changes.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Document, Item } from '../core/document.ts'
import type { ArchiveChoice, Archiving } from '../core/layout.ts'
import { safePath, safeText, UserError } from '../core/messages.ts'
import { overlay, type WritePlan } from '../core/write-plan.ts'
import { type Checked, checkMemory } from '../engine/check-memory.ts'
import { type ClaimedFile, claimFiles } from '../engine/claims.ts'
import type { MemoryContext } from '../engine/context.ts'
import { copyReplaced, type PlannedTexts, plannedTexts, planRebuild } from '../engine/derived-files.ts'
import { readSources } from '../engine/documents/load-documents.ts'
import { readExpected } from '../engine/fixes.ts'
import { partsOf } from '../engine/locked-write.ts'
import type { MemoryRequest, OpenMemory } from '../engine/open-memory.ts'
import { ignoredPaths, stageCommand } from '../git/path-status.ts'
import { type OpenSnapshot, type Project, projectPath, readOnce } from '../snapshot/project.ts'
import { type CheckedWrite, remarksOn, tryRun, writeUnderLocks } from './write-checked.ts'

/** One run of `memkeep archive`. */
type ArchiveOptions = MemoryRequest & {
  /** Where the shell is. */
  readonly from: string
  /** The file whose items are moved. */
  readonly file: string
  readonly choice: ArchiveChoice
  readonly dryRun: boolean
}

/** What archiving did, or with `dryRun` would do. */
export type ArchiveResult = CheckedWrite & {
  /** The numbers of items that were moved and that stay. */
  readonly moved: number
  readonly kept: number
  /** The command that stages all of it; null when not all files were written, when none was, or where git is not used. */
  readonly stage: string | null
}

/**
 * Moves the oldest items of a file, or one of them, to its archive, and rebuilds what is derived. The result is
 * checked before it is written: every item is there unchanged, and no error is new. Throws `UserError` for a file
 * that has no archive, cannot be split, or is written to all the time.
 */
export async function runArchive(options: ArchiveOptions): Promise<ArchiveResult> {
  const result = await tryRun(options, (memory) => archiveOnce(memory, options))
  if (result) return result
  throw new UserError(`${safeText(options.file)} is being written to`, 'Try again: nothing was moved.')
}

/** The result of a run that writes no file. */
const NOTHING = { written: [], refused: [], stage: null }

/** Null when a file changed between two reads of it: a plan from both would be wrong for either. */
async function archiveOnce(memory: OpenMemory, options: ArchiveOptions): Promise<ArchiveResult | null> {
  const { project } = memory
  const claimed = claimFiles(memory.after, memory)
  const one = claimedFile(claimed, { project, snapshot: memory.after, file: options.file })
  const check = (after: OpenSnapshot): Promise<Checked> => checkMemory({ ...memory, after })
  const checked = await check(memory.after)
  const snapshot = readOnce(memory.after)
  const answer = await askLayout(one, { snapshot, checked, claimed, choice: options.choice }, memory)
  if (!answer) return null
  const { moved, plan: move } = answer
  const kept = countIn(checked, one.file.path) - moved
  if (move.size === 0) return { moved, kept, ...NOTHING, notes: [], plan: new Map() }
  await assertNotIgnored(project, [...move.keys()])
  const after = overlay(snapshot, move)
  const { memories } = await check(after)
  const rebuild = await planRebuild(
    { snapshot, memories: checked.memories },
    { snapshot: after, memories },
    memory,
  )
  const plan: WritePlan = new Map([...move, ...rebuild])
  const moveMade = await check(overlay(snapshot, plan))
  if (kept > 0) assertStillRead(checked, moveMade)
  const notes = assertOnlyMoved(checked, moveMade, options.file)
  memory.facts.save?.()
  const before = await readExpected(snapshot, plan)
  const result = { moved, kept, notes, plan: plannedTexts(plan, before) }
  if (options.dryRun) return { ...result, ...NOTHING }
  const copies = await copyReplaced(project, snapshot, { memories, plan: rebuild })
  const written = await writeUnderLocks(project, { move, rebuild, before }, (path) =>
    partsOf([path], one.layout, memory.settings),
  )
  const stage = written.refused.length > 0 ? null : await staged(project, result.plan, options.from)
  return { ...result, notes: [...notes, ...copies], ...written, stage }
}

/** A commit of the log alone, without a new archive, would lose entries. */
async function staged({ repository }: Project, plan: PlannedTexts, from: string): Promise<string | null> {
  if (!repository) return null
  const changes = [...plan].map(([path, { after }]) => ({ base: 'root', path, text: after }) as const)
  return stageCommand(changes, { top: repository.top, from })
}

/** An entry in a file that git ignores is in no commit, and is lost with the next cleaning. */
async function assertNotIgnored({ repository }: Project, paths: readonly string[]): Promise<void> {
  if (!repository) return
  const [ignored] = await ignoredPaths(repository.top, paths)
  if (ignored === undefined) return
  throw new UserError(
    `git ignores ${safeText(ignored)}`,
    'Take it out of the ignore rules: nothing was moved.',
  )
}

type Wanted = { readonly project: Project; readonly snapshot: OpenSnapshot; readonly file: string }

function claimedFile(claimed: readonly ClaimedFile[], { project, snapshot, file }: Wanted): ClaimedFile {
  const path = projectPath(project, file)
  // Advice names paths from the top of the project, wherever the shell is.
  const named = snapshot.files.has(path) ? path : file
  const found = claimed.find((one) => one.file.path === named)
  if (found) return found
  const what = snapshot.files.has(path) ? 'is no file of memory' : 'is no file of the work tree'
  throw new UserError(`${safeText(file)} ${what}`, 'Give the path of a log.')
}

type Asked = {
  readonly snapshot: OpenSnapshot
  readonly checked: Checked
  readonly claimed: readonly ClaimedFile[]
  readonly choice: ArchiveChoice
}

async function askLayout(
  one: ClaimedFile,
  { snapshot, checked, claimed, choice }: Asked,
  load: MemoryContext,
): Promise<Extract<Archiving, { moved: number }> | null> {
  const { layout, claim, file } = one
  const memory = checked.memories.get(layout)
  const inScope = claimed.filter((other) => other.layout === layout && other.claim.scope === claim.scope)
  const { sources, contents } = await readSources(inScope, snapshot, load)
  const isSame = ({ path, id }: Document): boolean => !contents.has(path) || contents.get(path)?.id === id
  if (!checked.documents.every(isSame)) return null
  const source = sources.get(file.path)
  if (!layout.log?.archive || !memory || !source)
    throw cannot(file.path, 'nothing of its kind is archived', '')
  const others = new Map([...sources].filter(([path]) => path !== file.path))
  const answer = layout.log.archive({ memory, source, others, choice })
  if ('refusal' in answer) throw cannot(file.path, answer.refusal, answer.help)
  return answer
}

function cannot(path: string, reason: string, help: string): UserError {
  return new UserError(`${safeText(path)} cannot be archived: ${safeText(reason)}`, safeText(help))
}

function countIn({ documents }: Checked, path: string): number {
  return documents.find((document) => document.path === path)?.items.length ?? 0
}

/**
 * Throws `UserError` when a move would do more than move: an item that would read otherwise or be gone, an error that is new.
 * Returns a remark for each warning that is new, such as a link that no longer leads anywhere.
 */
function assertOnlyMoved(before: Checked, after: Checked, file: string): string[] {
  const name = safeText(file)
  const there = new Set(itemsIn(after.documents).map(({ item }) => wordsOf(item)))
  for (const change of itemChanges(before.documents, after.documents)) {
    if (change.type === 'same') continue
    // A run that was stopped had left it in both files.
    if (change.type === 'removed' && there.has(wordsOf(change.before.item))) continue
    const { item } = change.type === 'added' ? change.after : change.before
    const title = safeText(item.title)
    throw new UserError(`archiving ${name} would change "${title}", so it was not done`, whatChanges(change))
  }
  return remarksOn(newFindings(before.diagnostics, after.diagnostics), `archiving ${name}`)
}

/** Throws `UserError` where a file has too few items left to show by itself what form they have. */
function assertStillRead(before: Checked, after: Checked): void {
  const read = new Set(after.documents.filter(({ form }) => form).map(({ path }) => path))
  const unread = before.documents.find(({ path, form }) => form && !read.has(path))
  if (!unread?.form) return
  const [, entries = '…'] = /^`(.*)`$/s.exec(unread.form.form) ?? []
  throw new UserError(
    `with the entries that would be left, ${safePath(unread.path)} would not be read as memory any more`,
    `Nothing was written. Say in memkeep.yaml how its entries start: logs: [{ path: ${JSON.stringify(unread.path)}, entries: ${JSON.stringify(entries)} }]`,
  )
}

function wordsOf({ kind, key, digest }: Item): string {
  return JSON.stringify([kind, key, digest])
}

/** Where the item is, and how it would be read behind the move. */
function whatChanges(change: ItemChange): string {
  const place = ({ item, document }: ItemAt): string => `${safePath(document.path)}:${item.place.line}`
  const nothing = 'Nothing was written.'
  if (change.type === 'added')
    return `${nothing} It would be at ${place(change.after)}, where no item is read now.`
  const [from, to] = [place(change.before), change.type === 'removed' ? null : place(change.after)]
  if (to === null)
    return `${nothing} It is at ${from}, and no item would be read where it goes: look at the end of the archive.`
  const where = from === to ? 'there' : `at ${to}`
  return `${nothing} It is at ${from}, and would have another text or end ${where}: look at what is below it.`
}

/** What is said of a moved item moves with it: only what was said nowhere counts. */
function newFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const left = new Map<string, number>()
  for (const one of before) left.set(saying(one), (left.get(saying(one)) ?? 0) + 1)
  return after.filter((one) => {
    const count = left.get(saying(one)) ?? 0
    left.set(saying(one), count - 1)
    return count <= 0
  })
}

function saying({ rule, message }: Diagnostic): string {
  return JSON.stringify([rule, message])
}

import { join } from 'node:path'
import type { Document, Memory } from '../core/document.ts'
import type { JsonObject } from '../core/json.ts'
import { type Layout, layoutChoice } from '../core/layout.ts'
import { safePath, UserError, WrongUse } from '../core/messages.ts'
import type { AnsweredRequest, AskModels } from '../core/model.ts'
import type { Operation, OperationFace, Refusal } from '../core/operation.ts'
import type { Settings } from '../core/settings.ts'
import { type FileListing, filesBelow, type SnapshotFile } from '../core/snapshot.ts'
import { type LoadedSide, loadSide } from '../engine/check-memory.ts'
import type { Focus, MemoryContext } from '../engine/context.ts'
import type { PlannedTexts } from '../engine/derived-files.ts'
import { type RecentFacts, recentFacts, withRecentFacts } from '../engine/documents/facts.ts'
import type { LockPorts } from '../engine/locked-write.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { resolveInside } from '../fs/paths.ts'
import { isThere, kindAt, withParentFolders } from '../fs/read-files.ts'
import type { Places } from '../git/list-work-tree.ts'
import { layouts } from '../layouts/index.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, type Project, readOnce } from '../snapshot/project.ts'
import type { RecentSearch } from './search/search-request.ts'
import type { Embedder } from './search/vectors.ts'

/** An operation, and the layout whose memory it reads or writes. */
export type LayoutOperation = { readonly operation: Operation; readonly layout: Layout }

/** An operation over the memory of all layouts. It only reads. */
export type SharedOperation = {
  readonly operation: OperationFace
  readonly layout: null
  /** Its name in the library. */
  readonly function: string
  /** Throws `UserError` for a wrong request. */
  readonly run: (args: JsonObject, options: OperationOptions) => Promise<OperationResult>
}

/** Whatever agents can call. */
export type AnyOperation = LayoutOperation | SharedOperation

/** True for an operation that asks language models. */
export function asksModels({ operation }: AnyOperation): boolean {
  return 'requests' in operation && operation.requests !== undefined
}

/** One call of an operation. */
export type OperationOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  /** Use the facts of earlier runs, and keep new ones for later runs. */
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** The instant of the call, as `OperationInput` has it: the clock's when absent. */
  readonly now?: string | undefined
  /** The random ids of the call, as `OperationInput` has them: new ones when absent. */
  readonly mint?: ((n: number) => string) | undefined
  /** What a long-running process remembers between its calls (`recentFacts`). */
  readonly recent?: RecentFacts | undefined
  /** The same of its searches. */
  readonly recentSearch?: RecentSearch | undefined
  readonly ports?: LockPorts | undefined
  /** Settings for this call alone, over those of the repository: never what an agent gives. */
  readonly settings?: JsonObject | undefined
  /** Who calls, as `OperationInput` has it. */
  readonly caller?: string | undefined
  /** Asked where nothing of the operation's layout is found: throws `UserError` where it may not be called there. */
  readonly assertUsed?: (() => Promise<void>) | undefined
  /** Ends the call before anything is written: it is then a refusal. */
  readonly signal?: AbortSignal | undefined
  /** Asks models; an operation that needs them is refused without it. */
  readonly ask?: AskModels | undefined
  /** The user's own endpoint for embeddings. */
  readonly embedder?: (() => Promise<Embedder | null>) | undefined
  /** Called between the steps of the call: `done` of `of` are over, and `text` names the next. */
  readonly progress?: ((step: OperationStep) => void) | undefined
}

/** How far a call is. `done` never falls, and has a fraction while models answer. */
export type OperationStep = { readonly done: number; readonly of: number; readonly text: string }

/** The result of a call. Every text in it was written by people and agents: it is untrusted. */
export type OperationResult<Data = JsonObject> =
  | {
      /** For a model to read: YAML. */
      readonly text: string
      /** The same as data. */
      readonly data: Data
      /** Paths of the files that were written, derived ones included. */
      readonly written: readonly string[]
      /** What was changed, or what a dry run would change: for people to look at. */
      readonly plan: PlannedTexts
      /** One-line remarks: what could not be done apart from the request itself. */
      readonly notes: readonly string[]
      /** A part of what was asked for was not done. */
      readonly partly?: true
    }
  | Refusal

const STEPS = ['read the memory', 'ask the models', 'wait for other writers', 'write'] as const

/** Says which step of a call is next. Throws `UserError` for a call that was cancelled: no step follows. */
export function beginStep(
  { operation, options: { signal, progress } }: OperationCall,
  text: (typeof STEPS)[number],
): void {
  if (signal?.aborted) throw new UserError('The call was cancelled', 'Nothing was written.')
  const steps = STEPS.filter((step) => operation.requests || step !== 'ask the models')
  progress?.({ done: steps.indexOf(text), of: steps.length, text })
}

/** Says with each reply how many of a round are there. A round is half of what is left of the step. */
export function answersShown(
  { options: { progress } }: OperationCall,
  { round, of }: { readonly round: number; readonly of: number },
): () => void {
  let answers = 0
  return () => {
    answers += 1
    const left = 2 ** -round
    const done = STEPS.indexOf('ask the models') + 1 - left + (left / 2) * (answers / of)
    progress?.({ done, of: STEPS.length, text: `models: ${answers} of ${of} answered` })
  }
}

/** A call whose arguments fit, in the project that it is for. */
export type OperationCall = LayoutOperation & {
  readonly args: JsonObject
  /** Fixed for the call, however often its plan is made. */
  readonly now: string
  readonly mint: (n: number) => string
  /** What models said before the plan is made. */
  readonly replies?: readonly AnsweredRequest[]
  readonly project: Project
  readonly options: OperationOptions
  /** The part of the repository that is read; all of it when absent. */
  readonly places?: Places
}

/** The memory of a work tree as an operation sees it. */
export type OperationMemory = {
  readonly snapshot: OpenSnapshot
  /** Documents of the operation's layout only. */
  readonly load: OpenMemory
  readonly side: LoadedSide
  readonly memory: Memory
  readonly documents: ReadonlyMap<string, Document>
  /** A copy of the facts for what is only planned: it does not outlive the process. */
  readonly planning: MemoryContext
}

/**
 * Reads the work tree; with `byBytes` all contents of it, without relying on git's ids. Throws `UserError` for
 * settings that are wrong and for what cannot be read.
 */
export async function openOperationMemory(
  call: OperationCall,
  { byBytes = false }: { readonly byBytes?: boolean } = {},
): Promise<OperationMemory> {
  const { project, layout, options, places } = call
  const { root } = project
  const { cwd, config, cache, today, recent = recentFacts() } = options
  const tree = await openWorkTree({ ...project, places, byBytes })
  const opened = await openMemory({
    project,
    cwd,
    config,
    cache,
    today,
    sides: { after: tree, before: null },
    isWorkTree: true,
    layouts: [layout],
    allWanted: true,
    override: options.settings,
  })
  const { settings, parser } = opened
  assertNotOff(layout, settings)
  if (options.settings) assertOwnRoots(project, layout, { settings, files: opened.after.files })
  const present = recent.of(JSON.stringify([root, settings, parser]))
  const facts = withRecentFacts(opened.facts, present)
  const load: OpenMemory = { ...opened, facts }
  const planning = { ...load, facts: { get: facts.get, put: present.put } }
  const snapshot = readOnce(opened.after)
  const side = await loadSide(snapshot, today, { ...load, focus: focusOn(call, settings) })
  if (side.loaded.documents.length === 0) await options.assertUsed?.()
  const memory = side.memories.get(layout)
  if (!memory) throw new Error(`no memory of layout ${layout.id} was loaded`)
  return { snapshot, load, side, memory, documents: byPath(side.loaded.documents), planning }
}

/** Nothing would read what is written there. */
function assertNotOff(layout: Layout, settings: Settings): void {
  if (layoutChoice(layout, settings) !== 'off') return
  throw new UserError(
    `memkeep.yaml turns the layout ${layout.id} off`,
    `To use it, turn it on there: layouts: { ${layout.id}: on }.`,
  )
}

function byPath(documents: readonly Document[]): ReadonlyMap<string, Document> {
  return new Map(documents.map((document) => [document.path, document]))
}

/** Other parts than those of the operation are not read. */
function focusOn({ operation, layout, args }: OperationCall, settings: Settings): Focus | null {
  const { partOf } = layout
  const isSeen = operation.parts?.(args, settings) ?? null
  const folders = operation.folders?.(args, settings) ?? null
  return isSeen === null || !partOf
    ? null
    : () => ({ holds: (path) => isSeen(partOf(path, settings)), folders })
}

/** True when an operation would read the same: settings, documents, and which files exist. */
export function isSameMemory(a: OperationMemory, b: OperationMemory): boolean {
  const files = a.snapshot.files
  return (
    JSON.stringify(a.load.settings) === JSON.stringify(b.load.settings) &&
    files.size === b.snapshot.files.size &&
    [...b.snapshot.files.values()].every(({ path, mode }) => files.get(path)?.mode === mode) &&
    a.documents.size === b.documents.size &&
    [...b.documents].every(([path, { id }]) => id !== '' && a.documents.get(path)?.id === id)
  )
}

/** What is known of the directory in question. */
type Known = { readonly settings: Settings; readonly files: FileListing }

/**
 * Throws `WrongUse` when a directory that a call gives for the layout's local memory is anything but absent, empty, or such a
 * memory already. What is written below such a directory makes git ignore all of it, so that it must hold nothing else.
 */
function assertOwnRoots(project: Project, layout: Layout, known: Known): void {
  for (const root of layout.ignoredRoots?.(known.settings) ?? []) {
    const why =
      badPlace(project, root) ??
      ofOtherLayout(root, layout, known.settings) ??
      contentFault(root, layout, known)
    if (why === null) continue
    throw new WrongUse(
      `${safePath(root)} cannot hold this memory: ${why}`,
      'Name a directory of its own, relative to the root of the repository, that is absent, empty or holds such memory.',
    )
  }
}

function badPlace({ root: top }: Project, root: string): string | null {
  const guarded = resolveInside(top, root)
  if ('refused' in guarded) return guarded.refused
  const kind = kindAt(guarded.path)
  if (kind !== 'directory' && kind !== 'nothing') return 'it is no directory'
  const inside = withParentFolders(root).find((folder) => isThere(join(top, folder, '.git')))
  return inside === undefined ? null : `${safePath(inside)} is another repository`
}

function ofOtherLayout(root: string, { id }: Layout, settings: Settings): string | null {
  const other = layouts.find(
    (one) => one.id !== id && one.roots(settings).some((its) => overlaps(`${its}/`, `${root}/`)),
  )
  return other ? `the layout ${other.id} has its files there` : null
}

function overlaps(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a)
}

function contentFault(root: string, layout: Layout, { settings, files }: Known): string | null {
  const below = filesBelow(files, root)
  const foreign = below.find((file) => !isOwn(file, layout, settings))
  if (foreign) return `it holds ${safePath(foreign.path)}, which is no such memory`
  const tracked = below.find(
    ({ path, ignored, untracked }) => !ignored && !untracked && path !== `${root}/.gitignore`,
  )
  return tracked ? `git keeps ${safePath(tracked.path)}` : null
}

/** True for a file of the layout's own places: where it claims a name alone, such a file may be anybody's. */
export function isOwn({ path, mode }: SnapshotFile, layout: Layout, settings: Settings): boolean {
  if (layout.keeps?.(path, settings)) return true
  const claim = layout.claim(path, mode, settings)
  const own = layout.ownRoots?.(settings)
  return claim !== null && (claim.scope === '' || !own || own.some((folder) => path.startsWith(`${folder}/`)))
}

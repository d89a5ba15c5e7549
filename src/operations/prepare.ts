import { join } from 'node:path'
import type { JsonObject } from '../core/json.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { Answer, AnswerText, OperationAnswer, OperationReview, Refusal } from '../core/operation.ts'
import type { Settings } from '../core/settings.ts'
import { listedFiles } from '../core/snapshot.ts'
import {
  type MovingPlan,
  overlay,
  type PlannedFile,
  plannedPaths,
  type WritePlan,
} from '../core/write-plan.ts'
import { loadSide } from '../engine/check-memory.ts'
import type { MemoryContext } from '../engine/context.ts'
import { type PlannedTexts, plannedTexts, planRebuild } from '../engine/derived-files.ts'
import { focusOf } from '../engine/focus.ts'
import { loadSettings, SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { arePlainFolders, blobId, isThere, kindAt, readFiles, withParentFolders } from '../fs/read-files.ts'
import type { Expected } from '../fs/write-plan.ts'
import type { Places } from '../git/list-work-tree.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'
import { type OperationCall, type OperationMemory, openOperationMemory } from './operation-call.ts'
import { planFault, withIgnoreFile } from './plan-fault.ts'
import { readInput, refuseSecretArgument } from './read-input.ts'

/** The answer of an operation, checked, and not written yet. */
export type Prepared = {
  readonly seen: OperationMemory
  readonly text: string
  readonly data: JsonObject
  /** Null when there is no file to write. */
  readonly plan: PreparedPlan | null
  /** What a dry run would write, or the plan writes. */
  readonly planned: PlannedTexts
  readonly partly?: true | undefined
  /** As the note and the groups of `Answer`. */
  readonly instead?: ((reason: string) => AnswerText) | undefined
  readonly groups?: PreparedGroups | undefined
}

/** Plans that are checked when it is their turn, and the paths of all of them. */
export type PreparedGroups = {
  readonly plans: readonly MovingPlan[]
  readonly paths: readonly string[]
  readonly settle: (failures: ReadonlyMap<number, string>) => OperationAnswer
}

/** A plan with the derived files that follow from it, for files that have exactly these bytes. */
export type PreparedPlan = {
  readonly move: MovingPlan
  readonly rebuild: WritePlan
  readonly before: Expected
}

/** How often a plan is made again because a file changes meanwhile. */
const ATTEMPTS = 5

/** Calls the operation, and checks what it would write as a hook checks a commit. Writes nothing. */
export async function prepare(call: OperationCall, first?: OperationMemory): Promise<Prepared | Refusal> {
  let seen = first ?? (await openOperationMemory(call))
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const prepared = await prepareFrom(seen, call)
    if (prepared) return prepared
    // Git may also have other line ends than the disk.
    seen = await openOperationMemory(call, { byBytes: true })
  }
  return {
    refusal: 'The memory was changed again and again while it was read',
    help: 'Nothing was written. Call the operation again when the other program has stopped writing.',
  }
}

/** Null when a file changed between two reads of it. */
async function prepareFrom(seen: OperationMemory, call: OperationCall): Promise<Prepared | Refusal | null> {
  const input = await readInput(seen, call)
  return input && prepareAnswer(call.operation.plan(input), seen, call)
}

/** Checks what an answer would write. Null when a file changed since it was read. */
export async function prepareAnswer(
  answer: OperationAnswer,
  seen: OperationMemory,
  call: OperationCall,
): Promise<Prepared | Refusal | null> {
  if ('refusal' in answer) return answer
  const { text, data, note, plan = note?.plan, dryRun, review, partly } = answer
  const instead = note?.unwritten
  const groups = groupsOf(answer)
  const shared = { seen, text, data, partly, instead, groups: dryRun ? undefined : groups }
  const own = plan && plan.size > 0 ? await preparePlan(plan, { seen, review }, call) : undefined
  if (own === null) return null
  if (own && 'refusal' in own) {
    if (!instead) return own
    return { ...shared, ...instead(own.refusal), plan: null, planned: new Map() }
  }
  if (!dryRun) return { ...shared, plan: own ?? null, planned: own && !instead ? textsOf(own) : new Map() }
  const all: PlannedTexts[] = []
  for (const group of groups?.plans ?? []) {
    const made = await preparePlan(group, { seen }, call)
    if (made === null) return null
    if (!('refusal' in made)) all.push(textsOf(made))
  }
  if (own) all.push(textsOf(own))
  return { ...shared, plan: null, planned: new Map(all.flatMap((one) => [...one])) }
}

function groupsOf({ groups }: Answer): PreparedGroups | undefined {
  return groups && { ...groups, paths: groups.plans.flatMap(plannedPaths) }
}

/** What a plan changes, for people to look at. What is moved unread is not shown. */
export function textsOf({ move, rebuild, before }: PreparedPlan): PlannedTexts {
  const texts = [...move].flatMap(([path, file]): [string, PlannedFile][] =>
    file.kind === 'move' ? [] : [[path, file]],
  )
  return plannedTexts(new Map([...texts, ...rebuild]), before)
}

/** What a plan is made from, and how its result is looked at. */
type PlanBasis = {
  readonly seen: OperationMemory
  /** The memory that the plan was made from, where that is an earlier one: its files must be as they were then. */
  readonly madeFrom?: OperationMemory
  readonly review?: OperationReview | undefined
}

/** A plan, checked as a hook checks, with the derived files. Null when a file changed since it was read. */
export async function preparePlan(
  asked: MovingPlan,
  { seen, madeFrom = seen, review }: PlanBasis,
  call: OperationCall,
): Promise<PreparedPlan | Refusal | null> {
  const before = await bytesOf(plannedPaths(asked), madeFrom)
  if (!before || 'refusal' in before) return before
  const local = await withIgnoreFile(asked, seen, call)
  if ('refusal' in local) return local
  const { plan, isIgnored } = local
  const planned = (one: MovingPlan): OpenSnapshot => carriedOut(seen, one, isIgnored)
  const rebuild = await rebuildOf(plan, seen, planned)
  const beforeRebuild = await bytesOf([...rebuild.keys()], seen)
  if (!beforeRebuild || 'refusal' in beforeRebuild) return beforeRebuild
  const fault =
    (await planFault({ seen, move: plan, rebuild, planned, review }, call)) ??
    (await refuseSecretArgument(call.args, seen.load.settings))
  return fault ?? { move: plan, rebuild, before: new Map([...before, ...beforeRebuild]) }
}

/**
 * The derived files of the parts that a plan touches. A symlink in the place of one belongs to somebody and is left
 * alone.
 */
async function rebuildOf(
  plan: MovingPlan,
  seen: OperationMemory,
  planned: (plan: MovingPlan) => OpenSnapshot,
): Promise<WritePlan> {
  const after = planned(plan)
  const focus = focusOf({ before: seen.snapshot, after, merge: null, changed: plannedPaths(plan) }, seen.load)
  const load: MemoryContext = { ...seen.planning, focus }
  const stale = await planRebuild(seen.side, await loadSide(after, seen.memory.today, load), load)
  return new Map(
    [...stale].filter(([path]) => !plan.has(path) && seen.snapshot.files.get(path)?.mode !== 'link'),
  )
}

/** The work tree after a plan, with contents under git's ids: the next call knows their facts. */
function carriedOut(
  { snapshot }: OperationMemory,
  plan: MovingPlan,
  isIgnored: (path: string) => boolean,
): OpenSnapshot {
  const after = overlay(snapshot, plan, isIgnored)
  return {
    ...after,
    read: async (paths) =>
      new Map(
        [...(await after.read(paths))].map(([path, content]) =>
          plan.has(path) && 'bytes' in content
            ? [path, { ...content, id: blobId(content.bytes) }]
            : [path, content],
        ),
      ),
  }
}

/**
 * The bytes that a plan was made for, null for a file that does not exist. Null when a file differs from what was
 * read; a refusal when one could not be read at all: it is not known what would be lost.
 */
async function bytesOf(
  paths: readonly string[],
  { snapshot, documents }: OperationMemory,
): Promise<Expected | Refusal | null> {
  const bytes = new Map<string, Uint8Array | null>()
  const read = await snapshot.read(paths.filter((path) => snapshot.files.has(path)))
  for (const path of paths) {
    const content = read.get(path)
    if (content && 'failure' in content) {
      return documents.get(path)?.complete === false ? unread(path, content.failure) : null
    }
    if (content && documents.has(path) && documents.get(path)?.id !== content.id) return null
    bytes.set(path, content?.bytes ?? null)
  }
  return bytes
}

function unread(path: string, why: string): Refusal {
  return {
    refusal: `${safePath(path)} cannot be read: ${safeText(why)}`,
    help: 'Nothing was written. Fix the file or move it away, then call the tool again.',
  }
}

/**
 * The answer of an operation that names the directories on which it depends: git is asked for these and not for the whole
 * work tree, which may be a hundred times as large. Null where only the whole will do: a refusal names what else
 * exists, and errors are reported as the whole shows them.
 */
export async function prepareFromPart(call: OperationCall): Promise<Prepared | null> {
  try {
    const folders = foldersOf(call, await settingsOnDisk(call))
    if (!folders || !arePlainFolders(call.project.root, folders)) return null
    const prepared = await prepare({ ...call, places: placesFor(folders, call) })
    if ('refusal' in prepared) return null
    // The file on disk may not be what git sees, or may have changed.
    const sameFolders = foldersOf(call, prepared.seen.load.settings)
    return String(sameFolders) === String(folders) ? prepared : null
  } catch (error) {
    if (error instanceof Error && error.name === 'UserError') return null
    throw error
  }
}

function foldersOf(
  { operation, layout, args, project }: OperationCall,
  settings: Settings,
): readonly string[] | null {
  if (!operation.readOnly || !project.repository || layout.ignoredRoots) return null
  const folders = operation.folders?.(args, settings)
  return folders?.every((folder) => PLAIN.test(folder)) ? folders : null
}

/** A path as git lists it: settings may write a root in another way. */
const PLAIN = /^(?!\.{0,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{0,2}(?:\/|$))[^/\\\0]+)*$/

/** Settings as git may see them. */
function settingsOnDisk({
  project: { root },
  options: { cwd, config, settings: override },
}: OperationCall): Promise<Settings> {
  const isFile = kindAt(join(root, SETTINGS_FILE)) === 'other'
  const snapshot: OpenSnapshot = {
    label: 'settings',
    files: listedFiles(isFile ? [{ path: SETTINGS_FILE, id: null, mode: 'file' }] : []),
    read: (paths) => readFiles(root, paths),
  }
  return loadSettings({ snapshot, cwd, config, root, skip: [], override })
}

/** The directories, the settings, and the attributes that say how files there are converted. */
function placesFor(folders: readonly string[], { project: { root } }: OperationCall): Places {
  const above = [...new Set(folders.flatMap(withParentFolders))]
  const files = [SETTINGS_FILE, '.gitattributes', ...above.map((path) => `${path}/.gitattributes`)]
  return { folders, files: files.filter((path) => isThere(join(root, path))) }
}

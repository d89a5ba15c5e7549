import type { JsonObject } from '../core/json.ts'
import type { Refusal } from '../core/operation.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import { overlay, type WritePlan } from '../core/write-plan.ts'
import { loadSide } from '../engine/check-memory.ts'
import type { MemoryContext } from '../engine/context.ts'
import { type PlannedTexts, plannedTexts, planRebuild } from '../engine/derived-files.ts'
import { claimFiles } from '../engine/documents/claims.ts'
import { type ReadSources, readSources } from '../engine/documents/load-documents.ts'
import { focusOf } from '../engine/focus.ts'
import { blobId } from '../fs/read-files.ts'
import { obstacleAt } from '../fs/stat.ts'
import type { Expected } from '../fs/write-plan.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { OperationCall } from './operation-call.ts'
import { type OperationMemory, openOperationMemory } from './operation-memory.ts'
import { planFault } from './plan-fault.ts'
import { refuseSecretArgument } from './secret-argument.ts'

/** The answer of an operation, checked, and not written yet. */
export type Prepared = {
  readonly seen: OperationMemory
  readonly text: string
  readonly data: JsonObject
  /** Null when there is no file to write. */
  readonly plan: PreparedPlan | null
  /** What a dry run would write, or the plan writes. */
  readonly planned: PlannedTexts
}

/** A plan with the derived files that follow from it, for files that have exactly these bytes. */
export type PreparedPlan = {
  readonly move: WritePlan
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
  const { operation, args, now, mint, replies } = call
  const { memory } = seen
  const read = await readWanted(seen, call)
  if (![...read.contents].every(([path, { id }]) => seen.documents.get(path)?.id === id)) return null
  const answer = operation.plan({
    args,
    memory,
    now,
    mint,
    sources: read.sources,
    hidden: read.hidden,
    ...(replies && { replies }),
  })
  if ('refusal' in answer) return answer
  const { text, data, plan, dryRun, review } = answer
  if (!plan || plan.size === 0) return { seen, text, data, plan: null, planned: new Map() }
  const before = await bytesOf(plan, seen, read)
  if (!before || 'refusal' in before) return before
  const rebuild = await rebuildOf(plan, seen)
  const beforeRebuild = await bytesOf(rebuild, seen, read)
  if (!beforeRebuild || 'refusal' in beforeRebuild) return beforeRebuild
  const fault =
    (await planFault({ seen, move: plan, rebuild, planned: carriedOut, review }, call)) ??
    (await refuseSecretArgument(args, seen.load.settings))
  if (fault) return fault
  const prepared = { move: plan, rebuild, before: new Map([...before, ...beforeRebuild]) }
  const planned = plannedTexts(new Map([...plan, ...rebuild]), prepared.before)
  return { seen, text, data, plan: dryRun ? null : prepared, planned }
}

type Wanted = ReadSources & { readonly hidden: ReadonlyMap<string, string> }

/** Reads the files that the operation asks for. */
export async function readWanted(
  seen: OperationMemory,
  { operation, args, now, mint, project }: OperationCall,
): Promise<Wanted> {
  const { snapshot, load, memory } = seen
  const wanted = new Set(operation.wants({ args, memory, now, mint }))
  const hidden = new Map<string, string>()
  for (const path of wanted) {
    const what = snapshot.files.has(path) ? null : obstacleAt(project.root, path)
    if (what !== null) hidden.set(path, what)
  }
  const files = new Map([...snapshot.files].filter(([path]) => wanted.has(path)))
  if (files.size === 0) return { sources: new Map(), contents: new Map(), hidden }
  return { ...(await readSources(claimFiles({ ...snapshot, files }, load), snapshot, load)), hidden }
}

/**
 * The derived files of the parts that a plan touches. A symlink in the place of one belongs to somebody and is left
 * alone.
 */
async function rebuildOf(plan: WritePlan, seen: OperationMemory): Promise<WritePlan> {
  const after = carriedOut(seen, plan)
  const focus = focusOf({ before: seen.snapshot, after, merge: null, changed: [...plan.keys()] }, seen.load)
  const load: MemoryContext = { ...seen.planning, focus }
  const stale = await planRebuild(seen.side, await loadSide(after, seen.memory.today, load), load)
  return new Map(
    [...stale].filter(([path]) => !plan.has(path) && seen.snapshot.files.get(path)?.mode !== 'link'),
  )
}

/** The work tree after a plan, with contents under git's ids: the next call knows their facts. */
function carriedOut({ snapshot }: OperationMemory, plan: WritePlan): OpenSnapshot {
  const after = overlay(snapshot, plan)
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
  plan: WritePlan,
  { snapshot, documents }: OperationMemory,
  { contents }: ReadSources,
): Promise<Expected | Refusal | null> {
  const bytes = new Map<string, Uint8Array | null>()
  const paths = [...plan.keys()].filter((path) => snapshot.files.has(path) && !contents.has(path))
  const read = await snapshot.read(paths)
  for (const path of plan.keys()) {
    const content = contents.get(path) ?? read.get(path)
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

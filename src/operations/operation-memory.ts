import type { Document } from '../core/document.ts'
import { UserError } from '../core/errors.ts'
import { type Layout, layoutChoice } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import type { Settings } from '../core/settings.ts'
import { type LoadedSide, loadSide } from '../engine/check-memory.ts'
import type { Focus, MemoryContext } from '../engine/context.ts'
import { recentFacts, withRecentFacts } from '../engine/documents/facts.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { readOnce } from '../snapshot/read-texts.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { OperationCall } from './operation-call.ts'
import { assertOwnRoots } from './own-roots.ts'

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

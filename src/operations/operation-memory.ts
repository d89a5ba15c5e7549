import type { Document, Memory } from '../core/document.ts'
import { layoutChoice } from '../core/layout.ts'
import { safePath, UserError } from '../core/messages.ts'
import type { Settings } from '../core/settings.ts'
import { type LoadedSide, loadSide } from '../engine/check-memory.ts'
import { type Focus, type MemoryContext, withFacts, withFocus } from '../engine/context.ts'
import { withRecentFacts } from '../engine/documents/facts.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, readOnce } from '../snapshot/project.ts'
import { assertOwnRoots } from './local-memory.ts'
import { type OperationCall, recentReads } from './operation-call.ts'

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
  const { cwd, config, cache, today, settings: override, recent = recentReads() } = options
  const opened = await openMemory({
    project,
    cwd,
    config,
    cache,
    today,
    sides: { after: await openWorkTree({ ...project, places, byBytes }), before: null },
    isWorkTree: true,
    layouts: [layout],
    allWanted: true,
    keepsFacts: true,
    asCommitted: true,
    override,
  })
  const { settings, mode, after } = opened
  if (layoutChoice(layout, settings) === 'off') {
    throw new UserError(
      `${safePath(config ?? SETTINGS_FILE)} turns the layout ${layout.id} off`,
      `To use it, turn it on there: layouts: { ${layout.id}: on }.`,
    )
  }
  if (override) assertOwnRoots(project, layout, { settings, files: after.files })
  const present = recent.facts.of(JSON.stringify([project.root, settings, mode?.parser]))
  const facts = withRecentFacts(opened.facts, present)
  const load = withFacts(opened, facts)
  const snapshot = readOnce(after)
  const side = await loadSide(snapshot, withFocus(load, focusOn(call, settings)))
  const { documents } = side
  if (documents.length === 0) await options.assertUsed?.()
  const memory = side.memories.get(layout)
  if (!memory) throw new Error(`no memory of layout ${layout.id} was loaded`)
  return {
    snapshot,
    load,
    side,
    memory,
    documents: new Map(documents.map((document) => [document.path, document])),
    planning: withFacts(opened, { get: facts.get, put: present.put }),
  }
}

/** Other parts than those of the operation are not read. */
function focusOn({ operation, layout, args }: OperationCall, settings: Settings): Focus | null {
  const { of } = layout.parts ?? {}
  const isSeen = of && operation.parts?.(args, settings)
  if (!isSeen) return null
  const folders = operation.folders?.(args, settings) ?? null
  return () => ({ holds: (path) => isSeen(of(path, settings)), folders })
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

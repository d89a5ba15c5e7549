import { join } from 'node:path'
import { changedItems } from '../core/changes/item-changes.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Item } from '../core/document.ts'
import { safePath } from '../core/safe-text.ts'
import { type LoadedSides, loadSide } from '../engine/check-memory.ts'
import type { OpenMemory } from '../engine/open-memory.ts'
import { stageCommand } from '../engine/stage-command.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import type { HookProject } from './hook-request.ts'

/** Rules that report an item that went. */
const LOSSES = ['item-lost', 'history']

/** Findings with what to do, and one line that says it once. */
type Advised = { readonly diagnostics: readonly Diagnostic[]; readonly notes: readonly string[] }

/**
 * Advises on items that a commit loses because it leaves out the file that they were moved to: `git commit -a` takes no new file, such
 * as a new archive. It reads the work tree, so it is asked only when a commit is refused.
 */
export async function adviseOnLeftOut(
  project: HookProject,
  { loaded, diagnostics }: { readonly loaded: LoadedSides; readonly diagnostics: readonly Diagnostic[] },
  memory: OpenMemory,
): Promise<Advised> {
  const losses = diagnostics.filter(({ rule, severity }) => LOSSES.includes(rule) && severity === 'error')
  if (losses.length === 0) return { diagnostics, notes: [] }
  const lost = lostItems(loaded)
  const places = await placesInWorkTree(project, loaded, memory)
  const found = lost.flatMap((item) => places.get(nameOf(item)) ?? [])
  const paths = [...new Set(found)]
  const run = await stageCommand(
    paths.map((path) => ({ base: 'root', path, text: '' })),
    { top: project.root, from: join(project.root, process.env.GIT_PREFIX ?? '') },
  )
  if (run === null) return { diagnostics, notes: [] }
  const names = paths.map(safePath).join(', ')
  const help = `This commit leaves out ${names}, where it is now. Stage that too: \`${run}\`.`
  const notes = [
    `this commit leaves out ${names} with ${found.length} of the lost items. Stage that too, then commit again: ${run}`,
  ]
  // Which finding is about which item is not known, so the advice replaces that of all or of none.
  if (found.length < lost.length) return { diagnostics, notes }
  return { diagnostics: diagnostics.map((one) => (losses.includes(one) ? { ...one, help } : one)), notes }
}

function lostItems({ before, after }: LoadedSides): readonly Item[] {
  if (before === null) return []
  return changedItems(before.loaded.documents, after.loaded.documents).flatMap((change) =>
    change.type === 'removed' ? [change.before.item] : [],
  )
}

/** Where items are in files of the work tree that the commit has otherwise or not at all. */
async function placesInWorkTree(
  project: HookProject,
  { after }: LoadedSides,
  memory: OpenMemory,
): Promise<ReadonlyMap<string, string>> {
  const tree = await openWorkTree({ ...project, git: { hook: true } })
  const { loaded } = await loadSide(tree, memory.today, { ...memory, focus: null, keepsFacts: false })
  const committed = new Map(after.loaded.documents.map(({ path, id }) => [path, id]))
  const leftOut = loaded.documents.filter(({ path, id }) => committed.get(path) !== id)
  return new Map(leftOut.flatMap(({ path, items }) => items.map((item) => [nameOf(item), path] as const)))
}

/** One word for an item with its text. */
function nameOf({ kind, key, digest }: Item): string {
  return JSON.stringify([kind, key, digest])
}

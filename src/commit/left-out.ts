import { join } from 'node:path'
import { changedItems } from '../core/changes/item-changes.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Item } from '../core/document.ts'
import { safePath } from '../core/messages.ts'
import { type LoadedSides, loadSide } from '../engine/check-memory.ts'
import { withFocus } from '../engine/context.ts'
import type { JudgedStaged } from '../engine/judge-change.ts'
import type { OpenMemory } from '../engine/open-memory.ts'
import { stageCommand } from '../git/path-status.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import type { HookProject } from './hook-request.ts'

/** A commit that loses items: what was found in it, and which of that says so. */
type Lossy = JudgedStaged & { readonly losses: readonly Diagnostic[] }

/** Findings with what to do, and one line that says it once. */
export type Advised = { readonly diagnostics: readonly Diagnostic[]; readonly notes: readonly string[] }

/**
 * Advises on items that a commit loses because it leaves out the file that they were moved to: `git commit -a` takes no new file, such
 * as a new archive. It reads the work tree, so it is asked only when a commit is refused.
 */
export async function adviseOnLeftOut(
  project: HookProject,
  { loaded, diagnostics, losses }: Lossy,
  memory: OpenMemory,
): Promise<Advised> {
  const lost = lostItems(loaded)
  const places = await placesInWorkTree(project, memory)
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
  return changedItems(before.documents, after.documents).flatMap((change) =>
    change.type === 'removed' ? [change.before.item] : [],
  )
}

/** Where items are in files of the work tree that the commit has otherwise or not at all. */
async function placesInWorkTree(
  project: HookProject,
  memory: OpenMemory,
): Promise<ReadonlyMap<string, string>> {
  const tree = await openWorkTree({ ...project, git: { hook: true } })
  const differs = ({ path, id }: { readonly path: string; readonly id: string | null }): boolean =>
    id === null || memory.after.files.get(path)?.id !== id
  const differing = new Set([...tree.files.values()].filter(differs).map(({ path }) => path))
  const matter = { holds: (path: string) => differing.has(path), folders: null }
  const { documents } = await loadSide(
    tree,
    withFocus(memory, () => matter),
  )
  // A file whose times alone have changed is as it is in the commit.
  const leftOut = documents.filter(differs)
  return new Map(leftOut.flatMap(({ path, items }) => items.map((item) => [nameOf(item), path] as const)))
}

/** One word for an item with its text. */
function nameOf({ kind, key, digest }: Item): string {
  return JSON.stringify([kind, key, digest])
}

import type { Refusal } from '../core/operation.ts'
import { safePath } from '../core/safe-text.ts'
import { filesBelow } from '../core/snapshot.ts'
import { type MovingPlan, type PlannedFile, plannedPaths } from '../core/write-plan.ts'
import { resolveInside } from '../fs/paths.ts'
import { ignoredPaths } from '../git/path-status.ts'
import { isOwn, type OperationCall, type OperationMemory } from './operation-call.ts'

/** A plan, and which of its new files git ignores when it is carried out. */
type LocalPlan = { readonly plan: MovingPlan; readonly isIgnored: (path: string) => boolean }

/**
 * Memory that a layout keeps out of git stays out of it: where git would add what is written, an ignore file comes first. It
 * ignores the whole directory, so that a directory with anything else in it is refused. One that is there is left as it is.
 */
export async function withIgnoreFile(
  plan: MovingPlan,
  { snapshot, load: { settings } }: OperationMemory,
  { layout, project: { root: top, repository } }: OperationCall,
): Promise<LocalPlan | Refusal> {
  const roots = layout.ignoredRoots?.(settings) ?? []
  const rootOf = (path: string): string | undefined => roots.find((root) => path.startsWith(`${root}/`))
  // Git fails for a path behind a symlink, which is refused later.
  const fresh = plannedPaths(plan).filter(
    (path) => !snapshot.files.has(path) && rootOf(path) !== undefined && 'path' in resolveInside(top, path),
  )
  if (fresh.length === 0) return { plan, isIgnored: () => false }
  if (!repository) return { plan, isIgnored: (path) => rootOf(path) !== undefined }
  const known = new Set(await ignoredPaths(repository.top, fresh))
  const bare = new Set(fresh.flatMap((path) => (known.has(path) ? [] : (rootOf(path) ?? []))))
  const added = [...bare].filter((root) => !snapshot.files.has(ignoreFileOf(root)))
  for (const root of added) {
    const foreign = filesBelow(snapshot.files, root).find((file) => !isOwn(file, layout, settings))
    if (foreign) {
      return {
        refusal: `Git does not ignore ${safePath(root)}, and it holds ${safePath(foreign.path)}, which is no memory of the ${layout.id} layout`,
        help: `Nothing was written. Add \`/${safePath(root)}/\` to the .gitignore at the top, or move the file away.`,
      }
    }
  }
  const files = added.map((root): [string, PlannedFile] => [
    ignoreFileOf(root),
    { kind: 'text', text: '*\n' },
  ])
  return {
    plan: files.length === 0 ? plan : new Map([...files, ...plan]),
    isIgnored: (path) => known.has(path) || added.includes(rootOf(path) ?? ''),
  }
}

function ignoreFileOf(root: string): string {
  return `${root}/.gitignore`
}

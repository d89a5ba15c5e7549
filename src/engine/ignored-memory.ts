import { ignoredPaths } from '../git/path-status.ts'
import type { Project } from '../snapshot/project.ts'
import { claimFiles } from './claims.ts'
import { findLayoutsOn } from './layouts-on.ts'
import type { MemoryView } from './load-options.ts'
import { addIgnoredMemory } from './see-ignored.ts'

/**
 * The root of memory that lies in the work tree and that git ignores: of it nothing is in what git has, and that is as it
 * should be. Null where there is none.
 */
export async function ignoredMemory({ root, repository }: Project, load: MemoryView): Promise<string | null> {
  if (!repository) return null
  const { settings } = load
  const layouts = [...load.layouts, ...(load.unsigned ?? [])]
  const { stored: _, ...disk } = addIgnoredMemory(load.after, { root, layouts, settings })
  const on = await findLayoutsOn({
    ...load,
    focus: null,
    signatures: null,
    after: disk,
    before: null,
    merge: null,
  })
  const local = claimFiles(disk, on).filter(({ file }) => file.ignored)
  const ignored = await ignoredPaths(
    repository.top,
    local.map(({ file }) => file.path),
  )
  const found = local.find(({ file }) => ignored.includes(file.path))
  return found?.layout.roots(settings).find((one) => found.file.path.startsWith(`${one}/`)) ?? null
}

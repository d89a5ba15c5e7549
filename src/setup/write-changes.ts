import { dirname } from 'node:path'
import type { PlannedFile } from '../core/write-plan.ts'
import { removeEmptyFolders } from '../fs/remove-empty-folders.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { writingIn } from '../snapshot/project.ts'
import { fileKey } from './hooks/site.ts'
import { START_FOLDER } from './hooks/start-hook.ts'
import { type Change, shown } from './hooks/step.ts'
import type { Installation } from './installation.ts'
import type { ReadSite } from './read-site.ts'

/** What became of one file. */
export type Done = {
  readonly path: string
  readonly did: 'created' | 'changed' | 'deleted' | 'refused'
  /** Why it was refused. */
  readonly reason?: string
}

/** Where and how files are written. */
export type Writing = { readonly installation: Installation; readonly dryRun: boolean }

/** The changes of files of the work tree that came about. */
export function shared(changes: readonly Change[], done: readonly Done[]): readonly Change[] {
  const refused = new Set(done.filter(({ did }) => did === 'refused').map(({ path }) => path))
  return changes.filter((change) => change.base === 'root' && !refused.has(shown(change)))
}

/** Writes changes that were planned for a site, and removes folders that they leave empty; or only says what it would do. */
export function writeChanges(
  site: ReadSite,
  changes: readonly Change[],
  { installation, dryRun }: Writing,
): readonly Done[] {
  const done = [...new Map(changes.map((change) => [shown(change), outcome(site, change)])).values()]
  if (dryRun) return done
  const { project, roots } = installation
  const writing = writingIn(project)
  const refused = new Map<string, string>()
  for (const base of ['root', 'git'] as const) {
    const own = changes.filter((change) => change.base === base)
    const plan = new Map(own.map((change) => [change.path, planned(change)]))
    const expected = new Map(own.map(({ path }) => [path, site.bytes.get(fileKey(base, path)) ?? null]))
    const result = applyWritePlan(roots[base], plan, expected, writing)
    for (const { path, reason } of result.refused) refused.set(shown({ base, path }), reason)
    for (const { path, text } of own) {
      // Git makes its folder of hooks itself, and expects it to stay.
      const isGits = base === 'git' && !path.startsWith(`${START_FOLDER}/`)
      if (text === null && !isGits) removeEmptyFolders(roots[base], dirname(path))
    }
  }
  return done.map((one) => {
    const reason = refused.get(one.path)
    return reason === undefined ? one : { path: one.path, did: 'refused', reason }
  })
}

function planned({ text, executable }: Change): PlannedFile {
  if (text === null) return { kind: 'delete' }
  return { kind: 'text', text, ...(executable && { executable }) }
}

function outcome({ files }: ReadSite, { base, path, text }: Change): Done {
  const isNew = !files.has(fileKey(base, path))
  return { path: shown({ base, path }), did: text === null ? 'deleted' : isNew ? 'created' : 'changed' }
}

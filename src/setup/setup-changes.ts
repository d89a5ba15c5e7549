import { dirname } from 'node:path'
import type { PlannedFile } from '../core/write-plan.ts'
import { removeEmptyFolders } from '../fs/folders.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { excludeConfig, includeConfig, includeKeys, includingKeys, unsetConfig } from '../git/repository.ts'
import { writingIn } from '../snapshot/project.ts'
import { fileKey } from './hooks/site.ts'
import { START_CONFIG, START_FOLDER } from './hooks/start-hook.ts'
import { type Change, displayPath, type ManualStep } from './hooks/steps.ts'
import type { Installation, MemorySurvey } from './installation.ts'
import type { ReadSite } from './read-site.ts'

/** A setting of git that was made or removed, and why, where its name does not say so. */
export type ConfigDone = { readonly key: string; readonly did: 'set' | 'unset'; readonly why?: string }

/** What a person does next; `run` is a shell command for the directory of the call. */
export type Next = { readonly text: string; readonly run?: string }

/** What `init` or `uninstall` did, or would do. */
export type SetupResult = {
  /** What runs the hooks, for people; null when it does not matter. */
  readonly manager: string | null
  /** The hooks were not run before. */
  readonly isManagerNew: boolean
  /** What memkeep sees of the memory, and the same as a sentence; null when it does not matter. */
  readonly memory: { readonly seen: MemorySurvey['layouts']; readonly description: string } | null
  readonly files: readonly FileDone[]
  readonly config: readonly ConfigDone[]
  /** Folders in which husky's own files were written or removed. */
  readonly husky: readonly string[]
  /** What only a person can do. */
  readonly left: readonly ManualStep[]
  /** What comes next, when everything went well. */
  readonly next: readonly Next[]
}

/** One run of `init` or `uninstall`. */
export type SetupOptions = {
  readonly cwd: string
  /** Where the shell is. */
  readonly from: string
  readonly dryRun: boolean
}

/** The outcome for one file. */
export type FileDone = {
  readonly path: string
  readonly did: 'created' | 'changed' | 'deleted' | 'refused'
  /** Why it was refused. */
  readonly reason?: string
}

/** Where and how files are written. */
type Writing = { readonly installation: Installation; readonly dryRun: boolean }

/** The changes of work tree files that were made. */
export function sharedChanges(changes: readonly Change[], done: readonly FileDone[]): readonly Change[] {
  const refused = new Set(done.filter(({ did }) => did === 'refused').map(({ path }) => path))
  return changes.filter((change) => change.base === 'root' && !refused.has(displayPath(change)))
}

/** Writes the planned changes of a site and removes folders that become empty, or only lists them. */
export function writeChanges(
  site: ReadSite,
  changes: readonly Change[],
  { installation, dryRun }: Writing,
): readonly FileDone[] {
  const done = [...new Map(changes.map((change) => [displayPath(change), outcome(site, change)])).values()]
  if (dryRun) return done
  const { project, roots } = installation
  const writing = writingIn(project)
  const refused = new Map<string, string>()
  for (const base of ['root', 'git'] as const) {
    const own = changes.filter((change) => change.base === base)
    const plan = new Map(own.map((change) => [change.path, planned(change)]))
    const expected = new Map(own.map(({ path }) => [path, site.bytes.get(fileKey(base, path)) ?? null]))
    const result = applyWritePlan(roots[base], plan, expected, writing)
    for (const { path, reason } of result.refused) refused.set(displayPath({ base, path }), reason)
    for (const { path, text } of own) {
      // Git makes its folder of hooks itself and expects it to stay.
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

function outcome({ files }: ReadSite, { base, path, text }: Change): FileDone {
  const isNew = !files.has(fileKey(base, path))
  return { path: displayPath({ base, path }), did: text === null ? 'deleted' : isNew ? 'created' : 'changed' }
}

/** Removes settings from the repository's own, or only lists them. */
export async function unsetKeys(
  top: string,
  keys: readonly string[],
  dryRun: boolean,
): Promise<ConfigDone[]> {
  for (const key of dryRun ? [] : keys) await unsetConfig(top, key)
  return keys.map((key) => ({ key, did: 'unset' }))
}

const WHY = 'git starts hooks in its own directory, with any commit checked out'

/**
 * Makes git start hooks in its own directory, or no longer where `isWanted` is false. Removes the keys of an earlier
 * place.
 */
export async function setStartConfig(
  { commonDir }: ReadSite,
  top: string,
  { isWanted, dryRun }: { readonly isWanted: boolean; readonly dryRun: boolean },
): Promise<readonly ConfigDone[]> {
  const wanted = isWanted ? includeKeys(commonDir) : []
  const present = await includingKeys(top, START_CONFIG)
  const [missing, old] = [without(wanted, present), without(present, wanted)]
  for (const key of dryRun ? [] : old) await excludeConfig(top, key, START_CONFIG)
  for (const key of dryRun ? [] : missing) await includeConfig(top, key, START_CONFIG)
  return [
    ...old.map((key) => ({ key, did: 'unset' }) as const),
    ...missing.map((key) => ({ key, did: 'set', why: WHY }) as const),
  ]
}

function without(keys: readonly string[], others: readonly string[]): readonly string[] {
  return keys.filter((key) => !others.includes(key))
}

import { hooksPaths } from '../git/hooks-path.ts'
import { START_CONFIG } from './hooks/start-hook.ts'

/** `core.hooksPath` as people or their manager set it, and the folder of memkeep that goes before it; null when not set. */
export type FoundHooksPath = { readonly hooksPath: string | null; readonly startedIn: string | null }

/** Asks git which folders of hooks its settings name in a work tree. */
export async function readHooksPath(top: string): Promise<FoundHooksPath> {
  const all = await hooksPaths(top)
  const last = all.at(-1)
  return {
    hooksPath: all.filter(({ file }) => !isOwn(file)).at(-1)?.value ?? null,
    startedIn: last && isOwn(last.file) ? last.value : null,
  }
}

function isOwn(file: string): boolean {
  return file.replaceAll('\\', '/').endsWith(`/${START_CONFIG}`)
}

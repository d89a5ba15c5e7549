import { posix } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { LoadedSide } from '../engine/check-memory.ts'
import { engineDiagnostics, type UsedRules } from '../engine/context.ts'

const KINDS = { link: 'a symlink', submodule: 'a submodule' } as const

/**
 * Symlinks and submodules that replace a folder with memory, and lead to no folder that the same layout checks: through them
 * an agent reads text that is not checked, or by other rules.
 */
export async function findHiddenFolders(
  before: LoadedSide,
  { snapshot, documents }: LoadedSide,
  known: UsedRules,
): Promise<Diagnostic[]> {
  const layoutOf = new Map(
    before.documents.flatMap(({ path, layout }) => above(path).map((folder) => [folder, layout] as const)),
  )
  const checked = new Set(
    documents.flatMap(({ path, layout }) => above(path).map((folder) => `${layout} ${folder}`)),
  )
  const found: Diagnostic[] = []
  for (const [path, layout] of layoutOf) {
    const mode = snapshot.files.get(path)?.mode
    if (mode !== 'link' && mode !== 'submodule') continue
    if (mode === 'link' && checked.has(`${layout} ${await targetOf(path, snapshot)}`)) continue
    const message = `The folder of memory is now ${KINDS[mode]}, and nothing behind it was checked`
    const text = { path, layout, message, help: 'Make it a directory again.' }
    found.push(...engineDiagnostics('unreadable', text, known))
  }
  return found
}

/** Every folder that a path lies in. */
function above(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'))
}

async function targetOf(path: string, snapshot: LoadedSide['snapshot']): Promise<string> {
  const content = (await snapshot.read([path])).get(path)
  const text = content && 'bytes' in content ? new TextDecoder().decode(content.bytes) : ''
  return posix.normalize(posix.join(posix.dirname(path), text)).replace(/\/$/, '')
}

import { posix } from 'node:path'
import { type Diagnostic, toDiagnostic } from '../core/diagnostic.ts'
import type { LoadedSide } from '../engine/check-snapshot.ts'
import { engineFinding } from '../engine/engine-finding.ts'
import type { LoadOptions } from '../engine/load-options.ts'

const KINDS = { link: 'a symbolic link', submodule: 'a submodule' } as const

/**
 * Links and submodules that have taken the place of a folder with memory, and lead to none that is checked: whoever follows
 * them reads what nobody has looked at.
 */
export async function hiddenFolders(
  before: LoadedSide,
  { snapshot, loaded }: LoadedSide,
  { rules, settings }: Pick<LoadOptions, 'rules' | 'settings'>,
): Promise<Diagnostic[]> {
  const layoutOf = new Map(
    before.loaded.documents.flatMap(({ path, layout }) =>
      above(path).map((folder) => [folder, layout] as const),
    ),
  )
  const checked = new Set(loaded.documents.flatMap(({ path }) => above(path)))
  const found: Diagnostic[] = []
  for (const [path, layout] of layoutOf) {
    const mode = snapshot.files.get(path)?.mode
    if (mode !== 'link' && mode !== 'submodule') continue
    if (mode === 'link' && checked.has(await targetOf(path, snapshot))) continue
    const finding = engineFinding(
      {
        rule: 'unreadable',
        message: `Unexpected ${KINDS[mode]} where memory lay: nothing behind it was checked`,
        help: 'Make it a directory again.',
      },
      rules,
      settings,
    )
    if (finding) found.push(toDiagnostic(finding, path, layout))
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

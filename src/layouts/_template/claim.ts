import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { rootSetting, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

/** The derived file's name. */
const LIST = 'list.json'

const setting = rootSetting('template', {
  description: 'Where the notes lie.',
  holds: 'The directory of the notes.',
  value: 'notes',
})

/** The directory of the notes, relative to the repository root, without a slash at the end. */
export const templateRoot = setting.read

/** What is always loaded of the layout: whose a file is, and what shows that the layout is in use. */
export const templatePaths: LayoutPaths = {
  id: 'template',
  settings: { schemas: setting.schema },
  signature: 'note with a date',
  roots: (settings) => [{ path: templateRoot(settings) }],
  claim,
}

/**
 * Claims `{root}/*.md` and `{root}/list.json`, and leaves everything else alone: what is claimed is checked, so a path
 * that may belong to something else is better left out. Symlinks are claimed, and reported as unreadable.
 */
function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  const name = mode === 'submodule' ? null : setting.below(path, settings)
  if (name === null) return null
  if (name === LIST) return { kind: 'note-list', scope: '' }
  return name.endsWith('.md') && !name.includes('/') && name !== 'README.md'
    ? { kind: 'note', scope: '' }
    : null
}

/** The path of the list. */
export function listPath(settings: Settings): string {
  return `${templateRoot(settings)}/${LIST}`
}

import type { Claim } from '../../core/layout.ts'
import { rootSetting, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

/** The derived file's name. */
const LIST = 'list.json'

/**
 * Claims `{root}/*.md` and `{root}/list.json`, and leaves everything else alone: what is claimed is checked, so a path
 * that may belong to something else is better left out. Symlinks are claimed, and reported as unreadable.
 */
export function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  const prefix = `${templateRoot(settings)}/`
  if (mode === 'submodule' || !path.startsWith(prefix)) return null
  const name = path.slice(prefix.length)
  if (name === LIST) return { kind: 'note-list', scope: '' }
  return name.endsWith('.md') && !name.includes('/') && name !== 'README.md'
    ? { kind: 'note', scope: '' }
    : null
}

/** The path of the list. */
export function listPath(settings: Settings): string {
  return `${templateRoot(settings)}/${LIST}`
}

const setting = rootSetting('template', {
  description: 'Where the notes lie.',
  holds: 'The directory of the notes.',
  value: 'notes',
})

/** JSON Schema of this layout's top-level setting: one key, the layout's id in camel case, each value with its default. */
export const templateSettings = setting.schema

/** The directory of the notes, relative to the repository root, without a slash at the end. */
export const templateRoot = setting.read

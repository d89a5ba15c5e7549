import { compareText } from '../core/edit.ts'
import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { SETTINGS_FILE } from './load-settings.ts'

/**
 * The paths that concern memory, for the shims of the git hooks: every layout's roots and the settings file, sorted,
 * without those that lie inside another.
 */
export function hookPaths(layouts: readonly Layout[], settings: Settings): string[] {
  const paths = [...new Set([...layouts.flatMap((layout) => layout.roots(settings)), SETTINGS_FILE])]
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`))).sort(compareText)
}

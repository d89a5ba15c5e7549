import { type Layout, wantedLayouts } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { compareText } from '../core/text.ts'
import { SETTINGS_FILE } from './load-settings.ts'

/**
 * The paths that concern memory, for the shims of the git hooks: the roots of every layout that
 * settings do not turn off, for its first file may come with any commit, and the settings file, sorted,
 * without those that lie inside another.
 */
export function hookPaths(layouts: readonly Layout[], settings: Settings): string[] {
  const roots = wantedLayouts(layouts, settings).flatMap((layout) => layout.roots(settings))
  const paths = [...new Set([...roots, SETTINGS_FILE])]
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`))).sort(compareText)
}

import type { Settings } from '../core/settings.ts'
import type { Sides } from './check-snapshot.ts'
import type { LoadOptions } from './load-options.ts'
import { loadSettings, SETTINGS_FILE } from './load-settings.ts'

/**
 * The settings of the side before, where they are others than those of the side after; null when they are the same, hold
 * for both sides, or cannot be read.
 */
export async function settingsBefore(
  { before, after }: Pick<Sides, 'before' | 'after'>,
  { isGiven }: Pick<LoadOptions, 'isGiven'>,
): Promise<Settings | null> {
  if (isGiven || !before || before.files.get(SETTINGS_FILE)?.id === after.files.get(SETTINGS_FILE)?.id)
    return null
  try {
    return await loadSettings({ snapshot: before, cwd: '', skip: [] })
  } catch (error) {
    if (error instanceof Error && error.name === 'UserError') return null
    throw error
  }
}

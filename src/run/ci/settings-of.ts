import type { Settings } from '../../core/settings.ts'
import { loadSettings } from '../load-settings.ts'
import type { OpenSnapshot } from '../real-snapshot.ts'

/** The settings of a snapshot; null where its file cannot be read or is wrong. */
export async function settingsOf(snapshot: OpenSnapshot, skip: readonly string[]): Promise<Settings | null> {
  try {
    return await loadSettings({ snapshot, cwd: '', skip })
  } catch (error) {
    if (error instanceof Error && error.name === 'UserError') return null
    throw error
  }
}

import { DEFAULT_SETTINGS, type Settings } from '../core/settings.ts'
import type { MemoryContext, Sides } from './load-options.ts'

/**
 * The settings of the side before, where they are others than those of the side after; null when they are the same or hold
 * for both sides. Where they cannot be read, the defaults are.
 */
export async function settingsBefore(
  before: Sides['before'],
  { settings, settingsOf }: MemoryContext,
): Promise<Settings | null> {
  if (!before || !settingsOf) return null
  try {
    const earlier = await settingsOf(before)
    return JSON.stringify(earlier) === JSON.stringify(settings) ? null : earlier
  } catch (error) {
    if (error instanceof Error && error.name === 'UserError') return DEFAULT_SETTINGS
    throw error
  }
}

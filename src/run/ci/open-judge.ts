import type { Settings } from '../../core/settings.ts'
import { layouts } from '../../layouts/index.ts'
import { rules } from '../../rules/index.ts'
import { loadSettings, SETTINGS_FILE } from '../load-settings.ts'
import { type KeptLoad, openLoadWith } from '../open-load.ts'
import type { Project } from '../project.ts'
import type { OpenSnapshot } from '../real-snapshot.ts'
import type { CiOptions } from './ci-request.ts'
import { settingsOf } from './settings-of.ts'
import { stricterSettings } from './stricter-settings.ts'

/** What a commit is judged with. */
export type Judge = {
  readonly load: KeptLoad
  /** What its own settings say. */
  readonly own: Settings
  /** What they allow and those before did not, in words for people: it was taken back. */
  readonly relaxed: readonly string[]
}

/**
 * A commit is judged by its own settings, but for what they allow and those of the commit before do not, where there is
 * one: a change that turns a rule off would pass whatever else it does. Throws `UserError` for settings that are wrong.
 */
export async function openJudge(
  project: Project,
  options: CiOptions,
  { snapshot, before }: { readonly snapshot: OpenSnapshot; readonly before: OpenSnapshot | null },
): Promise<Judge> {
  const own = await loadSettings({ ...options, snapshot })
  const earlier = before && (await earlierSettings(options, { snapshot, before }))
  const { settings, relaxed } = earlier
    ? stricterSettings(own, earlier, { rules, layouts })
    : { settings: own, relaxed: [] }
  // Shards were made with the settings of the head as they are.
  const shards = relaxed.length === 0 ? options.shards : undefined
  const request = { ...options, shards, shardsMayLack: true, keepsFacts: false }
  const load = await openLoadWith(settings, project, request)
  return { load: { ...load, isGiven: options.config !== undefined }, own, relaxed }
}

/** Null where they are the same, are not the commits' own, or cannot be read. */
async function earlierSettings(
  { config, skip }: CiOptions,
  { snapshot, before }: { readonly snapshot: OpenSnapshot; readonly before: OpenSnapshot },
): Promise<Settings | null> {
  if (config !== undefined || snapshot.files.get(SETTINGS_FILE)?.id === before.files.get(SETTINGS_FILE)?.id)
    return null
  return settingsOf(before, skip)
}

import { join, resolve } from 'node:path'
import { RULES_FILES } from '../../core/installed.ts'
import type { JsonObject } from '../../core/json.ts'
import { allRules, type Layout, rootPaths, wantedLayouts } from '../../core/layout.ts'
import { isUserError, UserError } from '../../core/messages.ts'
import { placeSpec } from '../../core/places.ts'
import { ALWAYS_ON_RULES } from '../../core/rule.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../core/settings.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import { compareText } from '../../core/text.ts'
import { isThere } from '../../fs/read-files.ts'
import { readText } from '../../fs/text-files.ts'
import { layouts } from '../../layouts/index.ts'
import { rules } from '../../rules/index.ts'
import type { MemoryContext, Sides } from '../context.ts'
import { withLinkedPages } from './linked-pages.ts'
import { inSnapshot, type SettingsSource, type SettingsText } from './settings-source.ts'

/** The settings file's name, at the root of the repository. */
export const SETTINGS_FILE = 'memkeep.yaml'

/** Settings of a run, defaults filled in. Throws `UserError` for a file that is missing, unreadable or wrong. */
export async function loadSettings(source: SettingsSource): Promise<Settings> {
  const file =
    source.config === undefined
      ? await inSnapshot(source.snapshot, source.path ?? SETTINGS_FILE)
      : onDisk(source.cwd, source.config)
  const settings = await overridden(file ? await parse(file, source) : DEFAULT_SETTINGS, source.override)
  if (!file && source.root !== undefined && source.config === undefined) assertNoHiddenSettings(source.root)
  const skipped = Object.fromEntries(known(source.skip).map((rule) => [rule, 'off' as const]))
  const all = withDuties({ ...settings, rules: { ...settings.rules, ...skipped } })
  return withLinkedPages(all, source)
}

async function overridden(settings: Settings, override: JsonObject | undefined): Promise<Settings> {
  if (!override) return settings
  const { overrideOptions } = await import('./settings-file.ts')
  return overrideOptions(settings, override, { layouts, rules })
}

function withDuties(settings: Settings): Settings {
  const off = ALWAYS_ON_RULES.find((rule) => settings.rules[rule] === 'off')
  if (off === undefined) return settings
  throw new UserError(
    `the rule ${off} cannot be turned off`,
    'Fix what it reports: with the rule off, the problem would stay hidden.',
  )
}

/** A settings file on disk that the snapshot does not list would be ignored in silence. */
function assertNoHiddenSettings(root: string): void {
  if (!isThere(join(root, SETTINGS_FILE))) return
  throw new UserError(
    `${SETTINGS_FILE} is not a file that git sees: it is ignored, or no regular file`,
    'Take it out of the ignore rules, or name it with --config.',
  )
}

function onDisk(cwd: string, config: string): SettingsText {
  try {
    return { path: config, text: readText(resolve(cwd, config)) }
  } catch (cause) {
    throw new UserError(
      `the settings file ${config} cannot be read`,
      'Check the path given with --config.',
      cause,
    )
  }
}

async function parse(file: SettingsText, source: SettingsSource): Promise<Settings> {
  const { text, path } = file
  if (last && last.text === text && last.path === path) return last.settings
  const { readSettingsChain } = await import('./settings-file.ts')
  const settings = await readSettingsChain(file, { layouts, rules }, source)
  if (settings.extended.length === 0) last = { ...file, settings }
  return settings
}

/** The last settings file that was parsed, and extends no other: one run asks for it many times. */
let last: (SettingsText & { readonly settings: Settings }) | null = null

function known(skip: readonly string[]): readonly string[] {
  if (skip.length === 0) return skip
  const ids = new Set(allRules({ rules, layouts }).map(({ id }) => id))
  const unknown = skip.find((rule) => !ids.has(rule))
  if (unknown === undefined) return skip
  throw new UserError(
    `unknown rule ${unknown} to skip`,
    '`memkeep explain` lists the rules that MEMKEEP_SKIP takes.',
  )
}

/**
 * The settings of the side before, where they differ from those of the side after; null when they are the same or hold for
 * both sides. The defaults where they cannot be read; throws where a package that they extend is not installed, because a change
 * could uninstall it.
 */
export async function settingsBefore(
  before: Sides['before'],
  { settings, ask }: MemoryContext,
): Promise<Settings | null> {
  if (!before || !ask) return null
  try {
    const earlier = await ask.settingsOf(before)
    return JSON.stringify(earlier) === JSON.stringify(settings) ? null : earlier
  } catch (error) {
    if (isUserError(error) && !('lacksPackage' in error)) return DEFAULT_SETTINGS
    throw error
  }
}

/** The settings file, and the files that it extends. */
export function settingsFiles({ extended }: Settings): readonly string[] {
  return [SETTINGS_FILE, ...extended]
}

/** True where git says that another snapshot has the files of settings as the present one, whose settings are given, has them. */
export function hasSameSettings(other: Snapshot, present: Snapshot, given: Settings): boolean {
  return settingsFiles(given).every((path) => {
    const id = other.files.get(path)?.id
    return id !== null && id === present.files.get(path)?.id
  })
}

/**
 * The paths that concern memory, for the shims of the git hooks: the roots of every layout that
 * settings do not turn off, because its first file may come with any commit, the files of settings, and git's rules at the top; sorted,
 * without those inside another; behind them the places of the layouts, as `placeSpec` writes them.
 */
export function hookPaths(layouts: readonly Layout[], settings: Settings): string[] {
  const roots = wantedLayouts(layouts, settings).flatMap((layout) => rootPaths(layout, settings))
  const places = wantedLayouts(layouts, settings).flatMap((layout) => layout.places?.(settings) ?? [])
  const paths = [...new Set([...roots, ...settingsFiles(settings), ...RULES_FILES])]
  return [
    ...paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`))).sort(compareText),
    ...[...new Set(places.map(placeSpec))].sort(compareText),
  ]
}

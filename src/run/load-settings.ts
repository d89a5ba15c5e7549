import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { DEFAULT_SETTINGS, type Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { readText } from '../files/read-text.ts'
import { decodeText } from '../formats/decode-text.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'

/** The settings file's name, at the root of the repository. */
const SETTINGS_FILE = 'memkeep.yaml'

/** Where settings come from. */
export type SettingsSource = {
  /** The snapshot that is checked: its own settings file holds for it. */
  readonly snapshot: Snapshot
  readonly cwd: string
  /** `--config`: a file on disk, relative to `cwd`, instead of the snapshot's. */
  readonly config?: string | undefined
  /** Rules that the environment turns off (`MEMKEEP_SKIP`). */
  readonly skip: readonly string[]
}

/** Settings of a run, defaults filled in. Throws `UserError` for a file that is missing, unreadable or wrong. */
export async function loadSettings(source: SettingsSource): Promise<Settings> {
  const file =
    source.config === undefined ? await inSnapshot(source.snapshot) : onDisk(source.cwd, source.config)
  const settings = file ? await parse(file) : DEFAULT_SETTINGS
  const skipped = Object.fromEntries(known(source.skip).map((rule) => [rule, 'off' as const]))
  return { ...settings, rules: { ...settings.rules, ...skipped } }
}

type SettingsText = { readonly path: string; readonly text: string }

async function inSnapshot(snapshot: Snapshot): Promise<SettingsText | null> {
  if (!snapshot.files.has(SETTINGS_FILE)) return null
  const content = (await snapshot.read([SETTINGS_FILE])).get(SETTINGS_FILE)
  if (!content || 'failure' in content) {
    throw new UserError(`${SETTINGS_FILE} cannot be read: ${content?.failure ?? 'no content'}`)
  }
  const decoded = decodeText(content.bytes)
  if ('problem' in decoded) throw new UserError(`${SETTINGS_FILE} is not valid UTF-8`, 'Save it as UTF-8.')
  return { path: SETTINGS_FILE, text: decoded.text }
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

async function parse({ text, path }: SettingsText): Promise<Settings> {
  const { readSettings } = await import('./settings-file.ts')
  return readSettings(text, path, { layouts, rules })
}

function known(skip: readonly string[]): readonly string[] {
  const ids = new Set([...rules, ...layouts.flatMap((layout) => layout.rules)].map(({ id }) => id))
  const unknown = skip.find((rule) => !ids.has(rule))
  if (unknown === undefined) return skip
  throw new UserError(`unknown rule ${unknown} in MEMKEEP_SKIP`, '`memkeep explain` lists the rules.')
}

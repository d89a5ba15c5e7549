import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { allRules, type RuleSources } from '../../core/layout.ts'
import { safePath, UserError, WrongUse } from '../../core/messages.ts'
import type { Settings } from '../../core/settings.ts'
import { lineStarts, type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { joinSettings, parseSettings, settingsSchema, settingsValue } from '../../formats/settings.ts'
import { parseYaml } from '../../formats/yaml/yaml.ts'
import { readExtended } from './extended-file.ts'
import type { SettingsSource, SettingsText } from './settings-source.ts'

/** So many files may be extended one by another. */
const MOST = 5

/**
 * Reads what a settings file and the files that it extends say. Throws `UserError` with line, column and "did you mean", and for
 * files that cannot be read, extend each other, or are too many.
 */
export async function readSettingsChain(
  file: SettingsText,
  known: RuleSources,
  source: SettingsSource,
): Promise<Settings> {
  const schema = schemaOf(known)
  const paths = [file.path]
  const values = [settingsValue(file.text, file.path, schema)]
  for (let path = values[0]?.extends; path !== undefined; ) {
    const from = paths.at(-1) ?? ''
    assertGoesOn(path, paths)
    const value = settingsValue(await readExtended(path, from, source), path, schema)
    paths.push(path)
    values.push(value)
    path = value.extends
  }
  return joinSettings(values, paths.slice(1))
}

function assertGoesOn(path: string, paths: readonly string[]): void {
  const way = [...paths, path].map(safePath).join(' → ')
  if (paths.includes(path))
    throw new UserError(`settings extend each other in a circle: ${way}`, 'Take one `extends` out.')
  if (paths.length <= MOST) return
  throw new UserError(
    `settings extend more than ${MOST} files one by another: ${way}`,
    'Write what they say into fewer files.',
  )
}

/** Reads the text of a settings file that extends no other; throws `UserError` with line, column and "did you mean". */
export function readSettings(text: string, path: string, known: RuleSources): Settings {
  return parseSettings(text, path, schemaOf(known))
}

function schemaOf(known: RuleSources): JsonObject {
  const ids = allRules(known).map(({ id }) => id)
  return settingsSchema(known.layouts, ids)
}

/** Where a value is in the text of a settings file; its start where that has none, as under `--config`. */
export function placeInSettings(text: string, pointer: string): Place {
  const starts = lineStarts(text)
  const parsed = parseYaml(text, undefined, starts)
  const node = 'problem' in parsed ? undefined : parsed.data.nodes.get(pointer)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}

/** Settings with options of layouts replaced for one call. Throws `UserError` for those that are unknown or of the wrong form. */
export function overrideOptions(settings: Settings, given: JsonObject, known: RuleSources): Settings {
  const { options } = readGiven(given, known)
  const merged = Object.entries(options).map(([key, value]) => {
    const own = settings.options[key]
    return [key, isJsonObject(own) && isJsonObject(value) ? { ...own, ...value } : value] as const
  })
  return { ...settings, options: { ...settings.options, ...Object.fromEntries(merged) } }
}

function readGiven(given: JsonObject, known: RuleSources): Settings {
  if ('extends' in given)
    throw new WrongUse('the settings of a call extend no file', 'Write `extends` into memkeep.yaml.')
  try {
    return readSettings(JSON.stringify(given), CALL, known)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // Where it is in a file says nothing: there is no file.
    throw new WrongUse(error.message.replace(/^:\d+:\d+: /, ''), error.hint, error)
  }
}

const CALL = ''

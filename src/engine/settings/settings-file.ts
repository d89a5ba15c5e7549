import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { allRules, type RuleSources } from '../../core/layout.ts'
import { UserError, WrongUse } from '../../core/messages.ts'
import type { Settings } from '../../core/settings.ts'
import { lineStarts, type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { parseSettings, settingsSchema } from '../../formats/settings.ts'
import { parseYaml } from '../../formats/yaml/yaml.ts'

/** Reads the text of a settings file; throws `UserError` with line, column and "did you mean". */
export function readSettings(text: string, path: string, known: RuleSources): Settings {
  const ids = allRules(known).map(({ id }) => id)
  return parseSettings(text, path, settingsSchema(known.layouts, ids))
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
  try {
    return readSettings(JSON.stringify(given), CALL, known)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // Where it is in a file says nothing: there is no file.
    throw new WrongUse(error.message.replace(/^:\d+:\d+: /, ''), error.hint, error)
  }
}

const CALL = ''

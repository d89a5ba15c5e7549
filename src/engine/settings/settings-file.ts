import { allRules, type Layout } from '../../core/layout.ts'
import type { Rule } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { parseSettings, settingsSchema } from '../../formats/settings.ts'

/** Reads the text of a settings file; throws `UserError` with line, column and "did you mean". */
export function readSettings(
  text: string,
  path: string,
  { layouts, rules }: { layouts: readonly Layout[]; rules: readonly Rule[] },
): Settings {
  const ids = allRules({ rules, layouts }).map(({ id }) => id)
  return parseSettings(text, path, settingsSchema(layouts, ids))
}

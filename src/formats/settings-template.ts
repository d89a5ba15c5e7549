import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { allRules, type Layout } from '../core/layout.ts'
import type { Rule } from '../core/rule.ts'
import { settingsSchema } from './settings.ts'

/** Keys that YAML takes as they are. */
const PLAIN = /^[A-Za-z_./][\w./-]*$/

/**
 * The text of a settings file that sets nothing and shows everything: each setting with its default, behind a `#`.
 * It parses to the defaults, and so does the same text with every `# ` taken away from the settings.
 */
export function settingsTemplate(layouts: readonly Layout[], rules: readonly Rule[]): string {
  const all = allRules({ rules, layouts })
  const schema = settingsSchema(
    layouts,
    all.map(({ id }) => id),
  )
  const severities = new Map(all.map(({ id, severity }) => [id, severity]))
  const several = new Map(
    all.flatMap(({ id, severities = [] }) => (severities.length > 1 ? [[id, severities]] : [])),
  )
  const modes = new Map(
    layouts.flatMap(({ kinds }) =>
      kinds.map(({ id, history, editable = [] }) => [id, { mode: history, editable }]),
    ),
  )
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const sections = Object.entries(properties).map(([key, inner]) =>
    section(key, isJsonObject(inner) ? inner : {}, {
      defaultOf: (name) => severities.get(name) ?? modes.get(name),
      remarkOn: (name) => ownSeverities(several.get(name)),
    }),
  )
  return [
    '# Settings of memkeep. Every line behind a `#` shows a default: take the `# ` away to change it.',
    ...sections.flatMap((lines) => ['', ...lines]),
    '',
  ].join('\n')
}

/** One word for all that a rule finds is not what it says by itself. */
function ownSeverities(severities: readonly string[] | undefined): string | undefined {
  return (
    severities && `By itself ${severities.join(' or ')}, by what is found; the value here is for all of it.`
  )
}

type Known = {
  /** The value of a setting whose schema names no default. */
  readonly defaultOf: (name: string) => Json | undefined
  readonly remarkOn: (name: string) => string | undefined
}

function section(key: string, schema: JsonObject, { defaultOf, remarkOn }: Known): string[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const lines = Object.entries(properties).map(([name, inner]) => {
    const { description: described, default: value } = isJsonObject(inner) ? inner : {}
    const shown = key === 'rules' || key === 'history' ? defaultOf(name) : value
    const description = key === 'rules' ? remarkOn(name) : described
    const said = key === 'history' || typeof description !== 'string' ? '' : `  # ${description}`
    return `  # ${plain(name)}: ${flow(shown ?? null)}${said}`
  })
  return [`# ${String(schema.description ?? '')}`, `${key}:`, ...[...lines].sort()]
}

/** YAML in one line. */
function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, inner]) => `${plain(key)}: ${flow(inner)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' ? plain(value) : JSON.stringify(value)
}

function plain(text: string): string {
  return PLAIN.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text)
}

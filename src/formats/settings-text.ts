import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { digest } from './hash.ts'

/** Words that YAML takes as they are. */
const PLAIN = /^[A-Za-z_./][\w./-]*$/

/** What the first line says, and the digest of what follows it. */
const HEAD = /^# Settings of memkeep, written by `memkeep init` \(([0-9a-z]+)\)[^\n]*\n/

/**
 * The text of a settings file for a repository that has none: the layouts that are in use, and what they found. It lists no
 * rules and no defaults: the schema knows them, and so do editors.
 */
export function settingsText(layouts: readonly string[], found: JsonObject): string {
  const on = layouts.map((id) => `  ${id}: on`)
  const own = Object.entries(found).flatMap(([key, value]) => ['', `${key}:`, ...block(value)])
  const body = [
    '# What is not here has its default; `memkeep explain` lists the rules, and docs/settings.md of memkeep the settings.',
    '',
    ...(on.length > 0 ? ['layouts:', ...on] : ['# layouts: { log: on }']),
    ...own,
    '',
    '# rules: { link-resolves: off }',
    '',
  ].join('\n')
  return `# Settings of memkeep, written by \`memkeep init\` (${digest(body).slice(0, 12)}).\n${body}`
}

/** True for a settings file that is as `settingsText` wrote it. */
export function isSettingsText(text: string): boolean {
  const plain = text.replaceAll('\r\n', '\n')
  const [head = '', mark] = HEAD.exec(plain) ?? []
  return mark !== undefined && digest(plain.slice(head.length)).slice(0, 12) === mark
}

/** A list or a map, an element a line. */
function block(value: Json): string[] {
  if (Array.isArray(value)) return value.map((one: Json) => `  - ${inlineYaml(one)}`)
  if (isJsonObject(value))
    return Object.entries(value).map(([key, one]) => `  ${plain(key)}: ${inlineYaml(one)}`)
  return [`  ${inlineYaml(value)}`]
}

/** YAML in one line. */
export function inlineYaml(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inlineYaml).join(', ')}]`
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, inner]) => `${plain(key)}: ${inlineYaml(inner)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' ? plain(value) : JSON.stringify(value)
}

function plain(text: string): string {
  return PLAIN.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text)
}

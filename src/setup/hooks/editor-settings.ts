import { isJsonObject, type Json } from '../../core/json.ts'
import type { DataChange } from '../../formats/edit-data.ts'
import { editSettings, readSettings } from '../../formats/json/edit-json.ts'
import type { Spliced } from './marked-block.ts'
import type { SchemaUse } from './site.ts'

const PACKAGE = './node_modules/memkeep/'
const YAML = 'yaml.schemas'
const JSON_SCHEMAS = 'json.schemas'

/** Adds our schemas for the YAML and JSON language servers. An entry for a schema that is already there stays. */
export function withEditorSettings(text: string, uses: readonly SchemaUse[]): Spliced {
  const value = readSettings(text)
  if (!isJsonObject(value)) return { byHand: 'it is no JSON object' }
  const [yaml = {}, json = []] = [value[YAML], value[JSON_SCHEMAS]]
  if (!isJsonObject(yaml) || !Array.isArray(json)) return { byHand: 'its schemas have another form' }
  const edited = editSettings(
    text,
    uses.flatMap(({ format, schema, globs }): DataChange[] => {
      const url = PACKAGE + schema
      const isThere = format === 'yaml' ? Object.hasOwn(yaml, url) : json.some((one) => urlOf(one) === url)
      if (isThere) return []
      return format === 'yaml'
        ? [{ at: [YAML, url], set: globs }]
        : [{ at: [JSON_SCHEMAS], append: [{ fileMatch: globs, url }] }]
    }),
  )
  return 'text' in edited ? edited : { byHand: 'its schemas have another form' }
}

/** The text of a new file. */
export function editorSettings(uses: readonly SchemaUse[]): string {
  const made = withEditorSettings('{}', uses)
  return `${JSON.stringify('text' in made ? readSettings(made.text) : {}, null, 2)}\n`
}

/** The lines to add by hand. */
export function editorLines(uses: readonly SchemaUse[]): readonly string[] {
  return editorSettings(uses).trimEnd().split('\n')
}

/** Removes our schemas, and a list or map that is then empty. Null for a file that holds only these. */
export function withoutEditorSettings(text: string): Spliced | null {
  const value = readSettings(text)
  if (!isJsonObject(value)) return { text }
  const [yaml, json] = [value[YAML], value[JSON_SCHEMAS]]
  const own = [
    ...(isJsonObject(yaml) ? Object.keys(yaml).filter(isOurs) : []).map((url) => [YAML, url]),
    ...(Array.isArray(json) ? json : []).flatMap((one: Json, i) =>
      isOurs(urlOf(one)) ? [[JSON_SCHEMAS, i]] : [],
    ),
  ]
  // From the end, so that each number is still right.
  const edited = editSettings(
    text,
    own.reverse().map((at) => ({ at, remove: true })),
  )
  const rest = 'text' in edited ? edited.text : text
  return rest !== text && /^\s*\{\s*\}\s*$/.test(rest) ? null : { text: rest }
}

function urlOf(one: Json): string {
  return isJsonObject(one) && typeof one.url === 'string' ? one.url : ''
}

function isOurs(url: string): boolean {
  return url.startsWith(`${PACKAGE}schemas/`)
}

/** `{scope}`, which may be several directories deep. */
const DEEP = '{scope}'

/**
 * The paths of a kind, written for people, as globs. A name in braces is any name, several names are each of them, a
 * part in brackets is optional, and commas separate paths.
 */
export function pathGlobs(paths: string): readonly string[] {
  return paths.split(', ').flatMap(alternatives).map(asGlob)
}

/** Every combination: an optional part in and out, and each of several names. */
function alternatives(path: string): readonly string[] {
  const optional = /\[([^\]]*)\]/.exec(path)
  if (optional)
    return ['', optional[1] ?? ''].flatMap((part) => alternatives(path.replace(optional[0], part)))
  const names = /\{([^{},]+(?:,[^{},]+)+)\}/.exec(path)
  if (!names) return [path]
  return (names[1] ?? '').split(',').flatMap((name) => alternatives(path.replace(names[0], name)))
}

function asGlob(path: string): string {
  return path.replaceAll(DEEP, '**').replaceAll(/\{[^{}]+\}/g, '*')
}

import { isJsonObject, type Json } from '../../core/json.ts'
import { readJsonc, withJsoncValue } from '../../formats/json/json-edits.ts'
import type { Spliced } from './marked-block.ts'
import type { SchemaUse } from './site.ts'

const PACKAGE = './node_modules/memkeep/'
const YAML = 'yaml.schemas'
const JSON_SCHEMAS = 'json.schemas'

/** Adds our schemas for the YAML and JSON language servers. An entry for a schema that is already there stays. */
export function withEditorSettings(text: string, uses: readonly SchemaUse[]): Spliced {
  const value = readJsonc(text)
  if (!isJsonObject(value)) return { byHand: 'it is no JSON object' }
  const [yaml = {}, json = []] = [value[YAML], value[JSON_SCHEMAS]]
  if (!isJsonObject(yaml) || !Array.isArray(json)) return { byHand: 'its schemas have another form' }
  let result = text
  for (const { format, schema, globs } of uses) {
    const url = PACKAGE + schema
    if (format === 'yaml' && !Object.hasOwn(yaml, url)) {
      result = withJsoncValue(result, [YAML, url], [...globs])
    }
    if (format === 'json' && !json.some((one) => urlOf(one) === url)) {
      result = withJsoncValue(result, [JSON_SCHEMAS, -1], { fileMatch: [...globs], url })
    }
  }
  return { text: result }
}

/** The text of a new file. */
export function editorSettings(uses: readonly SchemaUse[]): string {
  const made = withEditorSettings('{}\n', uses)
  return 'text' in made ? made.text : ''
}

/** The lines to add by hand. */
export function editorLines(uses: readonly SchemaUse[]): readonly string[] {
  return editorSettings(uses).trimEnd().split('\n')
}

/** Removes our schemas, and a list or map that is then empty. Null for a file that holds only these. */
export function withoutEditorSettings(text: string): Spliced | null {
  const value = readJsonc(text)
  if (!isJsonObject(value)) return { text }
  const [yaml, json] = [value[YAML], value[JSON_SCHEMAS]]
  const taken = isJsonObject(yaml) ? withoutKeys(text, yaml) : text
  const rest = Array.isArray(json) ? withoutItems(taken, json) : taken
  return rest !== text && /^\s*\{\s*\}\s*$/.test(rest) ? null : { text: rest }
}

function withoutKeys(text: string, yaml: { readonly [key: string]: Json }): string {
  const own = Object.keys(yaml).filter(isOurs)
  if (own.length === 0) return text
  if (own.length === Object.keys(yaml).length) return withJsoncValue(text, [YAML], undefined)
  return own.reduce((rest, key) => withJsoncValue(rest, [YAML, key], undefined), text)
}

function withoutItems(text: string, json: readonly Json[]): string {
  const own = json.flatMap((one, index) => (isOurs(urlOf(one)) ? [index] : []))
  if (own.length === 0) return text
  if (own.length === json.length) return withJsoncValue(text, [JSON_SCHEMAS], undefined)
  return own.reduceRight((rest, index) => withJsoncValue(rest, [JSON_SCHEMAS, index], undefined), text)
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

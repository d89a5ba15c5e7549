import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'
import type { Layout } from '../../src/core/layout.ts'
import { ALLOWED, keptOf } from '../../src/core/settings.ts'
import type { Kind } from '../../src/core/source.ts'
import { markdownTable } from './markdown-table.ts'

/** Keys whose members are alike: one row for all of them, by a word for their name. */
const ALIKE: { readonly [key: string]: { readonly word: string; readonly names: string } } = {
  rules: { word: 'RULE', names: 'every [rule](rules/README.md)' },
  layouts: { word: 'LAYOUT', names: 'every [layout](layouts.md)' },
  history: { word: 'KIND', names: 'every [kind](#kinds)' },
}

/** The subject of what layouts set, mostly their folders. */
const PLACES = 'Where memory lies'

/** The keys by what they are about, in the order of reading. What is not named is of a layout. */
const SUBJECTS: readonly (readonly [subject: string, keys: readonly string[]])[] = [
  ['What is checked, and how hard', ['extends', 'rules', 'layouts', 'limits', 'secrets', 'hooks', 'ci']],
  ['What may happen to items', ['history', 'merge']],
  [PLACES, []],
  ['How much it may be', ['growth', 'hot', 'memory-bank', 'categories']],
]

/** Every key of the settings' schema in a row, by subject: what it takes, its default, what it means. */
export function settingsTables(schema: JsonObject): string {
  const properties = objectOf(schema.properties)
  const named = SUBJECTS.flatMap(([, keys]) => keys)
  const others = Object.keys(properties).filter((key) => !named.includes(key))
  const tables = SUBJECTS.map(([subject, keys]) => {
    const own = subject === PLACES ? others : keys
    const rows = own.flatMap((key) => topRows(key, objectOf(properties[key])))
    const cells = rows.map(({ key, takes, byDefault, means }) => [`\`${key}\``, takes, byDefault, means])
    return `### ${subject}\n\n${markdownTable(['key', 'takes', 'default', 'means'], cells)}`
  })
  return tables.join('\n\n')
}

const KEPT = { items: 'each item', files: 'each file', sections: 'each section' } as const

/** What may happen to items, sections and files under each mode that refuses something. */
export function modeTable(): string {
  const columns = (['items', 'sections', 'files'] as const).flatMap((kept) =>
    (['immutable', 'append-only'] as const).map((mode) => ({ kept, mode })),
  )
  const rows = ALLOWED.items.free.map((way) => [
    way,
    ...columns.map(({ kept, mode }) => (ALLOWED[kept][mode].includes(way) ? 'yes' : 'no')),
  ])
  return markdownTable(['', ...columns.map(({ kept, mode }) => `${kept}, \`${mode}\``)], rows)
}

/** The kinds of every layout by what a history mode keeps of them, and the modes that settings may give them. */
export function kindTable(layouts: readonly Layout[], schema: JsonObject): string {
  const known = objectOf(objectOf(objectOf(schema.properties).history).properties)
  const rowOf = (kind: Kind): readonly string[] => {
    const { id, fields, history } = kind
    const modes = modesOf(known[id])
    if (modes === '') return ['nothing', 'none', '']
    return [KEPT[keptOf(kind)], fields ? 'every one' : modes, `\`${history}\``]
  }
  const rows = layouts.flatMap(({ id, kinds }) => {
    const groups = new Map<string, { readonly row: readonly string[]; readonly names: string[] }>()
    for (const kind of kinds) {
      const row = rowOf(kind)
      const group = groups.get(row.join()) ?? { row, names: [] }
      group.names.push(`\`${kind.id}\``)
      groups.set(row.join(), group)
    }
    return [...groups.values()].map(({ row, names }) => [id, names.join(', '), ...row])
  })
  return markdownTable(['layout', 'kinds', 'a mode keeps', 'takes', 'without settings'], rows)
}

function modesOf(schema: Json | undefined): string {
  const { enum: modes } = objectOf(objectOf(objectOf(schema).properties).mode)
  return Array.isArray(modes) ? modes.map((mode) => `\`${String(mode)}\``).join(', ') : ''
}

type Row = {
  readonly key: string
  readonly takes: string
  readonly byDefault: string
  readonly means: string
}

function topRows(key: string, schema: JsonObject): Row[] {
  const alike = ALIKE[key]
  if (!alike) return rowsOf(key, schema)
  const members = objectOf(schema.properties)
  const [first] = Object.values(members)
  const about = `${textOf(schema.description)} ${capital(alike.names)}.`
  const rows = rowsOf(`${key}.${alike.word}`, withoutNames(objectOf(first)))
  // What a member means is said once, with what the whole map means.
  return rows.length === 1
    ? rows.map((row) => ({ ...row, means: about }))
    : [{ key: `${key}.${alike.word}`, takes: 'a map', byDefault: '', means: about }, ...rows.slice(1)]
}

/** A member without what only this member takes: the names of its fields. */
function withoutNames(schema: JsonObject): JsonObject {
  const { editable, ...rest } = objectOf(schema.properties)
  if (editable === undefined) return schema
  const open = { ...objectOf(editable), items: { type: 'string' } }
  return { ...schema, properties: { ...rest, editable: open } }
}

/** The row of a schema and, for a map or a list of maps, one for each key in it. A map's own row has nothing to say beyond them. */
function rowsOf(key: string, schema: JsonObject): Row[] {
  const items = objectOf(schema.items)
  const inner = Object.entries(objectOf(schema.properties)).flatMap(([name, value]) =>
    rowsOf(`${key}.${name}`, objectOf(value)),
  )
  const listed = Object.entries(objectOf(items.properties)).flatMap(([name, value]) =>
    rowsOf(`${key}[].${name}`, objectOf(value)),
  )
  const row = {
    key,
    takes: takes(schema),
    byDefault: inner.length > 0 ? '' : defaultText(schema.default),
    means: textOf(schema.description),
  }
  return [row, ...inner, ...listed]
}

function takes({
  type,
  enum: choices,
  items,
  minimum,
  maximum,
  properties,
  additionalProperties,
}: JsonObject): string {
  if (Array.isArray(choices)) return choices.map((one: Json) => `\`${String(one)}\``).join(', ')
  if (type === 'array') return `a list of ${isJsonObject(objectOf(items).properties) ? 'maps' : 'texts'}`
  if (type === 'string') return 'a text'
  if (type === 'boolean') return '`true`, `false`'
  if (type === 'object' && isJsonObject(properties)) return 'a map'
  if (type === 'object' && isJsonObject(additionalProperties))
    return `a map: name → ${takes(additionalProperties)}`
  if (type !== 'integer' && type !== 'number') return 'a value'
  const from = minimum === undefined ? '' : ` from ${String(minimum)}`
  const to = maximum === undefined ? '' : ` to ${String(maximum)}`
  return `a number${from}${to}`
}

function defaultText(value: Json | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value) && value.length === 0) return 'none'
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([name, one]) => `\`${name}\`: ${defaultText(one)}`)
      .join(', ')
  return [value]
    .flat()
    .map((one) => `\`${String(one)}\``)
    .join(', ')
}

function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

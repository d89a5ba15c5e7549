import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import type { SchemaProblem } from './schema.ts'

/** The `format` of a text in the settings' schema that names a directory of the repository. */
export const ROOT_FORMAT = 'repository-path'

/**
 * Takes the slash at the end off every root of valid settings; or says which root is not a path inside the repository:
 * absolute, with a backslash, or with an empty, `.` or `..` part.
 */
export function plainRoots(value: Json, schema: JsonObject): { value: Json } | { problem: SchemaProblem } {
  const problems: SchemaProblem[] = []
  const plain = walk(value, schema, { pointer: '', problems })
  const [problem] = problems
  return problem ? { problem } : { value: plain }
}

type Position = { readonly pointer: string; readonly problems: SchemaProblem[] }

function walk(value: Json, schema: JsonObject, position: Position): Json {
  if (typeof value === 'string') return schema.format === ROOT_FORMAT ? plainRoot(value, position) : value
  if (Array.isArray(value)) {
    const items = isJsonObject(schema.items) ? schema.items : {}
    return value.map((item: Json, i) => walk(item, items, below(position, i)))
  }
  if (!isJsonObject(value)) return value
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const innerSchema = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, isJsonObject(innerSchema) ? walk(inner, innerSchema, below(position, key)) : inner]
    }),
  )
}

function below({ pointer, problems }: Position, key: string | number): Position {
  return { pointer: `${pointer}/${key}`, problems }
}

function plainRoot(root: string, { pointer, problems }: Position): string {
  const plain = root.endsWith('/') ? root.slice(0, -1) : root
  const fault = faultOf(plain)
  if (fault === null) return plain
  problems.push({
    pointer,
    message: `Unexpected ${fault} in the path "${root}", expected a directory inside the repository`,
    help: 'Write the path from the root of the repository, with `/`: for example `user/memory`.',
  })
  return root
}

function faultOf(root: string): string | null {
  if (root.startsWith('/') || /^[A-Za-z]:/.test(root)) return 'absolute start'
  if (root.includes('\\')) return 'backslash'
  if (/\p{Cc}/u.test(root)) return 'control character'
  const parts = root.split('/')
  if (parts.includes('')) return 'empty part'
  return parts.some((part) => part === '.' || part === '..') ? '`.` or `..`' : null
}

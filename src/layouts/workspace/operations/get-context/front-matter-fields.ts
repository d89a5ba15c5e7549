import type { Document } from '../../../../core/document.ts'
import type { Json, JsonObject } from '../../../../core/json.ts'

/** The front-matter fields that summaries have, in their order; what a document does not have, or in another shape, is left out. */
export function summaryFields(document: Document, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const value = field === 'tags' ? tagsOf(document) : frontMatterText(document, field)
      return value === null ? [] : [[field, value]]
    }),
  )
}

/** A front-matter field as text: YAML takes an unquoted `2024` or `true` for something else. Null when it is none. */
export function frontMatterText({ frontMatter }: Document, field: string): string | null {
  return textOf(frontMatter && Object.hasOwn(frontMatter, field) ? frontMatter[field] : undefined)
}

function tagsOf({ frontMatter }: Document): string[] | null {
  const tags = frontMatter?.tags
  if (!Array.isArray(tags)) return null
  return [...new Set((tags as readonly Json[]).map(textOf).filter((tag) => tag !== null))]
}

function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

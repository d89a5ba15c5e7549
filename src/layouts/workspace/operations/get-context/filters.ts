import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts'
import { safeText } from '../../../../core/safe-text.ts'
import { nearest } from '../../../../formats/names.ts'
import type { ContextPart } from './part.ts'
import type { ContextFilters, ContextRequest } from './request.ts'

const HAVE_CATEGORIES: readonly string[] = ['decisions', 'lessons']

/**
 * True for a part that has what is asked for: any of the tags, whatever it is; the category, for decisions and lessons; any
 * of the statuses, for plans. What lacks a field that is asked for does not pass. Nothing but those fields is looked at.
 */
export function passes({ section, data }: ContextPart, { status, tags, category }: ContextFilters): boolean {
  const { status: own, category: kind, tags: labels } = fieldsOf(data)
  if (section === 'plans' && status.length > 0 && !status.includes(String(own))) return false
  if (HAVE_CATEGORIES.includes(section) && category !== null && kind !== category) return false
  return tags.length === 0 || namesIn(labels).some((tag) => tags.includes(tag))
}

/** What is to be said of filters that nothing can pass: without a topic, or with a tag or category that no part has. */
export function filterNotes(
  parts: readonly ContextPart[],
  { topics, filters }: Pick<ContextRequest, 'topics' | 'filters'>,
): string[] {
  const { status, tags, category } = filters
  const isFiltered = status.length + tags.length > 0 || category !== null
  if (topics.length === 0) return isFiltered ? ['Filters have an effect on topics only: name some.'] : []
  const used = new Set(parts.flatMap(({ data }) => namesIn(fieldsOf(data).tags)))
  const kinds = new Set(parts.flatMap(({ data }) => namesIn([fieldsOf(data).category ?? null])))
  const hasEntries = topics.some((topic) => HAVE_CATEGORIES.includes(topic))
  return [
    ...tags.filter((tag) => !used.has(tag)).map((tag) => unused('tag', tag, used)),
    ...(category !== null && hasEntries && !kinds.has(category) ? [unused('category', category, kinds)] : []),
  ]
}

function unused(what: string, name: string, known: ReadonlySet<string>): string {
  const meant = nearest(name, [...known].sort())
  const guess = meant === undefined ? '.' : `; did you mean ${safeText(meant)}?`
  return `Nothing of these topics in this scope has the ${what} ${safeText(name.slice(0, 100))}${guess}`
}

function fieldsOf(data: Json): JsonObject {
  return isJsonObject(data) ? data : {}
}

function namesIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

import type { Json } from '../../src/core/json.ts'
import { type Found, inText } from './found.ts'
import { lineOfField, type PlanDocument } from './plan-document.ts'

const TAG_KEYS = ['labels', 'keywords', 'tag', 'label']

/** Tags from what the plan is labelled with, and from the last two directories of its scope. */
export function findTags(document: PlanDocument): Found<readonly string[]> | null {
  const { fields, scope, path } = document
  const key = TAG_KEYS.find((one) => listOf(fields[one]).length > 0)
  const labels = key === undefined ? [] : listOf(fields[key])
  const tags = [...labels, ...scope.split('/').slice(-2)].map(kebab).filter((tag) => tag !== '')
  if (tags.length === 0) return null
  const evidence =
    key === undefined ? ({ kind: 'path', path } as const) : inText(path, lineOfField(document, key))
  return { value: [...new Set(tags)], evidence }
}

function listOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.split(',')
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Lower case with hyphens; `c++` and `node.js` stay. */
function kebab(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.+#]+/gu, '-')
    .replace(/^[-.+#]+|-+$/g, '')
}

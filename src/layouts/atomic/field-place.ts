import type { Document } from '../../core/document.ts'
import { isJsonObject } from '../../core/json.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'

/** Where the value of a front-matter field stands; null when the field is not there. */
export function fieldPlace({ frontMatter, starts }: Source, field: string): Place | null {
  const node = frontMatter?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : null
}

/** The same, as the document remembers it for `supersedes` and `status`; else where its item stands. */
export function placeIn({ facts, items }: Document, field: 'supersedes' | 'status'): Place {
  const place = isJsonObject(facts) ? facts[field] : undefined
  return (place as Place | undefined) ?? items[0]?.place ?? WHOLE_FILE
}

import { type Place, placeOf, WHOLE_FILE } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'

/** Where the value of a top-level front-matter field stands; the whole file when the field is absent. */
export function frontMatterPlace({ frontMatter, starts }: Source, field: string): Place {
  const node = frontMatter?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}

import { isCalendarDate } from '../../core/date.ts'
import type { Item } from '../../core/item.ts'
import type { Reading } from '../../core/kind.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'
import { digest, sketch } from '../../formats/hash.ts'

/** A note is one item, known by the name of its file; what cannot be read gives none. */
export function readNote(source: Source): Reading {
  const { frontMatter, path, text } = source
  if (!frontMatter) return {}
  const { title, date, tags } = frontMatter.fields
  const name = path.slice(path.lastIndexOf('/') + 1)
  const body = text.slice(frontMatter.block.end)
  const item: Item = {
    kind: 'note',
    key: name,
    title: typeof title === 'string' ? title : name,
    place: placeOfField(source, 'title'),
    digest: digest(body),
    sketch: sketch(body),
    fields: { date: date ?? null, tags: tags ?? null },
  }
  const isDated = typeof date === 'string' && isCalendarDate(date)
  return {
    items: [item],
    ...(isDated && { dates: [{ date, what: 'date', place: placeOfField(source, 'date') }] }),
  }
}

function placeOfField({ frontMatter, starts }: Source, field: string): Place {
  const node = frontMatter?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}

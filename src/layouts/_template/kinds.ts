import { isCalendarDate } from '../../core/date.ts'
import type { Item } from '../../core/document.ts'
import type { Kind, Reading, Source } from '../../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { frontMatterTags } from '../../formats/tag-lists.ts'

/** The classes of document; an id of a kind is unique among all layouts. */
export const kinds: readonly Kind[] = [
  {
    id: 'note',
    summary: 'One dated note; it is not edited afterwards, but for its tags.',
    paths: 'notes/*.md',
    format: 'markdown',
    frontMatter: 'required',
    schema: {
      type: 'object',
      required: ['title', 'date'],
      properties: {
        title: { type: 'string', minLength: 1, description: 'What the note is about, in one line.' },
        date: { type: 'string', format: 'date', description: 'The day it was written.' },
        tags: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'Words to filter by.' },
      },
      additionalProperties: false,
    },
    history: 'immutable',
    fields: ['title', 'body', 'date', 'tags'],
    editable: ['tags'],
    signature: (_source, { dates = [] }) => dates.length > 0,
    tagLists: frontMatterTags,
    read: readNote,
  },
  {
    id: 'note-list',
    summary: 'The list of all notes, derived from them.',
    paths: 'notes/list.json',
    format: 'json',
    frontMatter: 'none',
    history: 'free',
    // Enough to see whether the file is what a rebuild gives.
    read: ({ text }) => ({ facts: digest(text) }),
  },
]

/** A note is one item, known by the name of its file; what cannot be read gives none. */
function readNote(source: Source): Reading {
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

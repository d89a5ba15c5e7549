import type { Kind } from '../../core/kind.ts'
import { digest } from '../../formats/hash.ts'
import { readNote } from './read-note.ts'

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
    read: readNote,
  },
  {
    id: 'note-list',
    summary: 'The list of all notes, derived from them.',
    paths: 'notes/list.json',
    format: 'json',
    frontMatter: 'none',
    history: 'free',
    // Enough to tell whether the file is what a rebuild gives.
    read: ({ text }) => ({ facts: digest(text) }),
  },
]

import { isCalendarDate } from '../../core/date.ts'
import { type Item, type Memory, readStated } from '../../core/document.ts'
import type { Derivation, Layout } from '../../core/layout.ts'
import type { Kind, Reading, Source } from '../../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { bodyMarks, digest } from '../../formats/hash.ts'
import { listPath, templatePaths } from './claim.ts'
import { rules } from './rules/index.ts'

/** The classes of document; an id of a kind is unique among all layouts. */
const kinds: readonly Kind[] = [
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
    // Enough to see whether the file is what a rebuild gives.
    read: ({ text }) => ({ facts: digest(text) }),
  },
]

/** Dated notes, one a file, and a list of them: small, and complete. README.md next to it says how to copy it. */
export const template: Layout = {
  ...templatePaths,
  summary: 'Dated notes, one a file, and a list of them that is rebuilt.',
  kinds,
  rules,
  derive,
}

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
    ...bodyMarks(body),
    ...readStated({ date, tags }),
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

const NOTHING: Derivation = { plan: new Map(), stale: [], replacesUnreadable: [] }

/**
 * Rebuilds `list.json` from the notes, in the order of their paths. It waits while a file cannot be read: unreadable is
 * not empty. A layout that derives nothing has no `derive`.
 */
function derive({ documents, files, settings }: Memory): Derivation {
  const path = listPath(settings)
  const notes = documents.filter(({ kind }) => kind === 'note')
  if (notes.length === 0 || documents.some(({ complete }) => !complete)) return NOTHING
  const rows = notes.flatMap(({ items }) =>
    items.map(({ key, title, fields }) => ({ file: key, title, date: fields.date ?? null })),
  )
  const text = `${JSON.stringify(rows, null, 2)}\n`
  const present = documents.find((document) => document.path === path)
  if (present?.facts === digest(text)) return NOTHING
  const found = {
    place: WHOLE_FILE,
    message: files.has(path)
      ? 'The list is out of date: it differs from the notes'
      : 'The list of the notes is missing',
    help: 'Run `memkeep index`.',
    fixable: true,
  }
  return {
    plan: new Map([[path, { kind: 'text', text }]]),
    stale: [{ path, found }],
    replacesUnreadable: [],
  }
}

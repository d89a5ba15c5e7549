import { isCalendarDate } from '../../core/date.ts'
import { type Item, readStated } from '../../core/document.ts'
import type { Json } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import type { Heading, Kind, Reading, Source } from '../../core/source.ts'
import { WHOLE_FILE } from '../../core/text.ts'
import { readTombstones, tombstoneItem } from '../../formats/comments.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { readLoadedText } from '../../formats/loading.ts'
import { normaliseTitle } from '../../formats/names.ts'
import { namesChoices } from '../../formats/statements/read-choices.ts'
import { readSayings } from '../../formats/statements/sayings.ts'
import { dayOf, openclawPaths } from './claim.ts'
import { loadingsOf } from './loading.ts'
import { rules } from './rules/index.ts'
import { pagesOf, repetitionsIn } from './sayings.ts'

/** What all files of a workspace have in common. */
const FREE_TEXT = {
  format: 'markdown',
  frontMatter: 'optional',
  looseFrontMatter: true,
  freeText: true,
  history: 'free',
} as const

/** What the files that load have in common as well. */
const LOADED = {
  ...FREE_TEXT,
  living: true,
  tokens: true,
  asksConfigs: namesChoices,
  read: readLoaded,
} as const

/** The files that load at the start of a session, and the notes that are searched. */
const kinds: readonly Kind[] = [
  {
    id: 'openclaw-self',
    summary: 'Who the agent is.',
    paths: 'SOUL.md, IDENTITY.md',
    ...LOADED,
    signature: 'path',
  },
  {
    id: 'openclaw-routine',
    summary: 'What the agent does at its start, and again and again.',
    paths: 'HEARTBEAT.md, BOOTSTRAP.md',
    ...LOADED,
  },
  {
    id: 'openclaw-guide',
    summary: 'How the agent works, with which tools and for which person.',
    paths: 'AGENTS.md, TOOLS.md, USER.md',
    ...LOADED,
    asksPages: pagesOf,
  },
  {
    id: 'openclaw-memory',
    summary: 'What the agent remembers for long.',
    paths: 'MEMORY.md',
    ...LOADED,
    asksPages: pagesOf,
  },
  {
    id: 'openclaw-day',
    summary: 'The notes of a day.',
    paths: 'memory/YYYY-MM-DD*.md',
    ...FREE_TEXT,
    fields: ['title', 'body', 'date'],
    tombstones: 'only',
    read: readDay,
  },
  {
    id: 'openclaw-note',
    summary: 'Any other note.',
    paths: 'memory/**/*.md',
    ...FREE_TEXT,
    living: true,
    ephemeral: true,
    fields: ['title', 'body'],
    read: readNote,
  },
]

/** The workspace of an OpenClaw agent: files that load into every session, and notes by day. */
export const openclaw: Layout = {
  ...openclawPaths,
  summary: 'The workspace of an OpenClaw agent: files that load into every session, and notes by day.',
  kinds,
  rules,
  reports: {
    overview: (memory) => ({ loads: loadingsOf(memory) }),
    repetitions: repetitionsIn,
  },
}

/** Measures a file that loads, and reads what it says. Blanks at the end do not load. */
function readLoaded(source: Source): Reading {
  const loaded = readLoadedText({ ...source, text: source.text.trimEnd() })
  return { facts: { loaded, ...readSayings(source) } as unknown as Json }
}

/** The sections of a daily note, and what is above them. */
function readDay(source: Source): Reading {
  const { path, text, markdown } = source
  if (!markdown) return {}
  const date = dayOf(path)
  const day = date !== null && isCalendarDate(date) ? date : null
  const heads = markdown.headings.filter(({ depth, topLevel }) => depth === 2 && topLevel)
  const first = heads[0]?.start ?? text.length
  // What is above the sections is an item as well: a day that gets its first section loses nothing.
  const top = text.slice(markdown.start, first).trim() !== '' || heads.length === 0
  const items = [
    ...(top ? [textAbove(source, first)] : []),
    ...heads.map((head, i) => section(head, text.slice(head.end, heads[i + 1]?.start ?? text.length))),
  ]
  const keyOf = (key: string): string => `${fileName(path)} ${key}`.trim()
  return {
    tombstones: readTombstones(markdown, { undated: true }).tombstones.map((one) =>
      tombstoneItem(one, 'note', keyOf(normaliseTitle(one.title))),
    ),
    items: numbered(items).map((item) => ({
      ...item,
      key: keyOf(item.key),
      ...readStated({ date: day }),
      fields: { ...item.fields, date: day },
    })),
    dates: day === null ? [] : [{ date: day, what: 'day of the note', place: WHOLE_FILE }],
  }
}

/** Any other note is one item. */
function readNote(source: Source): Reading {
  if (!source.markdown) return {}
  const item = textAbove(source, source.text.length)
  // A note of a day that has another name before it: `report-2026-03-29.md`.
  const isOfDay = /\d{4}-\d\d-\d\d/.test(fileName(source.path))
  return { items: [{ ...item, key: notePath(source), ...(isOfDay && { living: false }) }] }
}

/** The text of a file up to an offset. */
function textAbove({ path, text, markdown }: Source, end: number): Item {
  const heading = markdown?.headings.find(({ topLevel, start }) => topLevel && start < end)
  const body = text.slice(markdown?.start ?? 0, end)
  return {
    kind: 'note',
    key: '',
    title: heading?.text || fileName(path),
    place: heading?.place ?? WHOLE_FILE,
    ...bodyMarks(body),
    fields: {},
  }
}

function section({ text: title, place }: Heading, body: string): Item {
  return {
    kind: 'note',
    key: normaliseTitle(title),
    title,
    place,
    ...bodyMarks(body),
    fields: {},
  }
}

/** Sections with the same title are numbered in their order. */
function numbered(items: readonly Item[]): Item[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const count = (counts.get(item.key) ?? 0) + 1
    counts.set(item.key, count)
    return count === 1 ? item : { ...item, key: `${item.key} ${count}` }
  })
}

/** Below the folder of notes. */
function notePath({ path, scope }: Source): string {
  return path
    .slice(scope.length)
    .replace(/^\/?memory\//, '')
    .replace(/\.md$/i, '')
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
}

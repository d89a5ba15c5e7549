import { isCalendarDate } from '../src/core/date.ts'
import type { FileChange, ForPerson, Migration, TextFile, WorkedOut } from '../src/core/migration.ts'
import type { Settings } from '../src/core/settings.ts'
import type { FrontMatter } from '../src/core/source.ts'
import { applyEdits, type Edit, lineAt, lineStarts } from '../src/core/text.ts'
import { changeFields } from '../src/formats/edit-front-matter.ts'
import { type FrontMatterReading, readFrontMatter } from '../src/formats/front-matter.ts'
import { atomicRoot, claim } from '../src/layouts/atomic/claim.ts'

/** Words of other systems for the state of an item, lower-case with underscores; a test holds them equal to the layout's. */
export const STATUS_WORDS: { readonly [category: string]: { readonly [word: string]: string } } = {
  tasks: {
    backlog: 'todo',
    new: 'todo',
    open: 'todo',
    pending: 'todo',
    planned: 'todo',
    to_do: 'todo',
    active: 'in_progress',
    doing: 'in_progress',
    inprogress: 'in_progress',
    ongoing: 'in_progress',
    started: 'in_progress',
    wip: 'in_progress',
    closed: 'done',
    complete: 'done',
    completed: 'done',
    finished: 'done',
    resolved: 'done',
  },
  goals: {
    in_progress: 'active',
    new: 'active',
    ongoing: 'active',
    open: 'active',
    todo: 'active',
    complete: 'achieved',
    completed: 'achieved',
    done: 'achieved',
    met: 'achieved',
    reached: 'achieved',
    canceled: 'abandoned',
    cancelled: 'abandoned',
    dropped: 'abandoned',
    given_up: 'abandoned',
    rejected: 'abandoned',
  },
}

/** The states of the format, in their order; the last ones are final. */
export const STATUSES: { readonly [category: string]: readonly string[] } = {
  tasks: ['todo', 'in_progress', 'done'],
  goals: ['active', 'achieved', 'abandoned'],
}

/** The state that a written one means: itself, another spelling or another word; null for a word that is not known. */
function statusMeant(category: string, written: string): string | null {
  const word = written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const words = STATUS_WORDS[category] ?? {}
  if ((STATUSES[category] ?? []).includes(word)) return word
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}

/** True for a state in which an item of this category may be archived; facts have none. */
function isArchivable(category: string, status: string | null): boolean {
  const [first, ...others] = STATUSES[category] ?? []
  if (first === undefined) return true
  return category === 'tasks' ? status === 'done' : status !== null && others.includes(status)
}

/** Brings atomic items that another system wrote into the form of the layout. */
export const atomicImport: Migration = {
  id: '0007-atomic-import',
  summary:
    'Atomic items of another system: `created_at` becomes `created`, words for a status the one of the format, `archived/` becomes `archive/`.',
  wants: ({ path }, settings) => placeOf(path, settings) !== null,
  plan: ({ files, present, settings }) => {
    const planned = files.flatMap((file) => {
      const place = placeOf(file.path, settings)
      const { frontMatter, problems } = readText(file.text, settings)
      // Only an item has an id, and what cannot be read is reported by the check.
      if (!place || problems.length > 0 || !frontMatter || !isText(frontMatter.fields.id)) return []
      return [planItem({ file, place, frontMatter, settings }, (path) => present.has(path))]
    })
    return {
      sets: planned.map(({ set }) => set).filter((set) => set.length > 0),
      forPerson: planned.flatMap(({ forPerson }) => forPerson),
    }
  },
}

/** Where an item lies: its category, and where it goes where its folder has another name. */
type ItemPlace = { readonly category: string; readonly target: string | null }

function placeOf(path: string, settings: Settings): ItemPlace | null {
  const target = path.replace(/\/archived\/(?=[^/]*$)/, '/archive/')
  if (claim(target, 'file', settings) === null) return null
  const [category = ''] = path.slice(atomicRoot(settings).length + 1).split('/')
  return { category, target: target === path ? null : target }
}

type Readable = {
  readonly file: TextFile
  readonly place: ItemPlace
  readonly frontMatter: FrontMatter
  readonly settings: Settings
}

type PlannedItem = { readonly set: readonly FileChange[]; readonly forPerson: readonly ForPerson[] }

function planItem(item: Readable, isTaken: (path: string) => boolean): PlannedItem {
  const { file, place } = item
  const { path } = file
  const fields = fieldChanges(item)
  const text = applyEdits(file.text, fields.edits)
  const refused = fields.refused ?? (fields.edits.length > 0 ? readBackFault(item, fields, text) : null)
  if (refused) return { set: [], forPerson: [...fields.forPerson, { path, ...refused }] }
  const { edits, values, forPerson, status } = fields
  const edit: FileChange[] = edits.length === 0 ? [] : [{ path, kind: 'edit', edits, values }]
  const { category, target } = place
  if (target === null) return { set: edit, forPerson }
  const left = isTaken(target)
    ? `${target} exists, so the file stays. Compare the two, and keep one.`
    : isArchivable(category, status)
      ? null
      : `The item is in archived/ and ${status === null ? 'has no status that is known' : `has status ${status}`}, so it stays. Finish it, or move it out by hand.`
  if (left !== null) return { set: edit, forPerson: [...forPerson, { path, line: 1, what: left }] }
  return {
    set: [
      { path: target, kind: 'create', text, values },
      { path, kind: 'delete', values: [] },
    ],
    forPerson,
  }
}

type FieldChanges = {
  readonly edits: readonly Edit[]
  readonly values: readonly WorkedOut[]
  readonly forPerson: readonly ForPerson[]
  /** The status after the changes; null for none, or for a word that is not known. */
  readonly status: string | null
  readonly refused: { readonly line: number; readonly what: string } | null
}

function fieldChanges({ file, place, frontMatter }: Readable): FieldChanges {
  const { path, text } = file
  const { fields, nodes } = frontMatter
  const created = createdOf(fields.created === undefined ? fields.created_at : null)
  const written = isText(fields.status) ? fields.status : null
  const meant =
    written === null ? defaultStatus(place.category, fields.status) : statusMeant(place.category, written)
  const isReworded = written !== null && meant !== null && meant !== written
  const lineOf = (key: string): number => lineAt(lineStarts(text), nodes.get(`/${key}`)?.value.start ?? 0)
  const from = (field: string, value: string, key: string): WorkedOut => ({
    field,
    value,
    evidence: { kind: 'text', path, line: lineOf(key) },
  })
  const changes = [
    ...(created && !created.isWhole ? [{ key: 'created', value: created.day }] : []),
    ...(isReworded ? [{ key: 'status', value: meant }] : []),
  ]
  const changed = changeFields(text, changes)
  const key = nodes.get('/created_at')?.key
  const renamed = created?.isWhole && key ? [{ ...key, text: 'created' }] : []
  const isUnknown = STATUSES[place.category] !== undefined && written !== null && meant === null
  return {
    edits: 'refused' in changed ? [] : [...renamed, ...changed.edits],
    values: [
      ...(created ? [from('created', created.day, 'created_at')] : []),
      ...(isReworded ? [from('status', meant, 'status')] : []),
    ],
    forPerson: [
      ...(isUnknown
        ? [
            {
              path,
              line: lineOf('status'),
              what: `The status ${JSON.stringify(written)} is not known. Write one of ${STATUSES[place.category]?.join(', ')}.`,
            },
          ]
        : []),
      ...(fields.created === undefined && fields.created_at !== undefined && !created
        ? [
            {
              path,
              line: lineOf('created_at'),
              what: '`created_at` names no day. Write `created: YYYY-MM-DD`.',
            },
          ]
        : []),
    ],
    status: meant,
    refused: 'refused' in changed ? { line: changed.line, what: changed.refused } : null,
  }
}

/** An item that states no status has the first one. */
function defaultStatus(category: string, status: unknown): string | null {
  return status === undefined ? (STATUSES[category]?.[0] ?? null) : null
}

/** The day of a value; `isWhole` where the value says nothing else. A time of day is kept in its own field. */
function createdOf(value: unknown): { readonly day: string; readonly isWhole: boolean } | null {
  if (!isText(value)) return null
  const day = value.slice(0, 'YYYY-MM-DD'.length)
  const rest = value.slice(day.length)
  if (!isCalendarDate(day) || !/^(?:$|[Tt ]\d)/.test(rest)) return null
  return { day, isWhole: rest === '' }
}

/** Why the result is not what was meant; null where it reads back as the same item with the new fields. */
function readBackFault(
  { frontMatter, settings }: Readable,
  { values }: FieldChanges,
  text: string,
): { readonly line: number; readonly what: string } | null {
  const after = readText(text, settings).frontMatter?.fields ?? {}
  const isRead = values.every(({ field, value }) => after[field] === value)
  const kept = Object.entries(frontMatter.fields).every(
    ([key, value]) =>
      key === 'status' || key === 'created_at' || JSON.stringify(after[key]) === JSON.stringify(value),
  )
  return isRead && kept
    ? null
    : { line: 1, what: 'The front matter has a form that cannot be changed safely. Change it by hand.' }
}

function readText(text: string, { limits }: Settings): FrontMatterReading {
  return readFrontMatter(text, lineStarts(text), limits.frontMatterBytes)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

import { isCalendarDate } from '../src/core/date.ts'
import type { Json } from '../src/core/json.ts'
import type {
  ChangeSet,
  ForPerson,
  Migration,
  MigrationInput,
  TextFile,
  WorkedOut,
} from '../src/core/migration.ts'
import { PLAN_STATUSES, STATUS_WORDS } from '../src/core/plan-status.ts'
import { DEFAULT_SETTINGS } from '../src/core/settings.ts'
import { applyEdits, type Edit, lineStarts } from '../src/core/text.ts'
import type { Refusal } from '../src/formats/decode-text.ts'
import { addFields } from '../src/formats/edit-front-matter.ts'
import { readFrontMatter } from '../src/formats/front-matter.ts'
import { statusFromFields } from './plan-front-matter/find-status.ts'
import { CREATED_KEYS, missingFields } from './plan-front-matter/missing-fields.ts'
import { pathsNamed } from './plan-front-matter/named-files.ts'
import { lineOfField, type PlanDocument, planDocument } from './plan-front-matter/plan-document.ts'

/** Gives plans the front matter that they lack, from what they say, their names and their history. */
export const planFrontMatter: Migration = {
  id: '0001-plan-front-matter',
  summary: 'Adds the front matter that plans lack, from their own words, their names and their history.',
  choices: {
    'rename-keys':
      'Keys of other names (`title`, `date`, `state`) become `name`, `created` and `status`, with unchanged values.',
    'keep-status': 'A status in other words (`completed`, `active`) stays, and is reported for a person.',
  },
  wants: ({ layout, kind }) => layout === 'workspace' && kind === 'plan',
  needsHistory: true,
  alsoHistoryOf: ({ path, text }, present) => pathsNamed(path, text, present),
  plan: (input) => {
    const planned = input.files.map((file) => planFile(file, input))
    return {
      sets: planned.flatMap(({ set }) => (set ? [set] : [])),
      forPerson: planned.flatMap(({ forPerson }) => forPerson),
    }
  },
}

type Planned = { readonly set: ChangeSet | null; readonly forPerson: readonly ForPerson[] }

function planFile(
  file: TextFile,
  { history: histories, choices, statusDefault, present: files }: MigrationInput,
): Planned {
  const { path, text } = file
  const document = planDocument(file)
  if ('refused' in document) return refused(path, document)
  const present = presentFields(document, choices)
  const missing = missingFields(document, {
    histories,
    renamed: present.renamed,
    statusDefault,
    files,
  })
  const added = addFields(text, missing.fields)
  if ('refused' in added) return refused(path, added)
  const edits = [...present.edits, ...added.edits]
  const values = [...present.values, ...missing.values]
  return {
    set: edits.length > 0 ? [{ kind: 'edit', path, edits, values }] : null,
    forPerson: [...present.forPerson, ...missing.forPerson],
  }
}

function refused(path: string, { refused: what, line }: Refusal): Planned {
  return { set: null, forPerson: [{ path, line, what }] }
}

/** Changes of existing front matter, and the faults in it that stay. */
type Part = {
  readonly edits: readonly Edit[]
  readonly values: readonly WorkedOut[]
  readonly forPerson: readonly ForPerson[]
}

/** All of them; `renamed` has the values of keys that were renamed, by their new names. */
type PresentFields = Part & { readonly renamed: ReadonlyMap<string, string> }

/**
 * Looks at the keys that a plan has. A status in other words becomes one of the five, unless the choice is
 * `keep-status`; with `rename-keys` a key of another name becomes the format's, its value untouched.
 */
function presentFields(document: PlanDocument, choices: ReadonlySet<string>): PresentFields {
  const renames = choices.has('rename-keys') ? renamesIn(document, choices) : []
  const status = statusChange(document, { choices, renames })
  return {
    edits: [...renames.map(({ edit }) => edit), ...status.edits],
    // A renamed state that is mapped as well has one value.
    values: [
      ...renames.map(({ value }) => value).filter(({ field }) => !isIn(status.values, field)),
      ...status.values,
    ],
    forPerson: [...status.forPerson, ...wrongDates(document)],
    renamed: new Map(renames.map(({ to, value }) => [to, value.value])),
  }
}

function isIn(values: readonly WorkedOut[], field: string): boolean {
  return values.some((value) => value.field === field)
}

const MOST_SHOWN = 40

type Rename = { readonly from: string; readonly to: string; readonly edit: Edit; readonly value: WorkedOut }

/** A key is renamed only when its value is one that the format takes, or becomes one. */
function renamesIn(document: PlanDocument, choices: ReadonlySet<string>): Rename[] {
  const { fields } = document
  const isDate = (key: string): boolean => typeof fields[key] === 'string' && isCalendarDate(fields[key])
  const isText = (key: string): boolean => typeof fields[key] === 'string' && fields[key].trim() !== ''
  const isMapped = !choices.has('keep-status') && statusFromFields(document) !== null
  const isState = (key: string): boolean => isText(key) && (isKnown(fields[key]) || isMapped)
  const froms = [
    ['name', ['title'].find(isText)],
    ['created', CREATED_KEYS.find(isDate)],
    ['status', ['state'].find(isState)],
  ] as const
  return froms.flatMap(([to, from]) => {
    const key = from === undefined ? null : document.frontMatter?.nodes.get(`/${from}`)?.key
    if (from === undefined || !key || Object.hasOwn(fields, to)) return []
    const evidence = { kind: 'text', path: document.path, line: lineOfField(document, from) } as const
    return [
      { from, to, edit: { ...key, text: to }, value: { field: to, value: String(fields[from]), evidence } },
    ]
  })
}

type StatusOptions = { readonly choices: ReadonlySet<string>; readonly renames: readonly Rename[] }

const NOTHING: Part = { edits: [], values: [], forPerson: [] }

function statusChange(document: PlanDocument, { choices, renames }: StatusOptions): Part {
  const key = renames.find(({ to }) => to === 'status')?.from ?? 'status'
  const present = document.fields[key]
  const node = document.frontMatter?.nodes.get(`/${key}`)
  if (present === undefined || present === null || !node || isKnown(present)) return NOTHING
  if (typeof present === 'string' && present.trim() === '') return NOTHING
  const found = statusFromFields(document)
  const line = lineOfField(document, key)
  const edit = found && typeof present === 'string' ? mapping(document, key, found.value) : null
  if (found && edit && !choices.has('keep-status')) {
    const value = { field: 'status', value: found.value, evidence: found.evidence }
    return { ...NOTHING, edits: [edit], values: [value] }
  }
  const states = PLAN_STATUSES.join(', ')
  const what = found
    ? `The status ${shown(present)} is not one of ${states}. It reads as ${found.value}: write that.`
    : `The status ${shown(present)} is not one of ${states}. Write the one that is meant.`
  return { ...NOTHING, forPerson: [{ path: document.path, line, what }] }
}

/**
 * Replaces a status in other words by one of the five. A value that says more than a state is kept as a comment. Null
 * where that would change anything else: for a value of several lines, or in braces.
 */
function mapping({ frontMatter, fields, text }: PlanDocument, key: string, status: string): Edit | null {
  const { start, end } = frontMatter?.nodes.get(`/${key}`)?.value ?? { start: 0, end: 0 }
  const written = text.slice(start, end).trimEnd()
  if (written === '' || /[\r\n]/.test(written)) return null
  const word = String(fields[key]).trim().toLowerCase().replaceAll(/[ -]+/g, '_')
  const rest = word === status || Object.hasOwn(STATUS_WORDS, word) ? '' : ` # ${written}`
  const edit = { start, end: start + written.length, text: `${status}${rest}` }
  const result = applyEdits(text, [edit])
  const after = readFrontMatter(result, lineStarts(result), DEFAULT_SETTINGS.limits.frontMatterBytes)
  const isSafe = JSON.stringify(after.frontMatter?.fields) === JSON.stringify({ ...fields, [key]: status })
  return isSafe && after.problems.length === 0 ? edit : null
}

/** Cuts a value to its start, which is enough to find it. */
function shown(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

function isKnown(value: unknown): boolean {
  return PLAN_STATUSES.some((status) => status === value)
}

function wrongDates(document: PlanDocument): ForPerson[] {
  return ['created', 'updated'].flatMap((key) => {
    const value = document.fields[key]
    if (value === undefined || value === null || value === '') return []
    if (typeof value === 'string' && isCalendarDate(value)) return []
    const what = `The value of \`${key}\` is not a calendar date YYYY-MM-DD. Write the day that is meant.`
    return [{ path: document.path, line: lineOfField(document, key), what }]
  })
}

import { isCalendarDate } from '../../src/core/date.ts'
import type { Json } from '../../src/core/json.ts'
import type { FileHistory, ForPerson, WorkedOut } from '../../src/core/migration.ts'
import type { PlanStatus } from '../../src/core/plan-status.ts'
import type { FileListing } from '../../src/core/snapshot.ts'
import { type FrontMatterField, isEmpty } from '../../src/formats/edit-front-matter.ts'
import { cleanPlainTitle, dateIn, plainText, titleDate, withoutEmoji } from '../reading/plain-text.ts'
import { findDescription } from './find-description.ts'
import { findStatus } from './find-status.ts'
import {
  type Found,
  findTitle,
  firstFound,
  foundFields,
  foundIn,
  foundOn,
  labelsIn,
  lineOfField,
  type PlanDocument,
} from './plan-document.ts'
import { splitTitleNotes } from './status-in-text.ts'

/** The description until a person writes one; the rule `description-todo` reports it. */
const TODO = 'TODO: say what this plan is for'

/** The fields that a plan lacks, in the order in which they are written, and what only a person can say. */
type MissingFields = {
  readonly fields: readonly FrontMatterField[]
  readonly values: readonly WorkedOut[]
  readonly forPerson: readonly ForPerson[]
}

/** What is known in addition to the text. */
type Known = {
  readonly histories: ReadonlyMap<string, FileHistory>
  readonly renamed: ReadonlyMap<string, string>
  /** The status of a plan that states none. */
  readonly statusDefault: PlanStatus | undefined
  /** Everything that is there. */
  readonly files: FileListing
}

/** Works out the fields that a plan lacks; a field without evidence is left out, and a description becomes a `TODO`. */
export function missingFields(
  document: PlanDocument,
  { histories, renamed, statusDefault, files }: Known,
): MissingFields {
  const history = histories.get(document.path)
  const lacks = (key: string): boolean => isEmpty(document.fields[key]) && !renamed.has(key)
  const created = lacks('created') ? findCreated(document, history) : null
  const found: (readonly [string, Found<string | readonly string[]> | null])[] = [
    ['name', lacks('name') ? findName(document) : null],
    ['description', lacks('description') ? (findDescription(document) ?? unsaid()) : null],
    ['status', lacks('status') ? findStatus(document, { byDefault: statusDefault, files, histories }) : null],
    ['created', created],
    [
      'updated',
      lacks('updated')
        ? findUpdated(document, { history, created: created?.value ?? renamed.get('created') })
        : null,
    ],
    ['tags', lacks('tags') ? findTags(document) : null],
  ]
  const known = found.flatMap(([key, one]) => (one ? [{ key, ...one }] : []))
  return {
    ...foundFields(known),
    forPerson: [
      ...(lacks('created') && !created ? [forPerson(document, NO_DAY)] : []),
      ...(document.fields.description === TODO || known.some(({ value }) => value === TODO)
        ? [{ ...forPerson(document, NO_PURPOSE), line: lineOfField(document, 'description') }]
        : []),
    ],
  }
}

const NO_DAY =
  'The plan has no date: not in its file name, not in its text, not in a commit. Add `created: YYYY-MM-DD`.'
const NO_PURPOSE = 'The plan does not say what it is for. Write its `description` in one or two sentences.'

function forPerson({ path }: PlanDocument, what: string): ForPerson {
  return { path, line: 1, what }
}

function unsaid(): Found {
  return { value: TODO, evidence: { kind: 'guess', why: 'the plan does not say what it is for' } }
}

/** The day of the last commit that changed the text, where that is after the plan was made, and not the one that added it. */
function findUpdated(
  { fields }: PlanDocument,
  { history, created }: { readonly history: FileHistory | undefined; readonly created: string | undefined },
): Found | null {
  const changed = history?.bodyChanged
  const since = created ?? fields.created
  if (!changed || changed.commit === history.added?.commit) return null
  if (typeof since !== 'string' || !isCalendarDate(since) || changed.date <= since) return null
  return { value: changed.date, evidence: { kind: 'commit', commit: changed.commit } }
}

/**
 * What a plan is called: by its heading of depth 1, else by its `title`, another heading that opens it, or its file name;
 * null where nothing is left of any.
 */
function findName(document: PlanDocument): Found | null {
  const { title, path } = document
  const found = findTitle(document, title, nameIn)
  const value = fromFileName(path)
  return found ?? (value === '' ? null : { value, evidence: { kind: 'file-name', path } })
}

/** A title without its state: `Title — ✅ SHIPPED` and `[DONE] Title` are both `Title`. */
function nameIn(title: string): string {
  return cleanPlainTitle(splitTitleNotes(title).name)
}

function fromFileName(path: string): string {
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.mdc?$/, '')
    .replace(FILE_DATE, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const TAG_KEYS = ['labels', 'keywords', 'tag', 'label']

/** Tags from what the plan is labelled with, and from the last two directories of its scope. */
export function findTags(document: PlanDocument): Found<readonly string[]> | null {
  const { fields, scope, path } = document
  const key = TAG_KEYS.find((one) => listOf(fields[one]).length > 0)
  const labels = key === undefined ? [] : listOf(fields[key])
  const tags = [...labels, ...scope.split('/').slice(-2)].map(kebab).filter((tag) => tag !== '')
  if (tags.length === 0) return null
  const value = [...new Set(tags)]
  return key === undefined ? { value, evidence: { kind: 'path', path } } : foundIn(document, key, value)
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

/** Keys for the day that a plan was made; `date` last, for it is the vaguest. */
export const CREATED_KEYS = [
  'created_at',
  'created_date',
  'created_on',
  'createdAt',
  'creation_date',
  'date_created',
  'started',
  'date',
]
const CREATED_NAME =
  /^(?:date(?: created| started| written)?|created(?: at| on| date)?|creation date|plan date|started(?: on)?|start date|written(?: on)?|drafted(?: on)?|authored(?: on)?|创建日期|创建时间|日期|作成日|作成日時|작성일|작성일자|fecha|fecha de creación|data|data de criação|datum|date de création|erstellt(?: am)?)$/
/** `260208-name.md`, `260208name.md`, `2026-02-08-name.md`, `20260208-name.md`. */
const FILE_DATE = /^(?:(\d\d)(\d\d)(\d\d)|(?:20(\d\d))-?(\d\d)-?(\d\d))(?!\d)/

/** The day a plan was made: by its file name, else front matter, else a line of the text, else the first commit. */
function findCreated(document: PlanDocument, history: FileHistory | undefined): Found | null {
  return (
    dayOfFileName(document.path) ?? fromFields(document) ?? fromText(document) ?? fromHistory(history ?? null)
  )
}

function dayOfFileName(path: string): Found | null {
  const match = FILE_DATE.exec(path.slice(path.lastIndexOf('/') + 1))
  if (!match) return null
  const [year, month, day] = match[1] === undefined ? match.slice(4, 7) : match.slice(1, 4)
  const value = `20${year}-${month}-${day}`
  return isCalendarDate(value) ? { value, evidence: { kind: 'file-name', path } } : null
}

function fromFields(document: PlanDocument): Found | null {
  return firstFound(CREATED_KEYS, (key) => {
    const text = document.fields[key]
    return foundIn(document, key, typeof text === 'string' ? dateIn(text) : null)
  })
}

function fromText(document: PlanDocument): Found | null {
  const { head, title, preamble } = document
  return (
    firstFound(labelsIn(head), ({ label, value, line }) =>
      foundOn(document, line, CREATED_NAME.test(label) ? dateIn(value) : null),
    ) ??
    (title && foundOn(document, title.line, fromTitle(title.text))) ??
    firstFound(preamble, (block) => {
      const isDay = block.type === 'paragraph' && isShort(block.text)
      return foundOn(document, block.line, isDay ? dateIn(block.text) : null)
    })
  )
}

/** A date behind a state says when that was reached. */
function fromTitle(markdown: string): string | null {
  const { name, notes } = splitTitleNotes(markdown)
  const texts = [name, ...notes.filter(({ state }) => state === '').map(({ text }) => text)]
  return firstFound(texts, (text) => titleDate(withoutEmoji(text)))
}

/** A line with a date and nothing else. */
function isShort(text: string): boolean {
  return plainText(text).replace(/[^\p{L}\p{N}]+/gu, '').length <= 16
}

function fromHistory(history: FileHistory | null): Found | null {
  const added = history?.added
  return added ? { value: added.date, evidence: { kind: 'commit', commit: added.commit } } : null
}

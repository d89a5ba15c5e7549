import { isCalendarDate } from '../../src/core/date.ts'
import type { FileHistory } from '../../src/core/migration.ts'
import { withoutEmoji } from '../reading/clean-title.ts'
import { dateIn, titleDate } from '../reading/dates.ts'
import { plainText } from '../reading/plain-text.ts'
import { type Found, inText, labelsIn, lineOfField, type PlanDocument } from './plan-document.ts'
import { splitTitleNotes } from './status-in-text.ts'

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
  /^(?:date(?: created| started| written)?|created(?: at| on| date)?|creation date|plan date|started(?: on)?|start date|written(?: on)?|drafted(?: on)?|authored(?: on)?)$/
/** `260208-name.md`, `260208name.md`, `2026-02-08-name.md`, `20260208-name.md`. */
export const FILE_DATE = /^(?:(\d\d)(\d\d)(\d\d)|(?:20(\d\d))-?(\d\d)-?(\d\d))(?!\d)/

/** The day a plan was made: by its file name, else front matter, else a line of the text, else the first commit. */
export function findCreated(document: PlanDocument, history: FileHistory | undefined): Found | null {
  return (
    fromFileName(document.path) ?? fromFields(document) ?? fromText(document) ?? fromHistory(history ?? null)
  )
}

function fromFileName(path: string): Found | null {
  const match = FILE_DATE.exec(path.slice(path.lastIndexOf('/') + 1))
  if (!match) return null
  const [year, month, day] = match[1] === undefined ? match.slice(4, 7) : match.slice(1, 4)
  const value = `20${year}-${month}-${day}`
  return isCalendarDate(value) ? { value, evidence: { kind: 'file-name', path } } : null
}

function fromFields(document: PlanDocument): Found | null {
  for (const key of CREATED_KEYS) {
    const said = document.fields[key]
    const value = typeof said === 'string' ? dateIn(said) : null
    if (value !== null) return { value, evidence: inText(document.path, lineOfField(document, key)) }
  }
  return null
}

function fromText(document: PlanDocument): Found | null {
  const { head, title, preamble, path } = document
  for (const { label, value, line } of labelsIn(head)) {
    const date = CREATED_NAME.test(label) ? dateIn(value) : null
    if (date !== null) return { value: date, evidence: inText(path, line) }
  }
  const inTitle = title ? fromTitle(title.text) : null
  if (title && inTitle !== null) return { value: inTitle, evidence: inText(path, title.line) }
  for (const block of preamble) {
    const date = block.type === 'paragraph' && isShort(block.text) ? dateIn(block.text) : null
    if (date !== null) return { value: date, evidence: inText(path, block.line) }
  }
  return null
}

/** A date behind a state says when that was reached. */
function fromTitle(markdown: string): string | null {
  const { name, notes } = splitTitleNotes(markdown)
  const texts = [name, ...notes.filter(({ state }) => state === '').map(({ text }) => text)]
  return texts.map((text) => titleDate(withoutEmoji(text))).find((date) => date !== null) ?? null
}

/** A line with a date and nothing else. */
function isShort(text: string): boolean {
  return plainText(text).replace(/[^\p{L}\p{N}]+/gu, '').length <= 16
}

function fromHistory(history: FileHistory | null): Found | null {
  const added = history?.added
  return added ? { value: added.date, evidence: { kind: 'commit', commit: added.commit } } : null
}

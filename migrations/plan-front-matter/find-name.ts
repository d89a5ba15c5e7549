import { cleanTitle } from '../evidence/clean-title.ts'
import { plainText } from '../evidence/plain-text.ts'
import { type Found, inText } from './found.ts'
import { lineOfField, type PlanDocument } from './plan-document.ts'
import { statusIn } from './status-in.ts'

/** What a plan is called: by its `title`, else its first heading, else its file name; null where nothing is left of any. */
export function findName(document: PlanDocument): Found | null {
  const { fields, title, path } = document
  const said = typeof fields.title === 'string' ? nameIn(fields.title) : ''
  if (said !== '') return { value: said, evidence: inText(path, lineOfField(document, 'title')) }
  const heading = title ? nameIn(title.text) : ''
  if (title && heading !== '') return { value: heading, evidence: inText(path, title.line) }
  const value = fromFileName(path)
  return value === '' ? null : { value, evidence: { kind: 'file-name', path } }
}

/** A title without its state: `Title — ✅ SHIPPED` and `[DONE] Title` are both `Title`. */
function nameIn(title: string): string {
  const text = plainText(title)
    .replace(/^[[(]([^[\]()]{2,20})[\])]\s*/, (found, inner: string) => (isStatus(inner) ? '' : found))
    .replace(/\s*[[(]([^[\]()]{2,40})[\])]$/, (found, inner: string) => (isStatus(inner) ? '' : found))
    .replace(/\s+[–—|-]\s+(?:\P{L}*\p{Extended_Pictographic}|[A-Z]{3}).*$/u, (found) =>
      isStatus(found.replace(/\(.*$/, '')) ? '' : found,
    )
    .replace(/^(?:WIP|DRAFT|DEPRECATED|SUPERSEDED|ABANDONED|DONE):\s+/, '')
  return cleanTitle(text) || cleanTitle(title)
}

function isStatus(text: string): boolean {
  return statusIn(text) !== null && text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length <= 3
}

function fromFileName(path: string): string {
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.mdc?$/, '')
    .replace(/^(?:\d{6}|\d{4}-?\d\d-?\d\d)[-_. ]+/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

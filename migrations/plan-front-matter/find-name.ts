import { cleanPlainTitle } from '../evidence/clean-title.ts'
import { FILE_DATE } from './find-created.ts'
import { type Found, inText } from './found.ts'
import { lineOfField, type PlanDocument } from './plan-document.ts'
import { titleNotes } from './title-notes.ts'

/**
 * What a plan is called: by its heading of depth 1, else by its `title`, another heading that opens it, or its file name;
 * null where nothing is left of any.
 */
export function findName(document: PlanDocument): Found | null {
  const { fields, title, path } = document
  const heading = title ? nameIn(title.text) : ''
  const said = typeof fields.title === 'string' ? nameIn(fields.title) : ''
  const isByTitle = said !== '' && (heading === '' || title?.depth !== 1)
  if (isByTitle) return { value: said, evidence: inText(path, lineOfField(document, 'title')) }
  if (title && heading !== '') return { value: heading, evidence: inText(path, title.line) }
  const value = fromFileName(path)
  return value === '' ? null : { value, evidence: { kind: 'file-name', path } }
}

/** A title without its state: `Title — ✅ SHIPPED` and `[DONE] Title` are both `Title`. */
function nameIn(title: string): string {
  return cleanPlainTitle(titleNotes(title).name)
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

import { capFindings } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'

/**
 * A document as text, which reads back as plain data. Edits belong to one text and are dropped; strings are copied out of the
 * file's text, so that it can be freed.
 */
export function documentText(document: Document): string {
  const findings = capFindings(document.findings).map(({ edits: _, ...finding }) => finding)
  return JSON.stringify({ ...document, findings })
}

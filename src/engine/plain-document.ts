import { capped } from '../core/capped.ts'
import type { Document } from '../core/document.ts'

/**
 * A document as text, which reads back as plain data. Edits belong to one text and are dropped; strings are copied out of the
 * file's text, so that it can be freed.
 */
export function documentText(document: Document): string {
  const findings = capped(document.findings).map(({ edits: _, ...finding }) => finding)
  return JSON.stringify({ ...document, findings })
}

import { capFindings } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'

/**
 * A document as plain data that was read back from text. Edits belong to one text and are dropped; strings are copied, so that
 * the text of the file can be freed.
 */
export function plainDocument(document: Document): Document {
  const findings = capFindings(document.findings).map(({ edits: _, ...finding }) => finding)
  return JSON.parse(JSON.stringify({ ...document, findings })) as Document
}

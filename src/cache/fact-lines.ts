import { crc32 } from 'node:zlib'
import type { Document } from '../core/document.ts'

/** Where a line of a cache file starts and ends, its line break left out. */
export type Span = { readonly start: number; readonly end: number }

const LF = 0x0a
const SPACE = 0x20
const CHECKSUM = 8

/** True for the ids that are worth keeping: git's, which name a content and nothing else. */
export function isKeptId(id: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)
}

/**
 * One document as one line: `<id> <checksum> <json>`. Ids are found without parsing anything; the checksum, over all
 * the rest of the line, is judged only when the line is used.
 */
export function factLine(document: Document): Buffer {
  // Edits belong to one text; they are never kept.
  const findings = document.findings.map(({ edits: _, ...finding }) => finding)
  const json = Buffer.from(JSON.stringify({ ...document, findings }))
  const id = Buffer.from(document.id)
  return Buffer.concat([id, Buffer.from(` ${checksum(id, json)} `), json])
}

/** Finds every whole line after the first that starts with an id, by id: several paths can share one. */
export function indexLines(file: Buffer): ReadonlyMap<string, readonly Span[]> {
  const index = new Map<string, Span[]>()
  for (let start = file.indexOf(LF) + 1; start > 0 && start < file.length; ) {
    const end = file.indexOf(LF, start)
    if (end < 0) break
    const length = idLength(file, start)
    if (length > 0) {
      const id = file.toString('latin1', start, start + length)
      const spans = index.get(id)
      if (spans) spans.push({ start, end })
      else index.set(id, [{ start, end }])
    }
    start = end + 1
  }
  return index
}

/** True when the line is as it was written. */
export function isIntact(file: Buffer, { start, end }: Span): boolean {
  const sumAt = start + idLength(file, start) + 1
  const jsonAt = sumAt + CHECKSUM + 1
  if (jsonAt >= end || file[jsonAt - 1] !== SPACE) return false
  const sum = checksum(file.subarray(start, sumAt - 1), file.subarray(jsonAt, end))
  return file.toString('latin1', sumAt, sumAt + CHECKSUM) === sum
}

/** The document of a line; null when the line is damaged. */
export function readLine(file: Buffer, span: Span): Document | null {
  if (!isIntact(file, span)) return null
  const { start, end } = span
  const length = idLength(file, start)
  try {
    const document: unknown = JSON.parse(file.toString('utf8', start + length + CHECKSUM + 2, end))
    return isDocument(document) && document.id === file.toString('latin1', start, start + length)
      ? document
      : null
  } catch {
    return null
  }
}

function idLength(file: Buffer, start: number): number {
  return file[start + 40] === SPACE ? 40 : file[start + 64] === SPACE ? 64 : 0
}

function checksum(id: Buffer, json: Buffer): string {
  return crc32(json, crc32(id)).toString(16).padStart(CHECKSUM, '0')
}

/** The checksum proves that the line is whole; this, that it is a document. */
function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null) return false
  const { path, id, items, findings, links } = value as { [key in keyof Document]?: unknown }
  const areTexts = typeof path === 'string' && typeof id === 'string'
  return areTexts && Array.isArray(items) && Array.isArray(findings) && Array.isArray(links)
}

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { checksum, HEX } from './checked-file.ts'

/** Where a line of a cache file starts and ends, its line break left out, and what it is about. */
export type Line = { readonly start: number; readonly end: number; readonly name: string }

/** A value, the id that it is found by, and a name for what it is about: a later value of that name makes it old. */
export type Kept = { readonly id: string; readonly name: string; readonly value: unknown }

const LF = 0x0a
const SPACE = 0x20

/** Longer JSON is compressed: findings repeat themselves. In bytes. */
const LONG = 16 * 1024
/** What compressed JSON begins with: it is in base64, which has no line breaks. */
const COMPRESSED = 'z'.charCodeAt(0)
/** What a compressed value may grow to. */
const MOST_JSON = 256 * 1024 * 1024

/** True for ids that a line can have: a hash of 160 or 256 bits in hexadecimal. */
export function isKeptId(id: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)
}

/**
 * One value as one line: `<id> <hash of the name> <checksum> <json>`, long JSON compressed. Ids and names are found without parsing anything;
 * the checksum, over all the rest of the line, is judged only when the line is used.
 */
export function keptLine({ id, name, value }: Kept): Buffer {
  const json = packed(Buffer.from(JSON.stringify(value)))
  const head = Buffer.from(`${id} ${nameOf(name)}`)
  return Buffer.concat([head, Buffer.from(` ${checksum(head, json)} `), json])
}

/** A name as it is written in lines. */
export function nameOf(name: string): string {
  return checksum(name)
}

/** Finds every whole line after the first that starts with an id, by id: several values can share one. */
export function indexLines(file: Buffer): ReadonlyMap<string, readonly Line[]> {
  const index = new Map<string, Line[]>()
  for (let start = file.indexOf(LF) + 1; start > 0 && start < file.length; ) {
    const end = file.indexOf(LF, start)
    if (end < 0) break
    const length = idLength(file, start)
    if (length > 0) {
      const id = file.toString('latin1', start, start + length)
      const line = {
        start,
        end,
        name: file.toString('latin1', start + length + 1, start + length + 1 + HEX),
      }
      const lines = index.get(id)
      if (lines) lines.push(line)
      else index.set(id, [line])
    }
    start = end + 1
  }
  return index
}

/** True when the line is as it was written. */
export function isIntact(file: Buffer, { start, end }: Line): boolean {
  const { headEnd, jsonAt } = partsOf(file, start)
  if (jsonAt >= end || file[headEnd] !== SPACE || file[jsonAt - 1] !== SPACE) return false
  const sum = checksum(file.subarray(start, headEnd), file.subarray(jsonAt, end))
  return file.toString('latin1', headEnd + 1, jsonAt - 1) === sum
}

/** The value of a line; null when the line is damaged. */
export function readLine(file: Buffer, line: Line): unknown {
  if (!isIntact(file, line)) return null
  try {
    const value: unknown = JSON.parse(unpacked(file.subarray(partsOf(file, line.start).jsonAt, line.end)))
    return value
  } catch {
    return null
  }
}

function packed(json: Buffer): Buffer {
  if (json.length <= LONG) return json
  return Buffer.from(`z${deflateRawSync(json, { level: 1 }).toString('base64')}`)
}

function unpacked(kept: Buffer): string {
  if (kept[0] !== COMPRESSED) return kept.toString('utf8')
  const bytes = Buffer.from(kept.toString('latin1', 1), 'base64')
  return inflateRawSync(bytes, { maxOutputLength: MOST_JSON }).toString('utf8')
}

/** Where the id and name end, and where the value starts. */
function partsOf(file: Buffer, start: number): { readonly headEnd: number; readonly jsonAt: number } {
  const headEnd = start + idLength(file, start) + 1 + HEX
  return { headEnd, jsonAt: headEnd + HEX + 2 }
}

function idLength(file: Buffer, start: number): number {
  return file[start + 40] === SPACE ? 40 : file[start + 64] === SPACE ? 64 : 0
}

import type { ParseProblem } from '../core/source.ts'
import { lineStarts, placeOf } from '../core/text.ts'

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A text, or why the bytes are not one. */
type DecodedText = { readonly text: string } | { readonly problem: ParseProblem; readonly text: '' }

/**
 * Decodes bytes as UTF-8 without ever replacing a bad byte; a byte order mark stays as U+FEFF.
 * Bytes that are not UTF-8 give a `syntax` problem at the first bad one.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return { text: STRICT.decode(bytes) }
  } catch {
    return { text: '', problem: badByte(bytes, validLength(bytes)) }
  }
}

function badByte(bytes: Uint8Array, offset: number): ParseProblem {
  const before = STRICT.decode(bytes.subarray(0, offset))
  const shown = `0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`
  const message =
    bytes.length > offset
      ? `Byte ${offset + 1} is ${shown}, which is not UTF-8 text`
      : 'The file ends inside a UTF-8 character'
  return {
    rule: 'syntax',
    place: placeOf(lineStarts(before), before.length),
    message,
    help: utf16Help(bytes) ?? 'Save the file as UTF-8; if it is not text, move it out of the memory.',
  }
}

function utf16Help(bytes: Uint8Array): string | null {
  const mark = `${bytes[0]},${bytes[1]}`
  if (mark !== '255,254' && mark !== '254,255') return null
  return 'The file looks like UTF-16: save it as UTF-8.'
}

/** How many bytes from the start are whole, valid UTF-8 characters. */
function validLength(bytes: Uint8Array): number {
  let offset = 0
  while (offset < bytes.length) {
    const size = characterSize(bytes, offset)
    if (size === 0) return offset
    offset += size
  }
  return offset
}

/** The size of the character at `offset`, 0 if it is not one: table 3-7 of the Unicode standard. */
function characterSize(bytes: Uint8Array, offset: number): number {
  const lead = bytes[offset] ?? 0
  if (lead < 0x80) return 1
  const size =
    lead >= 0xc2 && lead <= 0xdf ? 2 : (lead & 0xf0) === 0xe0 ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  for (let i = 1; i < size; i++) {
    const byte = bytes[offset + i] ?? 0
    if (byte < (i === 1 ? low : 0x80) || byte > (i === 1 ? high : 0xbf)) return 0
  }
  return size
}

/** Why a file is better left as it is, in a sentence that says what to do, and the line. */
export type Refusal = { readonly refused: string; readonly line: number }

/** A file is left because of something that is wrong with it. */
export function refusalOf({ message, help, place }: ParseProblem): Refusal {
  return { refused: `${message}. ${help}`, line: place.line }
}

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
    return { text: '', problem: badByte(bytes, badOffsets(bytes)) }
  }
}

function badByte(bytes: Uint8Array, offsets: readonly number[]): ParseProblem {
  const [first = 0] = offsets
  const before = STRICT.decode(bytes.subarray(0, first))
  const shown = `0x${(bytes[first] ?? 0).toString(16).padStart(2, '0')}`
  const more = offsets.length - 1
  const others = more === 0 ? '' : `; ${more} more ${more === 1 ? 'byte is' : 'bytes are'} not either`
  return {
    rule: 'syntax',
    place: placeOf(lineStarts(before), before.length),
    message: `Byte ${first + 1} is ${shown}, which is not UTF-8 text${others}`,
    help: badByteHelp(bytes, offsets),
  }
}

function badByteHelp(bytes: Uint8Array, offsets: readonly number[]): string {
  const mark = `${bytes[0]},${bytes[1]}`
  if (mark === '255,254' || mark === '254,255') return 'The file looks like UTF-16: save it as UTF-8.'
  if (isWindows1252(bytes, offsets))
    return 'The file looks like Latin-1 or Windows-1252: `iconv -f WINDOWS-1252 -t UTF-8 FILE > FILE.new` converts it. Look at the result, and put it in the place of the file.'
  return 'Write the character at this place again, and save the file as UTF-8; if it is not text, move it out of the memory.'
}

/** Bytes that no character of Windows-1252 has. */
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** True where nothing outside of ASCII is UTF-8, and every byte is a character of that code page: it would convert whole. */
function isWindows1252(bytes: Uint8Array, offsets: readonly number[]): boolean {
  if (bytes.includes(0) || offsets.some((at) => UNUSED.has(bytes[at] ?? 0))) return false
  return bytes.reduce((count, byte) => (byte < 0x80 ? count : count + 1), 0) === offsets.length
}

/** So many bad bytes may be in any text, and this part of a longer one. */
const FEW = 4
const SHARE = 5 / 1000

/** A text in which each bad byte is replaced by U+FFFD, and the offsets of those in it. */
export type ReplacedText = { readonly text: string; readonly replaced: readonly number[] }

/**
 * A text with a few bad bytes, to be checked as far as it can be read: nothing that is written may come from it. Null for what is no
 * text in UTF-8: UTF-16 and other binary data (a byte of 0), another encoding (more than 5 bad bytes in 1000, and more than 4).
 */
export function replaceBadBytes(bytes: Uint8Array): ReplacedText | null {
  const offsets = badOffsets(bytes)
  if (bytes.includes(0) || offsets.length > Math.max(FEW, bytes.length * SHARE)) return null
  const replaced: number[] = []
  let text = ''
  let from = 0
  for (const at of offsets) {
    text += STRICT.decode(bytes.subarray(from, at))
    replaced.push(text.length)
    text += '\uFFFD'
    from = at + 1
  }
  return { text: text + STRICT.decode(bytes.subarray(from)), replaced }
}

/** Where the bytes are that belong to no whole, valid UTF-8 character. */
function badOffsets(bytes: Uint8Array): readonly number[] {
  const offsets: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = characterSize(bytes, at)
    if (size === 0) offsets.push(at)
    at += Math.max(1, size)
  }
  return offsets
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

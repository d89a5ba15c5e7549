import { hash } from 'node:crypto'
import { SKETCH_SIZE as SAMPLE } from '../core/changes/pair-by-body.ts'
import { once } from '../core/text.ts'

/** Words of scripts that are written without spaces count by character. */
export const WORD = once(
  () =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+/gu,
)

const SPACE = 32
/** Where FNV-1a starts. */
const BASIS = 0x811c9dc5
/** What separates words, beyond ASCII: punctuation and spaces of U+2010 to U+205E. */
const FIRST_MARK = 0x2010
const LAST_MARK = 0x205e

/** A body's identity, 24 hex digits: equal for texts that differ only in line ends and white space at the end. */
export function digest(text: string): string {
  return hash('sha256', text.replace(/\r\n?/g, '\n').trimEnd()).slice(0, 24)
}

/** What an item keeps of its body: two versions are compared by it. */
export function bodyMarks(body: string): { readonly digest: string; readonly sketch: readonly number[] } {
  return { digest: digest(body), sketch: sketch(body) }
}

/** Names a text without showing it: `sha256:` and the 64 hex digits of exactly this text. */
export function fingerprint(text: string): string {
  return `sha256:${hash('sha256', text)}`
}

/**
 * The 16 smallest 32-bit hashes of a body's lower-cased word triples, ascending and distinct. A body of fewer than
 * three words gives the hashes of its words. The share that two sketches have in common estimates the share that
 * the bodies have in common (bottom-k sketch).
 */
export function sketch(text: string): number[] {
  const words = wordHashes(text.toLowerCase())
  const least = new Uint32Array(SAMPLE)
  let count = 0
  if (words.length < 3) for (const word of words) count = keep(least, count, word)
  for (let i = 2; i < words.length; i++) {
    const first = Math.imul(words[i - 2] ?? 0, 0x9e3779b1) ^ (words[i - 1] ?? 0)
    count = keep(least, count, mix(Math.imul(first, 0x85ebca77) ^ (words[i] ?? 0)))
  }
  return [...least.subarray(0, count)]
}

/** Puts a hash into its place among the first `count` of a list, if it is new and belongs there; gives the new count. */
function keep(least: Uint32Array, count: number, hash: number): number {
  if (count === SAMPLE && hash >= (least[SAMPLE - 1] ?? 0)) return count
  let at = count
  while (at > 0 && (least[at - 1] ?? 0) > hash) at--
  if (at > 0 && least[at - 1] === hash) return count
  least.copyWithin(at + 1, at, Math.min(count, SAMPLE - 1))
  least[at] = hash
  return Math.min(count + 1, SAMPLE)
}

/** Hashes of a text's words in their order. Of letters and digits of European languages a run is one word. */
function wordHashes(text: string): number[] {
  const hashes: number[] = []
  let hash = BASIS
  for (let start = 0, at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE
    if (isLatin(code)) hash = step(hash, code)
    else if (!isInStretch(code)) {
      if (at > start) hashes.push(mix(hash))
      start = at + 1
      hash = BASIS
    } else {
      at = stretchEnd(text, at)
      for (const word of text.slice(start, at).match(WORD()) ?? []) hashes.push(hashWord(word))
      start = at + 1
      hash = BASIS
    }
  }
  return hashes
}

/** Where the characters end that may be words, or parts of one. */
function stretchEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && isInStretch(text.charCodeAt(at))) at++
  return at
}

function isInStretch(code: number): boolean {
  return code < 0x80 ? isLatin(code) : code < FIRST_MARK || code > LAST_MARK
}

/** A lower-case letter of a European language, or a digit: nothing that `WORD` takes apart. */
function isLatin(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return (code >= 0xdf && code <= 0xf6) || (code >= 0xf8 && code <= 0x2af)
}

/** FNV-1a over UTF-16 units, then mixed: the smallest hashes must be a fair sample. */
function hashWord(word: string): number {
  let hash = BASIS
  for (let i = 0; i < word.length; i++) hash = step(hash, word.charCodeAt(i))
  return mix(hash)
}

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

/** The finaliser of MurmurHash3, as an unsigned number. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Hexadecimal digits of a computed id. */
const DIGITS = 12

/** A row that has no id: what kind it is of, and the values that it is known by. */
type UnnamedRow = { readonly prefix: string; readonly words: readonly string[] }

/**
 * Ids for rows that have none, computed from what they say, so that the same row has the same id every time: `ins-` and 12
 * hexadecimal digits. Of equal rows the second gets `-2`.
 */
export function contentIds(rows: readonly UnnamedRow[]): readonly string[] {
  const counts = new Map<string, number>()
  return rows.map(({ prefix, words }) => {
    const id = `${prefix}-${digest(JSON.stringify(words)).slice(0, DIGITS)}`
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  })
}

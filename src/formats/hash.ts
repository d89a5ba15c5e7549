import { createHash } from 'node:crypto'

/** How many of a body's hashes its sketch keeps. */
const SAMPLE = 16

/** Words of scripts that are written without spaces count by character. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+/gu

/** A stretch with all the words that touch each other in it; most are one word, and to build `WORD` takes milliseconds. */
const STRETCH = /[a-z0-9\u0080-\u200f\u205f-\uffff]+/g
/** Letters of European languages, and nothing else. */
const LATIN_WORD = /^[a-z0-9\u00df-\u00f6\u00f8-\u02af]+$/

/** A body's identity, 24 hex digits: equal for texts that differ only in line ends and white space at the end. */
export function digest(text: string): string {
  return createHash('sha256').update(text.replace(/\r\n?/g, '\n').trimEnd()).digest('hex').slice(0, 24)
}

/**
 * The 16 smallest 32-bit hashes of a body's lower-cased word triples, ascending and distinct. A body of fewer than
 * three words gives the hashes of its words. The share that two sketches have in common estimates the share that
 * the bodies have in common (bottom-k sketch).
 */
export function sketch(text: string): number[] {
  const stretches = text.toLowerCase().match(STRETCH) ?? []
  const words = stretches
    .flatMap((one) => (LATIN_WORD.test(one) ? one : (one.match(WORD) ?? [])))
    .map(hashWord)
  const hashes = new Set(words.length < 3 ? words : triples(words))
  return [...Uint32Array.from(hashes).sort().slice(0, SAMPLE)]
}

function triples(words: readonly number[]): number[] {
  const found: number[] = []
  for (let i = 2; i < words.length; i++) {
    const first = Math.imul(words[i - 2] ?? 0, 0x9e3779b1) ^ (words[i - 1] ?? 0)
    found.push(mix(Math.imul(first, 0x85ebca77) ^ (words[i] ?? 0)))
  }
  return found
}

/** FNV-1a over UTF-16 units, then mixed: the smallest hashes must be a fair sample. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return mix(hash)
}

/** The finaliser of MurmurHash3, as an unsigned number. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

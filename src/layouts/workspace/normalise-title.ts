/** Punctuation that says nothing about what a title means; `+` and `#` do (`C++`, `C#`). */
const TRIMMED: ReadonlySet<string> = new Set([...' .,;:!?…\'"`*_~()[]{}<>«»“”„‘’-–—|/\\'])

/**
 * A title as it is compared: composed (NFC), lower-case whatever the locale, white space collapsed, punctuation taken
 * off both ends. A title of nothing but punctuation keeps it.
 */
export function normaliseTitle(title: string): string {
  const plain = title.normalize('NFC').toLowerCase().split(/\s+/).join(' ').trim()
  let start = 0
  let end = plain.length
  while (start < end && TRIMMED.has(plain.charAt(start))) start++
  while (end > start && TRIMMED.has(plain.charAt(end - 1))) end--
  return start === end ? plain : plain.slice(start, end)
}

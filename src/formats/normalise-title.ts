/** Marks of Markdown and quotation marks: a title means the same without them. */
const MARKS = /[`*"“”„«»]/g

/** Punctuation that says nothing at the ends of a title; `+` and `#` do (`C++`, `C#`). */
const TRIMMED: ReadonlySet<string> = new Set([..." .,;:!?…'_~()[]{}<>‘’-–—|/\\"])

/**
 * A title as it is compared: composed (NFC), lower-case whatever the locale, without marks and quotation marks, white
 * space collapsed, punctuation taken off both ends. A title of nothing but punctuation keeps it.
 */
export function normaliseTitle(title: string): string {
  const plain = title.normalize('NFC').toLowerCase().replace(MARKS, '').split(/\s+/).join(' ').trim()
  let start = 0
  let end = plain.length
  while (start < end && TRIMMED.has(plain.charAt(start))) start++
  while (end > start && TRIMMED.has(plain.charAt(end - 1))) end--
  return start === end ? plain : plain.slice(start, end)
}

/** Marks of Markdown that a description does without, and white space. */
const MARKS = /[`*_~\\\s]+/g

/** The words of a text, numbers among them. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** True when every word of one text is in another. */
export function isCovered(text: string, by: string): boolean {
  const there = new Set(wordsOf(by))
  return wordsOf(text).every((word) => there.has(word))
}

/** A text as it is compared: without marks and white space. Two that are equal say the same in the same order. */
export function bare(text: string): string {
  return text.replace(MARKS, '')
}

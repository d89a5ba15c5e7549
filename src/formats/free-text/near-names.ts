/** The name of a file as it is compared: what it is about, and which version of it. */
export type NearName = { readonly stem: string; readonly version: string }

const VERSION = /^(?:copy|old|new|bak|backup|orig|final|draft|v?\d{1,2})$/

/** A shorter word is no plural of another one. */
const SHORTEST_PLURAL = 4

/** `Project-Overviews-v2.md` is about `project overview`, version `v2`. */
export function splitName(fileName: string): NearName {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  let end = words.length
  while (end > 1 && VERSION.test(words[end - 1] ?? '') && !isPartOfNumber(words, end)) end--
  const stem = words.slice(0, end).map(singular).join(' ')
  return { stem, version: words.slice(end).join(' ') }
}

/** `2026-01-05`, `release 1 2`: numbers in a row are one number. */
function isPartOfNumber(words: readonly string[], end: number): boolean {
  return /^v?\d+$/.test(words[end - 1] ?? '') && /\d$/.test(words[end - 2] ?? '')
}

function singular(word: string): string {
  return word.length >= SHORTEST_PLURAL && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** Several files of one day have numbers. */
const DAY = /(?:^| )\d{4} \d{1,2} \d{1,2}(?: |$)/

/** True for two names of one thing. `part 1` and `part 2` are two. */
export function isNearName(a: NearName, b: NearName): boolean {
  if (a.stem !== b.stem || (DAY.test(a.stem) && /\d/.test(a.version + b.version))) return false
  return a.version === '' || b.version === '' || (!/\d/.test(a.version) && !/\d/.test(b.version))
}

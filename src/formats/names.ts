import leven from 'leven'
import { replaceUnsafe } from '../core/messages.ts'

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

const TAG = /^[a-z0-9][a-z0-9.+#-]*$/

/** Marks that people put around a tag; they say nothing. */
const WRAPPERS: ReadonlySet<string> = new Set([...'`"\'[]()*_#'])

/** A tag in the one spelling; null when that is for a person to find. */
export function cleanTag(written: string): string | null {
  let start = 0
  let end = written.length
  while (start < end && WRAPPERS.has(written.charAt(start))) start++
  while (end > start && WRAPPERS.has(written.charAt(end - 1)) && written.charAt(end - 1) !== '#') end--
  const words = written
    .slice(start, end)
    .toLowerCase()
    .split(/[\s_]+/)
  if (words.slice(1).some((word) => word.startsWith('#'))) return null
  const clean = words.join('-')
  return TAG.test(clean) ? clean : null
}

/** The longest tag that a rename writes. */
export const LONGEST_TAG = 100

/** As what a tag can be written: in the one spelling, else as it is where it is one word in any list; null for none. */
export function writtenTag(tag: string): string | null {
  if (tag.length > LONGEST_TAG) return null
  const isOneWord = tag !== '' && !/[\s,"'`]/.test(tag) && replaceUnsafe(tag, () => ' ') === tag
  return cleanTag(tag) ?? (isOneWord ? tag : null)
}

/** Shorter words make a plural of another word: `js` is not more than one `j`, `news` is long enough. */
const SHORTEST_SINGULAR = 3

/** Words of their own that look like plurals. */
const NO_PLURAL: readonly string[] = ['https', 'news', 'windows']

/** A tag without case and separators; one between two digits stays, because `1.10` is not `110`. */
export function normaliseTag(tag: string): string {
  return tag.toLowerCase().replace(/(?<!\d)[-._]+|[-._]+(?!\d)/g, '')
}

/** What a folded word could be the plural of. */
export function singularsOf(word: string): string[] {
  if (NO_PLURAL.includes(word)) return []
  const endings: readonly (readonly [RegExp, string])[] = [
    [/ies$/, 'y'],
    [/(?<=s|x|z|ch|sh)es$/, ''],
    [/(?<!s)s$/, ''],
  ]
  return endings
    .filter(([ending]) => ending.test(word))
    .map(([ending, singular]) => word.replace(ending, singular))
    .filter(({ length }) => length >= SHORTEST_SINGULAR)
}

/** True for two tags that differ only in case, separators or plural. */
export function isNearTag(a: string, b: string): boolean {
  const [left, right] = [normaliseTag(a), normaliseTag(b)]
  return left === right || singularsOf(left).includes(right) || singularsOf(right).includes(left)
}

/** Further than this two words are not taken for one another. */
const MAX_DISTANCE = 3

/**
 * The choice that a misspelt word most likely means: nearest by edit distance, at most `most` and at most half of the
 * word; else the only one that the word is the beginning of (`warn`, `warning`). Case, spaces, `-` and `_` do not
 * count. Undefined when there is none; the first of several equally near.
 */
export function nearest(word: string, choices: readonly string[], most = MAX_DISTANCE): string | undefined {
  const plainWord = plain(word)
  let best: string | undefined
  let bestDistance = Math.min(most, Math.ceil(plainWord.length / 2)) + 1
  for (const choice of choices) {
    const distance = leven(plainWord, plain(choice), { maxDistance: bestDistance })
    if (distance >= bestDistance) continue
    best = choice
    bestDistance = distance
  }
  return best ?? onlyBeginning(plainWord, choices)
}

/** All choices, those first that are nearest to the word by edit distance; equally near ones in their order. */
export function byNearness(word: string, choices: readonly string[]): string[] {
  const plainWord = plain(word)
  return choices
    .map((choice) => ({ choice, distance: leven(plainWord, plain(choice)) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ choice }) => choice)
}

function onlyBeginning(plainWord: string, choices: readonly string[]): string | undefined {
  if (plainWord.length < 3) return undefined
  const [only, ...more] = choices.filter((choice) => plain(choice).startsWith(plainWord))
  return more.length === 0 ? only : undefined
}

function plain(word: string): string {
  return word
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
}

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

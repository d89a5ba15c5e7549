import { groupBy, oncePer } from '../../core/text.ts'
import { contentOf, countShared, type Near, nearestOf, nearestPairOf } from './near.ts'
import { comparable, type Statement, withoutLabel } from './read-statements.ts'
import {
  byWords,
  hasWords,
  isMatterOfOther,
  isSameMatter,
  type Shared,
  type Whole,
  wholesOf,
} from './wholes.ts'

/** Fewer words are the same by chance. */
const LEAST_WORDS = 6

/** In one text a short sentence may come back on purpose, at the end of each of its parts. */
const LEAST_AGAIN = 8

/** So many lines may be between two statements of a row; there, where they were taken from, more. */
const NEAR = 2
const NEAR_THERE = 8
/** So many statements are a row. */
export const ROW = 3

/** A whole statement and the one that says the same. */
type Pair = { readonly own: Whole; readonly same: Whole }

/** What is in two texts in nearly the same words, or in a row of three or more that are. `withAnew`: or with most of the words. */
export function sharedStatements(
  own: readonly Statement[],
  other: readonly Statement[],
  withAnew: boolean,
): readonly Shared[] {
  const [here, there] = [byWords(own), byWords(other)]
  const known = byLoose(other)
  // Of statements that occur again the first one counts.
  const first = new Set([...here.values()].map(([one]) => one))
  const wholes = wholesOf(own)
  const found = wholes.map((whole): Pair | null => {
    const [same] =
      there.get(whole.words) ??
      known.get(looseWords(whole)) ??
      (withAnew && whole.one.form !== 'row' ? saidAnew(whole, own, other) : [])
    return same && first.has(whole) ? { own: whole, same } : null
  })
  const pairs = withNeighbours(found, wholes, wholesOf(other))
  // A line between two others may have been written anew.
  return longOrInRow(
    pairs.filter((pair) => pair !== null),
    LEAST_WORDS,
  )
}

/** What is in one text again, in nearly the same words, each once for each time that it is there again. */
export function repeatedStatements(own: readonly Statement[]): readonly Shared[] {
  const firsts = new Map<Whole, Whole>()
  for (const all of byLoose(own).values()) {
    const [first, ...more] = all.filter(({ one }) => one.form !== 'row')
    // A few words that come back and back are the form of what is listed.
    const isForm = more.length > 1 && first && !hasWords(first.words, LEAST_AGAIN)
    if (first && !isForm) for (const whole of more) firsts.set(whole, first)
  }
  const wholes = wholesOf(own)
  const found = wholes.map((whole): Pair | null => {
    const mayBeAnew = wholes.length >= LEAST_TO_REPEAT && whole.one.form !== 'row'
    const same = firsts.get(whole) ?? (mayBeAnew ? saidAnew(whole, own, own)[0] : undefined)
    return same ? { own: whole, same } : null
  })
  const pairs = withNeighbours(found, wholes, wholes).map((pair) =>
    pair && pair.same.place < pair.own.place && !areParallel(pair.own.one.under, pair.same.one.under)
      ? pair
      : null,
  )
  return longOrInRow(pairs, LEAST_AGAIN)
}

/**
 * True for the headings of one section, and of two next to each other in a section of the text: what both say is said of two things,
 * such as two packages, on purpose.
 */
function areParallel(a: string, b: string): boolean {
  if (a === b) return isSection(a)
  const [own, their] = [a, b].map((under) => under.split(' > '))
  if (!own || !their || own.length !== their.length) return false
  const [name = '', other = ''] = [own.at(-1), their.at(-1)]
  const isBelowOne = own.slice(0, -1).join(' > ') === their.slice(0, -1).join(' > ')
  return isBelowOne && (own.length > 2 || isOfOneForm(name, other))
}

/** True below a heading that is not the title of the text alone. */
function isSection(under: string): boolean {
  return under.includes(' > ')
}

/** `Weekly check (Sunday)` and `Monthly check (the 1st)`. */
function isOfOneForm(name: string, other: string): boolean {
  const [own, their] = [name, other].map((heading) => contentOf(comparable(heading)))
  if (!own || !their) return false
  const shared = countShared(own, their)
  return (
    (shared > 0 && 2 * shared >= Math.min(own.size, their.size)) ||
    (/^\p{Extended_Pictographic}/u.test(name) && name.charCodeAt(0) === other.charCodeAt(0))
  )
}

/** A text of fewer statements is seen whole by its writer: nothing in it is said again in other words. */
const LEAST_TO_REPEAT = 8

/** So many words, and so great a share of them, are the same where a sentence is written anew; fewer where both name the same code. */
const LEAST_ANEW = 6
const LEAST_SHARE_ANEW = 0.8
const LEAST_SHARE_WITH_CODE = 0.7

/** Lines below one heading are alike and say different things. */
const LEAST_IN_LIST = 0.85

/** A question, which a list of checks asks of what is said elsewhere, and a gap that is to be filled. */
const ASKS = /[?？]["'`*_)]*$|^["'`*_(]*<[^>]*>?[^>]*>["'`*_)]*$/

/** The statement of a text that says the same in nearly the same words, in any order and form; `of`: the text that has `own`. */
function saidAnew(own: Whole, of: readonly Statement[], statements: readonly Statement[]): readonly Whole[] {
  if (ASKS.test(own.one.text)) return []
  const least = own.one.text.includes('`') ? LEAST_SHARE_WITH_CODE : LEAST_SHARE_ANEW
  const isSame = (near: Near | null): near is Near =>
    near !== null &&
    near.shared >= LEAST_ANEW &&
    near.share >= (of === statements && near.own.one.under === near.same.one.under ? LEAST_IN_LIST : least) &&
    isMatterOfOther(near.own, near.same)
  let near = nearestOf(own, of, statements)
  if (!isSame(near)) near = nearestPairOf(own, of, statements)
  // A pair has the place of its first statement.
  const same = isSame(near) ? wholesOf(statements)[near.same.place] : undefined
  return same && same !== own ? [same] : []
}

/** What is said again on purpose: a pointer to another text, and the line that a tool writes above what it made. */
const ON_PURPOSE =
  /(?:^|[\s(:>])(?:see(?: also)?|voir|siehe|vgl\.?|cf\.?|véase|参照|参见|详见|→)\s*[:：]?\s*\[|^this file provides guidance to /iu

/** So many words are neither code nor a link in a line that says something. */
const LEAST_OWN_WORDS = 4

/** True for a command, or a pointer to another text, with a word or two. */
function isMostlyCode({ one: { text } }: Whole): boolean {
  return (
    /[`[]/.test(text) &&
    !hasWords(comparable(text.replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, ' ')), LEAST_OWN_WORDS)
  )
}

/** Words without which a sentence says the same. */
const FILLERS =
  /^(?:an?|the|and|or|is|are|be|this|that|these|those|it|its|you|your|we|our|also|just|please|then|will)$/

/** A statement goes without its label where so many words are behind it. */
const LEAST_BEHIND_LABEL = 6

/** What is left out in short forms: `you're`. */
const SHORT = /(?<=\p{L})'(?:re|ll|ve)(?!\p{L})/gu

/** What parts words: blanks, strokes, brackets, and marks at the end of a word. */
const BETWEEN = /(?:[\s,;/()]|[.:!?](?=[\s,;/()]|$)|(?<!\S)[-–—]+(?!\S))+/

/** What is left of a statement without its label and the words that say nothing. */
const looseWords = oncePer(({ one, words }: Whole): string => {
  const bare = comparable(withoutLabel(one.text))
  const said = hasWords(bare, LEAST_BEHIND_LABEL) ? bare : words
  const left = said
    .replaceAll(SHORT, ' ')
    .split(BETWEEN)
    .filter((word) => word !== '' && !FILLERS.test(word))
  return left.length === 0 ? said : left.join(' ')
})

const byLoose = oncePer(
  (statements: readonly Statement[]): ReadonlyMap<string, readonly Whole[]> =>
    groupBy(wholesOf(statements), looseWords),
)

/** Next to statements that are the same on both sides, those that are alike say the same as well. */
function withNeighbours(
  found: readonly (Pair | null)[],
  wholes: readonly Whole[],
  others: readonly Whole[],
): readonly (Pair | null)[] {
  const places = new Map(others.map((whole, i) => [whole, i]))
  const at = found.map((pair) => (pair ? (places.get(pair.same) ?? -1) : -1))
  return found.map((pair, i) => {
    const own = wholes[i]
    if (pair || !own) return pair
    const [above = -1, below = -1] = [at[i - 1], at[i + 1]]
    const near = [above >= 0 ? others[above + 1] : undefined, below > 0 ? others[below - 1] : undefined]
    const same = near.find((one) => one !== undefined && one !== own && isAlike(own, one))
    return same ? { own, same } : null
  })
}

/** So great a share of the longer statement is in the shorter one where they are alike. */
const LEAST_ALIKE = 0.6

/** True where one statement has the words of the other and a few more. */
function isAlike(a: Whole, b: Whole): boolean {
  if (!isSameMatter(a, b)) return false
  const [own, their] = [a, b].map((whole) => new Set(looseWords(whole).split(' ')))
  if (!own || !their) return false
  const [less, more] = own.size < their.size ? [own, their] : [their, own]
  return less.size >= 2 && less.size >= LEAST_ALIKE * more.size && [...less].every((word) => more.has(word))
}

/** A few words are the same by chance, unless their neighbours are the same as well. */
function longOrInRow(pairs: readonly (Pair | null)[], least: number): readonly Shared[] {
  const isNext = (a: Pair | undefined, b: Pair): boolean =>
    a !== undefined && isWithin(a.own, b.own, NEAR) && isWithin(a.same, b.same, NEAR_THERE)
  const rows: Pair[][] = []
  for (const pair of pairs) {
    const row = rows.at(-1)
    if (!pair || ON_PURPOSE.test(pair.own.one.text)) rows.push([])
    else if (row && isNext(row.at(-1), pair)) row.push(pair)
    else rows.push([pair])
  }
  return rows.flatMap((row) =>
    row.flatMap(({ own, same }): readonly Shared[] => {
      const isLong = hasWords(own.words, least) && !isMostlyCode(own)
      return isLong || (row.length >= ROW && hasWords(own.words, 2))
        ? [{ text: own.one.text, line: own.one.line, otherLine: same.one.line }]
        : []
    }),
  )
}

/** True where a statement follows another one a few lines further down at most, or on the same line. */
function isWithin(a: Whole, b: Whole, lines: number): boolean {
  return b.place > a.place && b.one.line - a.one.line <= lines
}

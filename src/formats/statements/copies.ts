import { comparable, type Statement } from './read-statements.ts'
import {
  byWords,
  hasWords,
  isWhole,
  MATTERS,
  mattersIn,
  type Shared,
  turnOf,
  UNSPACED,
  type Whole,
  wholesOf,
} from './wholes.ts'

/** Two lines that say the same but for a word that matters. */
export type Drift = Shared & { readonly says: string; readonly otherSays: string }

/** Says when a text was made or looked at: copies that were made on two days differ so. */
const DATED = /\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b/

/** Names that differ because the text is for another agent. */
const OF_AN_AGENT = /claude|agents|gemini|cursor|copilot|windsurf|codex|qwen|cline|roo|kiro|opencode/i

/** The words of a statement around what matters, and what matters. */
function masked(text: string): { readonly mask: string; readonly words: readonly string[] } {
  return { mask: comparable(text.replaceAll(MATTERS, ' ◦ ')), words: mattersIn(text) }
}

type Masked = { readonly line: number; readonly text: string; readonly words: readonly string[] }

/** The statements of a text that are not in the other, by the words around what matters; none for words that occur twice. */
function maskedOf(
  own: readonly Statement[],
  other: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Masked | null> {
  const found = new Map<string, Masked | null>()
  own.forEach((one, i) => {
    if (!isWhole(one) || DATED.test(one.text)) return
    const { mask, words } = masked(one.text)
    // What is between two lines of the copy is the same line, however few its words are.
    const isBetween = [own[i - 1], own[i + 1]].every((near) => near && other.has(comparable(near.text)))
    const least = isBetween ? 1 : 3
    if (words.length === 0 || mask.split(' ').filter((word) => word !== '◦').length < least) return
    const isThere = other.has(comparable(one.text))
    found.set(mask, found.has(mask) || isThere ? null : { line: one.line, text: one.text, words })
  })
  return found
}

/** How much two texts have in common to be copies: statements, and their share of the shorter text. */
const LEAST_SHARED = 5
const LEAST_SHARE = 0.3

/** Where two copies of one text have come to differ by a word that matters. None where the texts are no copies. */
export function driftsBetween(own: readonly Statement[], other: readonly Statement[]): readonly Drift[] {
  const [here, there] = [byWords(own), byWords(other)]
  const shared = [...here.keys()].filter((words) => there.has(words) && hasWords(words, 3)).length
  if (shared < LEAST_SHARED || shared < LEAST_SHARE * Math.min(here.size, there.size)) return []
  const found = [...negatedIn(here, there), ...maskedDrifts(own, other), ...replacedIn(own, other)]
  const byLine = new Map(found.reverse().map((one) => [one.line, one]))
  return [...byLine.values()].sort((a, b) => a.line - b.line)
}

/** Lines that are the same but for code, a number, a path or the name of a file. */
function maskedDrifts(own: readonly Statement[], other: readonly Statement[]): readonly Drift[] {
  const others = maskedOf(other, byWords(own))
  return [...maskedOf(own, byWords(other))].flatMap(([mask, one]) => {
    const same = others.get(mask)
    if (!one || !same || one.words.length !== same.words.length) return []
    const at = one.words.findIndex((word, i) => word.toLowerCase() !== same.words[i]?.toLowerCase())
    const [says, otherSays] = [one.words[at], same.words[at]]
    if (says === undefined || otherSays === undefined || OF_AN_AGENT.test(`${one.words} ${same.words}`))
      return []
    return [{ text: one.text, line: one.line, otherLine: same.line, says, otherSays }]
  })
}

/** The same words with and without a negation. */
function negatedIn(
  own: ReadonlyMap<string, readonly Whole[]>,
  other: ReadonlyMap<string, readonly Whole[]>,
): readonly Drift[] {
  const turned = bareOnes(other, own)
  return [...bareOnes(own, other)].flatMap(([bare, { text, line, isNot, says }]) => {
    const there = turned.get(bare)
    if (!there || there.isNot === isNot || !hasWords(bare, 3)) return []
    return [{ text, line, otherLine: there.line, says, otherSays: there.says }]
  })
}

const NEGATION = /(?:^|(?<= ))(?:not|never|don't|always|do)(?: |$)/g

/** A statement without what turns it, and that word; `do` where there is none. */
type Bare = { readonly text: string; readonly line: number; readonly isNot: boolean; readonly says: string }

/** What a sentence begins with, before its reasons. */
const CLAUSE = /^[^,;:(—–]+(?= ?[,;:(—–])/

/** A shorter beginning may go on in another way. */
const LEAST_IN_CLAUSE = 5

/** The statements that the other text has not, by their words without `not`, `never` and `always`, and by those of what they begin with. */
function bareOnes(
  own: ReadonlyMap<string, readonly Whole[]>,
  other: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Bare> {
  return new Map(
    [...own].flatMap(([words, [first]]) => {
      if (!first || other.has(words)) return []
      const [clause = ''] = CLAUSE.exec(words) ?? []
      const bare = (part: string): string => part.replaceAll(NEGATION, '')
      const isSaid = bare(clause) !== clause && hasWords(bare(clause), LEAST_IN_CLAUSE)
      const keys = [[bare(words), words], ...(isSaid ? [[`${bare(clause)} …`, clause]] : [])] as const
      return keys.map(
        ([key, part]) => [key, { text: first.one.text, line: first.one.line, ...turnOf(part) }] as const,
      )
    }),
  )
}

/** Words without which a sentence says the same. */
const SMALL =
  /^(?:an?|the|of|to|in|on|at|by|for|and|or|is|are|be|as|with|that|this|these|it|its|will|can|may|should|must|all|any|each|every|only|also|just|please)$/

/** Of lines that lie between the same two lines in both texts, those that differ by one or two words, or in what matters. */
function replacedIn(own: readonly Statement[], other: readonly Statement[]): readonly Drift[] {
  const theirs = wholesOf(other)
  const places = new Map(theirs.map(({ words }, i) => [words, i]))
  const known = byWords(own)
  return wholesOf(own).flatMap((whole, i, all) => {
    const { one, words } = whole
    const { text, line } = one
    if (places.has(words) || DATED.test(text)) return []
    const above = i === 0 ? -1 : places.get(all[i - 1]?.words ?? '')
    const below = i === all.length - 1 ? theirs.length : places.get(all[i + 1]?.words ?? '')
    const same = above !== undefined && below === above + 2 ? theirs[above + 1] : undefined
    if (!same || known.has(same.words)) return []
    const differs =
      otherWords(words.split(' '), same.words.split(' ')) ??
      otherMatter(whole, same) ??
      otherCharacters(words, same.words)
    if (!differs || OF_AN_AGENT.test(differs.join(' '))) return []
    return [{ text, line, otherLine: same.one.line, says: differs[0], otherSays: differs[1] }]
  })
}

/** What two lines of words have in place of each other, where that is one word or two of at least five. */
function otherWords(a: readonly string[], b: readonly string[]): readonly [string, string] | null {
  if (a.length !== b.length || a.length < 4) return null
  const at = a.flatMap((word, i) => (word === b[i] ? [] : [i]))
  if (at.length === 0 || at.length > (a.length < 8 ? 1 : 2)) return null
  const pairs = at.map((i) => [a[i] ?? '', b[i] ?? ''] as const)
  // One word in two forms says the same.
  const isSame = ([one, two]: readonly [string, string]): boolean =>
    SMALL.test(one) || SMALL.test(two) || one.slice(0, 4) === two.slice(0, 4)
  const [first] = pairs.filter((pair) => !isSame(pair))
  return first ?? null
}

/** So many words, and so great a share of the shorter line, are in two lines that say the same in other words. */
const LEAST_WORDS_SHARED = 2
const LEAST_WORDS_SHARE = 0.5

/** What matters in each of two lines that say mostly the same, where that is something else of its kind, or a negation. */
function otherMatter(a: Whole, b: Whole): readonly [string, string] | null {
  const [words, others] = [a, b].map(
    (whole) => new Set(whole.words.split(/[ ()[\],;]+/).filter((word) => word !== '' && !SMALL.test(word))),
  )
  if (!words || !others) return null
  const shared = [...words].filter((word) => others.has(word)).length
  const least = LEAST_WORDS_SHARE * Math.min(words.size, others.size)
  if (shared < LEAST_WORDS_SHARED || shared < least) return null
  const [own = [], their = []] = [a, b].map(({ one }) =>
    mattersIn(one.text).map((word) => word.toLowerCase()),
  )
  const [says] = own.filter((word) => !their.includes(word))
  const [otherSays] = their.filter((word) => !own.includes(word))
  const isNumber = (word: string): boolean => /^\d/.test(word)
  if (says !== undefined && otherSays !== undefined)
    return isNumber(says) === isNumber(otherSays) ? [says, otherSays] : null
  const [turn, otherTurn] = [turnOf(a.words), turnOf(b.words)]
  return turn.isNot !== otherTurn.isNot && says === otherSays ? [turn.says, otherTurn.says] : null
}

/** So many characters around them are the same where lines without blanks differ in so few. */
const LEAST_AROUND = 8
const MOST_OTHER = 8

/** The characters in which two lines of a language without blanks differ, where they are a word. */
function otherCharacters(a: string, b: string): readonly [string, string] | null {
  if (a.search(UNSPACED) < 0) return null
  const least = Math.min(a.length, b.length)
  let [start, end] = [0, 0]
  while (start < least && a[start] === b[start]) start += 1
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const [says, otherSays] = [a, b].map((line) => line.slice(start, line.length - end))
  const isWord = (text: string | undefined): text is string =>
    text !== undefined && text.length <= MOST_OTHER && /[\p{Script=Han}\p{Script=Katakana}\d]/u.test(text)
  return start + end >= LEAST_AROUND && isWord(says) && isWord(otherSays) ? [says, otherSays] : null
}

import { groupBy, oncePer } from '../../core/text.ts'
import {
  isOnPurpose,
  opposites,
  otherCharacters,
  otherMatter,
  otherProperNames,
  otherWords,
  sameEnds,
  turnedRound,
} from './differences.ts'
import { contentOf, countShared, type Near, nearestOf } from './near.ts'
import { comparable, isCut, type Statement, withoutTargets } from './read-statements.ts'
import {
  byWords,
  hasWords,
  isWhole,
  MATTERS,
  mattersIn,
  type Shared,
  turnOf,
  type Whole,
  wholesOf,
} from './wholes.ts'

/** Two lines that say the same but for a word that matters. */
export type Drift = Shared & { readonly says: string; readonly otherSays: string }

/** Says when a text was made or looked at: copies that were made on two days differ so. */
const DATED = /\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b/

/** The words of a statement around what matters, and what matters. */
function masked(text: string): { readonly mask: string; readonly words: readonly string[] } {
  return { mask: comparable(withoutTargets(text).replaceAll(MATTERS, ' ◦ ')), words: mattersIn(text) }
}

type Masked = { readonly line: number; readonly text: string; readonly words: readonly string[] }

/** The statements of a text that are not in the other, by the words around what matters; none for words that occur twice. */
function maskedOf(
  own: readonly Statement[],
  other: ReadonlyMap<string, unknown>,
  leastWords: number,
): ReadonlyMap<string, Masked | null> {
  const found = new Map<string, Masked | null>()
  own.forEach((one, i) => {
    if (!isWhole(one) || DATED.test(one.text)) return
    const { mask, words } = masked(one.text)
    // What is between two lines of the copy is the same line, however few its words are.
    const isBetween = [own[i - 1], own[i + 1]].every((near) => near && other.has(comparable(near.text)))
    const least = isBetween ? 1 : leastWords
    if (words.length === 0 || !hasWords(mask.replaceAll('◦ ', ''), least)) return
    const isThere = other.has(comparable(one.text))
    found.set(mask, found.has(mask) || isThere ? null : { line: one.line, text: one.text, words })
  })
  return found
}

/** How much two texts have in common to be copies: statements, and their share of the shorter text. */
const LEAST_SHARED = 5
const LEAST_SHARE = 0.3

/** A short text is a copy where most of it is the same. */
const LEAST_SHARED_SHORT = 2
const LEAST_SHARE_SHORT = 0.6

/** Parts of texts are copies, whatever else is in these, where so many statements are the same. */
const LEAST_SHARED_PART = 3

/** Where two texts, or (`withLines`) two lines of them, are copies that have come to differ by a word that matters. */
export function driftsBetween(
  own: readonly Statement[],
  other: readonly Statement[],
  withLines: boolean,
): readonly Drift[] {
  const [here, there] = [byWords(own), byWords(other)]
  const shared = [...here.keys()].filter((words) => there.has(words) && hasWords(words, 3)).length
  const share = shared / Math.min(here.size, there.size)
  const isCopy =
    (shared >= LEAST_SHARED && share >= LEAST_SHARE) ||
    (shared >= LEAST_SHARED_SHORT && share >= LEAST_SHARE_SHORT)
  const found = [
    ...(isCopy ? [...negatedIn(here, there), ...maskedDrifts(own, other, 3)] : []),
    ...(isCopy || shared >= LEAST_SHARED_PART ? replacedIn(own, other, isCopy) : []),
    ...(withLines ? [...maskedDrifts(own, other, LEAST_MASKED), ...copiedLines(own, other)] : []),
  ]
  const byLine = [...new Map(found.toReversed().map((one) => [one.line, one])).values()]
  // A text that was put in other words here and there is no copy that was forgotten.
  const isReworded = byLine.filter(isOrdinary).length >= MOST_ORDINARY
  return byLine.filter((one) => !isReworded || !isOrdinary(one)).sort((a, b) => a.line - b.line)
}

const MOST_ORDINARY = 3

/** True where words take the place of others that are no names, numbers or code. */
function isOrdinary({ says, otherSays }: Drift): boolean {
  return [says, otherSays].every(
    (words) => /^[\p{Ll}\p{M} '’-]+$/u.test(words) && !/^(?:not|never|always|no) /.test(words),
  )
}

/** So many words, and so great a share of them, are the same in a line that was copied by itself. */
const LEAST_COPIED = 4
const LEAST_IN_ROW = 3
const LEAST_SHARE_COPIED = 0.75

/** The same where nothing but a few words is other. */
const LEAST_COPIED_WORDS = 6
const LEAST_SHARE_COPIED_WORDS = 0.8

/** Lines of any two texts that have nearly all of their words in common, and none more with any other line, but for what matters. */
export function copiedLines(own: readonly Statement[], other: readonly Statement[]): readonly Drift[] {
  const [here, there] = [byWords(own), byWords(other)]
  return wholesOf(own).flatMap((whole): readonly Drift[] => {
    const { text, line } = whole.one
    if (there.has(whole.words) || DATED.test(text) || !hasWords(whole.words, LEAST_IN_ROW)) return []
    const near = nearestOf(whole, own, other)
    if (!near) return []
    if (near.share < LEAST_SHARE_COPIED) return otherName(near)
    const { same, shared, share } = near
    // The first cell says what a row is about.
    const isOfOneRow = whole.one.form === 'row' && labelOf(whole.one) === labelOf(same.one)
    if (shared < (isOfOneRow ? LEAST_IN_ROW : LEAST_COPIED)) return []
    if (
      here.has(same.words) ||
      nearestOf(same, other, own)?.same !== whole ||
      saysNot(whole) !== saysNot(same)
    )
      return []
    const isLong = shared >= LEAST_COPIED_WORDS && share >= LEAST_SHARE_COPIED_WORDS
    const differs =
      otherMatter(whole, same) ??
      turnedRound(whole.words, same.words) ??
      opposites(whole.words, same.words) ??
      (isLong ? otherProperNames(whole, same, LEAST_COPIED_WORDS) : null) ??
      (shared >= LEAST_COPIED_WORDS
        ? (otherCharacters(whole.words, same.words) ?? oneOther(whole, same))
        : null)
    if (!differs || isOnPurpose(...differs) || otherParts(...differs).some((part) => /[<{$]/.test(part)))
      return []
    return [{ text, line, otherLine: same.one.line, says: differs[0], otherSays: differs[1] }]
  })
}

/** A short line that has another name in one place: `Use Azure as the default model provider`. */
function otherName({ own, same, share }: Near): readonly Drift[] {
  const names = share >= LEAST_SHARE_WITH_NAME ? otherProperNames(own, same, LEAST_AROUND_NAME) : null
  if (!names || isOnPurpose(...names)) return []
  const { text, line } = own.one
  return [{ text, line, otherLine: same.one.line, says: names[0], otherSays: names[1] }]
}

const LEAST_SHARE_WITH_NAME = 0.5
const LEAST_AROUND_NAME = 5

/** Of two lines of some length one word is another, whatever it is. */
function oneOther(a: Whole, b: Whole): readonly [string, string] | null {
  const found = otherWords(a.words.split(' '), b.words.split(' '), LEAST_COPIED_WORDS)
  if (!found) return null
  const [own, their] = found.map((one) => one.split(' '))
  if (!own || !their) return null
  if (own.length === 1 && their.length === 1) return found
  // Two words may be the same thing by another name, where they share one of them.
  const areApart = own.every((word) => !their.some((other) => other.slice(0, 4) === word.slice(0, 4)))
  const arePlain = [...own, ...their].every((word) => /^[\p{L}\p{N}'-]+$/u.test(word))
  return areApart && arePlain && own.length === 2 && their.length === 2 ? found : null
}

/** Two words without what they begin and end with alike: `<name>` may be in both. */
function otherParts(a: string, b: string): readonly string[] {
  const [start, end] = sameEnds(a, b)
  return [a, b].map((word) => word.slice(start, word.length - end))
}

/** True below a heading that turns what is said there. */
function saysNot({ one: { under } }: Whole): boolean {
  return /\b(?:never|don['’]?t|do not|avoid|forbidden|anti-?patterns?)\b|❌|🚫/iu.test(under)
}

/** So many words around what matters are those of one line, in whatever texts they are. */
const LEAST_MASKED = 7

/** Lines that are the same but for code, a number, a path or the name of a file. */
function maskedDrifts(
  own: readonly Statement[],
  other: readonly Statement[],
  least: number,
): readonly Drift[] {
  const others = maskedOf(other, byWords(own), least)
  return [...maskedOf(own, byWords(other), least)].flatMap(([mask, one]) => {
    const same = others.get(mask)
    if (!one || !same || one.words.length !== same.words.length) return []
    const at = one.words.findIndex((word, i) => word.toLowerCase() !== same.words[i]?.toLowerCase())
    const [says, otherSays] = [one.words[at], same.words[at]]
    if (
      says === undefined ||
      otherSays === undefined ||
      isOnPurpose(`${one.words}`, `${same.words}`) ||
      isOnPurpose(says, otherSays)
    )
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

/** The statements that are compared line by line, with the lines of code: their neighbours show which is which. */
const placedOf = oncePer((statements: readonly Statement[]): readonly Whole[] =>
  statements
    .filter((one) => isWhole(one) || (one.form === 'code' && !isCut(one.text)))
    .map((one, place) => ({ one, words: comparable(one.text), place })),
)

/** Two statements in the same place of two texts. `isSure`: what is before and behind them is the same. */
type Placed = { readonly own: Whole; readonly same: Whole; readonly isSure: boolean }

/** The words of a statement around what matters: of lines in one form nothing says which is which. */
const formOf = ({ one }: Whole): string => masked(one.text).mask

/** The statements of a text by their words, their labels and their forms: each text is compared with many. */
const indexOf = oncePer((all: readonly Whole[]) => ({
  places: new Map(all.map(({ words }, i) => [words, i])),
  labels: groupBy(all, ({ one }) => labelOf(one)),
  forms: groupBy(all, formOf),
}))

/** The statements of a text that are not in the other, with those in the same place there. */
function placedTogether(own: readonly Whole[], other: readonly Whole[], isCopy: boolean): readonly Placed[] {
  const [here, there] = [indexOf(own), indexOf(other)]
  const { places } = there
  const known = here.places
  const placeOf = (whole: Whole | undefined): number | undefined =>
    whole && (isCopy || hasWords(whole.words, 3)) ? places.get(whole.words) : undefined
  return own.flatMap((whole, i): readonly Placed[] => {
    if (places.has(whole.words)) return []
    const above = i === 0 && isCopy ? -1 : placeOf(own[i - 1])
    const below = i === own.length - 1 && isCopy ? other.length : placeOf(own[i + 1])
    const free = (same: Whole | undefined): Whole | undefined =>
      same && !known.has(same.words) ? same : undefined
    if (above !== undefined && below === above + 2) {
      const same = free(other[above + 1])
      return same ? [{ own: whole, same, isSure: true }] : []
    }
    // A sentence in a line whose other sentence is the same.
    const besides = [own[i - 1], own[i + 1]].flatMap((near, side) => {
      const isOfLine =
        near !== undefined && near.one.line === whole.one.line && hasWords(near.words, LEAST_COPIED)
      const at = isOfLine ? places.get(near.words) : undefined
      return at === undefined ? [] : [other[at + (side === 0 ? 1 : -1)]]
    })
    const inLine = free(besides.find((one) => one !== undefined))
    if (inLine && inLine.one.form === whole.one.form) return [{ own: whole, same: inLine, isSure: false }]
    if (!isCopy || whole.one.form === 'code' || here.forms.get(formOf(whole))?.length !== 1) return []
    const label = labelOf(whole.one)
    const same =
      free(above === undefined ? undefined : other[above + 1]) ??
      free(below === undefined ? undefined : other[below - 1]) ??
      (label !== '' && [here, there].every(({ labels }) => labels.get(label)?.length === 1)
        ? free(there.labels.get(label)?.[0])
        : undefined)
    return same && same.one.form !== 'code' ? [{ own: whole, same, isSure: false }] : []
  })
}

/** What a statement says that it is about: `**Cache**:`, the first cell of a row; empty for none. */
function labelOf({ text, form }: Statement): string {
  const label =
    form === 'row' ? /^\|?([^|]{2,60})\|/ : /^(\*\*[^*]{1,60}\*\*|`[^`]{1,60}`|[\p{L}\p{N} ]{2,40}:)/u
  return comparable(label.exec(text)?.[1] ?? '')
}

/** Of lines in the same place of both texts, those that differ by a word or two, or in what matters. */
function replacedIn(
  own: readonly Statement[],
  other: readonly Statement[],
  isCopy: boolean,
): readonly Drift[] {
  return placedTogether(placedOf(own), placedOf(other), isCopy).flatMap((pair): readonly Drift[] => {
    const { own: whole, same, isSure } = pair
    const { text, line } = whole.one
    if (DATED.test(text) || (!isSure && !isMostlyTheSame(whole, same))) return []
    const differs =
      otherWords(whole.words.split(' '), same.words.split(' '), whole.one.form === 'code' ? 2 : 3) ??
      otherMatter(whole, same) ??
      turnedRound(whole.words, same.words) ??
      otherCharacters(whole.words, same.words)
    if (!differs || isOnPurpose(...differs)) return []
    return [{ text, line, otherLine: same.one.line, says: differs[0], otherSays: differs[1] }]
  })
}

/** So great a share of the words of both is the same where the neighbours do not show which is which. */
const LEAST_THE_SAME = 0.6

function isMostlyTheSame(a: Whole, b: Whole): boolean {
  const [own, their] = [a, b].map(({ words }) => contentOf(words))
  if (!own || !their) return false
  const shared = countShared(own, their)
  return shared >= 2 && shared >= LEAST_THE_SAME * Math.max(own.size, their.size)
}

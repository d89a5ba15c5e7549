/// <reference path="./snowball-stemmers.d.ts" />
import { newStemmer } from 'snowball-stemmers'
import { isCalendarDate } from '../core/date.ts'
import { once, pairsOfCharacters } from '../core/text.ts'
import { baseForms, FUNCTION_WORDS, respelled, STOP_WORDS } from './word-lists.ts'

/** Characters of a text that are read, terms that are taken from it, and characters of a term. */
const MOST_CHARACTERS = 1 << 20
const MOST_TERMS = 100_000
const LONGEST_TERM = 64

/** Parts of an identifier that are terms of their own. */
const MOST_PARTS = 12

/** The terms of a text in its order, a term as often as it occurs. */
export type Terms = {
  readonly terms: readonly string[]
  /** True where the text was too long to be read to its end. */
  readonly isCut: boolean
}

/** Letters, digits and marks, and in between what joins the parts of an identifier or a number. */
const RUN = once(() => /[\p{L}\p{N}\p{M}]+(?:[._'’,-][\p{L}\p{N}\p{M}]+|_+[\p{L}\p{N}\p{M}]+)*/gu)
const NUMBER = /^\d+(?:[.,]\d+)+$/
const CJK = once(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu)
/** Between a small and a capital letter, and before the last of several capitals: `parseHTTPHeader`. */
const HUMP = once(() => /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
/** Soft hyphens and characters without width, which split no word. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const HAS_BEYOND_ASCII = /[^\0-\x7f]/

/**
 * The terms by which a text is found: stems of its words, dates in one form, identifiers whole and in parts, pairs of
 * Chinese, Japanese and Korean characters. Stop words are left out unless there is nothing else. The same on every machine:
 * it knows no locale and no clock.
 */
export function termsOf(text: string): Terms {
  const terms: string[] = []
  const stops: string[] = []
  const isCut = readTerms(text, (term, isStop) => {
    const all = isStop ? stops : terms
    if (all.length < MOST_TERMS) all.push(term)
    return terms.length < MOST_TERMS
  })
  return { terms: terms.length > 0 ? terms : stops, isCut }
}

/** The terms of a query, each once, in the order of their code units. */
export function queryTerms(query: string): readonly string[] {
  const { terms } = termsOf(withoutFunctionWords(query))
  return [...new Set(terms.length > 0 ? terms : termsOf(query).terms)].sort()
}

/** True for a text of stop words alone. */
export function areStopWords(text: string): boolean {
  let [isAny, isAll] = [false, true]
  readTerms(text, (_, isStop) => {
    isAny = true
    isAll &&= isStop
    return isAll
  })
  return isAny && isAll
}

/** So many words that mark a language make a query one of it. */
const MARKS = 2

/** A sentence in German, French or Spanish without the words that only hold it together; names with points in them stay whole. */
function withoutFunctionWords(query: string): string {
  const words = query.slice(0, MOST_CHARACTERS).split(/\s+/)
  const bare = words.map((word) => word.replace(EDGES, '').toLowerCase())
  const language = FUNCTION_WORDS.find(
    ({ marks }) => new Set(bare.filter((word) => marks.has(word))).size >= MARKS,
  )
  if (!language) return query
  const { marks, others } = language
  return words
    .filter((_, i) => !marks.has(bare[i] ?? '') && !others.has(bare[i] ?? ''))
    .map((word) => word.replace(ELISION, ''))
    .join(' ')
}

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
/** `l'insert`, `qu'on` */
const ELISION = /^(?:[cdjlmnst]|qu)['’](?=\p{L})/iu

/** Gives each term to `take` until that says false. True when the text was not read to its end. */
function readTerms(text: string, take: (term: string, isStop: boolean) => boolean): boolean {
  const plain = plainText(text.slice(0, MOST_CHARACTERS))
  const { rest, terms } = takeDates(plain)
  for (const term of terms) if (!take(term, false)) return true
  for (const run of rest.match(RUN()) ?? []) {
    const known = knownRun(run) ?? keepRun(run)
    if (typeof known === 'string') {
      if (!take(known, STOP_WORDS.has(known))) return true
    } else for (const term of known) if (!take(term, STOP_WORDS.has(term))) return true
  }
  return text.length > MOST_CHARACTERS
}

/**
 * Runs with their terms: a text has few different ones, and a stem costs some 30 µs. Those of the last while, and those before: what is
 * not asked for again is forgotten, and words that all texts have stay.
 */
let [keptRuns, keptBefore] = [new Map<string, RunTerms>(), new Map<string, RunTerms>()]
const MOST_KEPT = 40_000

/** One term is a text, so that most runs need no list. */
type RunTerms = string | readonly string[]

function knownRun(run: string): RunTerms | undefined {
  const known = keptRuns.get(run)
  if (known !== undefined) return known
  const before = keptBefore.get(run)
  return before === undefined ? undefined : keep(copied(run), before)
}

function keepRun(part: string): RunTerms {
  const run = copied(part)
  const all = termsOfRun(run)
  const terms = all.length === 1 ? (all[0] ?? '') : all
  return run.length <= LONGEST_TERM ? keep(run, terms) : terms
}

/** A part of a string keeps the whole text in memory: a part of a copy does not. */
function copied(part: string): string {
  return `${part} `.slice(0, -1)
}

function keep(run: string, terms: RunTerms): RunTerms {
  if (keptRuns.size >= MOST_KEPT) [keptRuns, keptBefore] = [new Map(), keptRuns]
  keptRuns.set(run, terms)
  return terms
}

function plainText(text: string): string {
  return HAS_BEYOND_ASCII.test(text) ? text.normalize('NFKC').replace(INVISIBLE, '') : text
}

/** Terms of one run of letters, digits and joints. */
function termsOfRun(run: string): readonly string[] {
  if (/^[A-Za-z][a-z]*$/.test(run)) return [wordTerm(run.toLowerCase())]
  if (NUMBER.test(run)) return numberTerms(run)
  if (HAS_BEYOND_ASCII.test(run)) {
    const pairs: string[] = []
    const rest = run.replace(CJK(), (found) => {
      for (const pair of pairsOfCharacters(found)) pairs.push(pair)
      return ' '
    })
    if (pairs.length > 0) {
      return pairs.concat(rest.split(' ').flatMap((part) => (part === '' ? [] : identifierTerms(part))))
    }
  }
  return identifierTerms(run)
}

/** 3.4.1 is found as itself and as 3.4; 10,000 as 10000. */
function numberTerms(run: string): readonly string[] {
  if (/^\d{1,3}(?:,\d{3})+$/.test(run)) return [run.replaceAll(',', '').slice(0, LONGEST_TERM)]
  const parts = run.split(/[.,]/).slice(0, MOST_PARTS)
  return parts.length > 2
    ? [parts.slice(0, 2).join('.'), parts.join('.').slice(0, LONGEST_TERM)]
    : [parts.join('.')]
}

/** True for a term that is a pair of Chinese, Japanese or Korean characters, or one of them alone. */
export function isPair(term: string): boolean {
  return HAS_BEYOND_ASCII.test(term) && IS_CJK().test(term)
}

const IS_CJK = once(() => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u)

/** `NoteStore.merge_remote` as a whole, each name that a dot separates, and each word: so that any of its spellings finds it. */
function identifierTerms(run: string): readonly string[] {
  const terms: string[] = []
  const add = (term: string): void => {
    if (term !== '' && !terms.includes(term)) terms.push(term)
  }
  const names = run.split(/[.,]/)
  if (names.length > 1 && names.length <= MOST_PARTS) add(wholeTerm(run))
  for (const name of names.slice(0, MOST_PARTS)) {
    const words = name.split(/[_-]+/).flatMap((word) => humpsOf(withoutApostrophe(word)))
    if (words.length > 1 && words.length <= MOST_PARTS) add(wholeTerm(name))
    for (const word of words.slice(0, MOST_PARTS)) {
      // A single letter of a longer name says nothing.
      if (words.length === 1 || word.length > 1) add(partTerm(word))
    }
  }
  return terms
}

/** A word that is a run by itself elsewhere is known from there. */
function partTerm(word: string): string {
  const known = knownRun(word)
  return typeof known === 'string' ? known : wordTerm(folded(word))
}

/** `mergeRemote` is two words; `iOS` and `MHz` are one. */
function humpsOf(word: string): readonly string[] {
  const words = word.split(HUMP())
  return words[0]?.length === 1 ? [word] : words
}

function wholeTerm(name: string): string {
  return wordTerm(folded(name.replace(/[._'’,-]+/g, '')))
}

/** A stem; a stop word is itself, for it is dropped. */
function wordTerm(word: string): string {
  return STOP_WORDS.has(word) ? word : stemOf(word.slice(0, LONGEST_TERM))
}

/** `user's` is `user`, `don't` is `dont`, and the French `l'index` is `index`. */
function withoutApostrophe(word: string): string {
  return word
    .replace(/['’]s$/i, '')
    .replace(/^(?:[cdjlmnst]|qu)['’]/i, '')
    .replaceAll(/['’]/g, '')
}

/** In lower case, without the accents of Latin, Greek and Cyrillic letters. */
function folded(word: string): string {
  const lower = word.toLowerCase()
  if (!HAS_BEYOND_ASCII.test(lower)) return lower
  return (
    lower
      .normalize('NFD')
      // The Russian й is a letter of its own, which its stems need.
      .replaceAll(/(?<!и)[\u0300-\u036f]/g, '')
      .replaceAll('ß', 'ss')
      .replaceAll('ς', 'σ')
      .normalize('NFC')
  )
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const MONTH = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')}|sept)\\.?`
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?\\.?'
const YEAR = '(\\d{4})'

/** A date in text: 2026-02-08, perhaps with a time, 8 February 2026, Feb 8 2026, 8 Feb, February 2026. */
const DATE = new RegExp(
  [
    `(?<![\\w.-])${YEAR}[-/](\\d{2})(?:[-/](\\d{2})(?:t\\d{2}:[\\d:.]+(?:z|[+-]\\d{2}:?\\d{2})?)?)?(?![\\w-]|\\.\\d)`,
    `\\b${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?\\b`,
    `\\b${MONTH} ${DAY}(?:,? ${YEAR})?(?![\\w:])`,
    `\\b${MONTH},? ${YEAR}\\b`,
  ].join('|'),
  'gi',
)

/** Text without its dates, and the terms that they are found by. */
type DatesTaken = { readonly rest: string; readonly terms: readonly string[] }

/**
 * Takes dates out of a text. A day has terms for the day, the day without its year, the month, the month's
 * name and the year, so that each way of asking for it finds it. What is no calendar date stays in the text.
 */
function takeDates(text: string): DatesTaken {
  if (!/\d/.test(text)) return { rest: text, terms: [] }
  const terms: string[] = []
  const rest = text.replace(DATE, (...found: string[]) => {
    const [whole = '', y1, m1, d1, d2, n2, y2, n3, d3, y3, n4, y4] = found
    const month = m1 === undefined ? monthOf((n2 ?? n3 ?? n4 ?? '').toLowerCase()) : Number(m1)
    const taken = termsOfDate(y1 ?? y2 ?? y3 ?? y4, month, d1 ?? d2 ?? d3)
    if (!taken) return whole
    terms.push(...taken)
    return ' '
  })
  return { rest, terms }
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
}

function termsOfDate(year: string | undefined, month: number, day: string | undefined): string[] | null {
  const [mm, dd] = [String(month).padStart(2, '0'), (day ?? '01').padStart(2, '0')]
  // The day without a year may be the 29th of February.
  if (!isCalendarDate(`${year ?? '2000'}-${mm}-${dd}`)) return null
  return [
    ...(day === undefined ? [] : [`${MONTHS[month - 1]?.slice(0, 3)}${Number(day)}`]),
    ...(day === undefined || year === undefined ? [] : [`${year}${mm}${dd}`]),
    ...(year === undefined ? [] : [`${year}${mm}`, year]),
    MONTHS[month - 1] ?? '',
  ]
}

const english = once(() => newStemmer('english'))
const russian = once(() => newStemmer('russian'))

/**
 * The stem of a word in lower case: the base form of an irregular word, else what the rules of snowball leave, those of English
 * or of Russian as its letters say. A word of other letters is its own stem.
 */
function stemOf(word: string): string {
  if (word.length < 3) return baseForms().get(word) ?? word
  if (/^[а-я]+$/.test(word)) return russian().stem(word)
  if (!/^[a-z]+$/.test(word)) return baseForms().get(word) ?? word
  return english().stem(respelled(baseForms().get(word) ?? word))
}

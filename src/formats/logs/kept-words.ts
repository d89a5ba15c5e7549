import { once } from '../../core/text.ts'
import { WORD } from '../hash.ts'
import { findDate } from '../unread-headings.ts'
import { dayOf, TIME } from './read-head.ts'

/** Where an entry of before is now. */
export type KeptEntry = {
  /** The number of the entry that holds its words, or the first of several. */
  readonly at: number
  /** Nothing was added to it but dates, columns of a table, and labels and words that most entries have. */
  readonly isExact: boolean
}

/**
 * Finds the entries of a log in another text by their words: each word of an entry is in one entry, or in neighbours, as
 * often and, between two marks of punctuation, in the same order. Marks, order, grouping and labels may differ. Null where a
 * word of an entry is missing.
 */
export function findKeptEntries(
  before: readonly string[],
  after: readonly string[],
): readonly (KeptEntry | null)[] {
  const old = before.map(piecesOf)
  const log = wordLogOf(after)
  const labels = frequent(old.map(labelsOf))
  const wanted = old.map((pieces, index) => ({
    index,
    phrases: pieces.flatMap(({ words, isLabel }) =>
      words.length === 0 || (isLabel && labels.has(words)) ? [] : [words],
    ),
    days: pieces.flatMap(({ days }) => days),
  }))
  const found: (Match | null)[] = before.map(() => null)
  // An entry whose words are in a longer one takes them only where that one left them.
  const size = ({ phrases }: Wanted): number => phrases.reduce((sum, { length }) => sum + length, 0)
  for (const one of [...wanted].sort((a, b) => size(b) - size(a))) found[one.index] = takeEntry(one, log)
  const isAdded = addedWords(log)
  return found.map((match, i): KeptEntry | null => {
    if (!match) return null
    const isExact = !match.entries.some((entry) => isAdded[entry])
    const count = wanted[i]?.phrases.join(' ').split(' ').length ?? 0
    return isExact || count >= ENOUGH ? { at: Math.min(...match.entries), isExact } : null
  })
}

/** Fewer words may be in any longer text by chance. */
const ENOUGH = 6

/** What at least half of the entries have in common by their form: labels, as `why` for `**Why:** …`, or a number of columns. */
export function commonMarks(texts: readonly string[]): readonly string[] {
  const marks = texts.map((text) => {
    const columns = /^[ \t]*\|/.test(text) ? [`| ${text.split('|').length}`] : []
    return [...labelsOf(piecesOf(text)), ...columns]
  })
  return [...frequent(marks)].sort()
}

/** Words between two marks of punctuation, in lower case and with one space between them. */
type Piece = {
  readonly words: string
  readonly days: readonly string[]
  /** It is `Why:` at the start of a line. */
  readonly isLabel: boolean
  /** The label of its line; empty for none. */
  readonly label: string
  readonly isCell: boolean
}

/** What is needed of an entry. */
type Wanted = {
  readonly index: number
  readonly phrases: readonly string[]
  readonly days: readonly string[]
}

/** Marks of a line's kind, and a number in a list or in the first column. */
const LINE_MARKS =
  /^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|[-*+][ \t]+)?(?:\d{1,3}[.)][ \t]+|\|[ \t]*(?:#?\d{1,3}[ \t]*(?=\|))?)?/

/** Where a phrase ends: a cell, a sentence, a label, a dash. */
const ENDS = /\||[.!?:;,]+(?=[\s*_"'`)\]]|$)|[。！？：；，、]|\s[-–—→·]+\s|[—]/

/** The parts of a phrase that say something: a crossed out text is not what it was. */
const WORDS = once(() => new RegExp(`~~|\\p{Extended_Pictographic}|${WORD().source}`, 'gu'))

/** At most so many words are a label. */
const LABEL_WORDS = 4

function piecesOf(text: string): Piece[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const isCell = /^[ \t]*\|/.test(line)
    const { rest, days } = takeDays(line.replace(LINE_MARKS, ''))
    const parts = rest.split(ENDS)
    const first = wordsIn(parts[0] ?? '')
    const isLabelled =
      !isCell && first.split(' ').length <= LABEL_WORDS && /^[:：]/.test(rest.slice(parts[0]?.length ?? 0))
    const label = isLabelled ? first : ''
    return parts.map(
      (part, i): Piece => ({
        words: wordsIn(part),
        days: i === 0 ? days : [],
        isLabel: isLabelled && i === 0,
        label,
        isCell,
      }),
    )
  })
}

function wordsIn(text: string): string {
  return (text.normalize('NFC').toLowerCase().match(WORDS()) ?? []).join(' ')
}

/** The days of a line, and the line without them; the time behind a day is a part of it. */
function takeDays(line: string): { readonly rest: string; readonly days: readonly string[] } {
  const days: string[] = []
  let rest = ''
  let left = line
  for (let found = findDate(left); found; found = findDate(left)) {
    const day = dayOf(left.slice(found.start, found.end))
    if (day !== null) days.push(day)
    rest += day === null ? left.slice(0, found.end) : `${left.slice(0, found.start)}|`
    left = left.slice(found.end)
    left = day === null ? left : left.slice(TIME.exec(left)?.[0].length ?? 0)
  }
  // A cut in front of everything ends no phrase, and would hide a label.
  return { rest: (rest + left).replace(/^[\s|[\](){}:,.*_–—-]+/, ''), days }
}

function labelsOf(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap(({ isLabel, words }) => (isLabel ? words : []))
}

/** What at least half of the entries have. */
function frequent(entries: readonly (readonly string[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const all of entries) for (const one of new Set(all)) counts.set(one, (counts.get(one) ?? 0) + 1)
  return new Set([...counts].flatMap(([one, count]) => (count * 2 >= entries.length ? one : [])))
}

/** The words of a log. */
type WordLog = {
  /** Of each entry: its words with a space around each; words that were taken are signs of another kind. */
  readonly left: string[]
  readonly pieces: readonly (readonly Piece[])[]
  readonly days: readonly ReadonlySet<string>[]
  /** The entries in which a word is. */
  readonly entriesOf: ReadonlyMap<string, readonly number[]>
}

/** In the place of a character of a word that was taken. */
const TAKEN = '\0'

function wordLogOf(texts: readonly string[]): WordLog {
  const pieces = texts.map(piecesOf)
  const entriesOf = new Map<string, number[]>()
  const left = pieces.map((all) => ` ${all.flatMap(({ words }) => (words === '' ? [] : words)).join(' ')} `)
  for (const [entry, words] of left.entries()) {
    for (const word of new Set(words.split(' '))) {
      const list = entriesOf.get(word)
      if (list) list.push(entry)
      else entriesOf.set(word, [entry])
    }
  }
  return { left, pieces, days: pieces.map((all) => new Set(all.flatMap(({ days }) => days))), entriesOf }
}

/** The entries that hold the words of one. */
type Match = { readonly entries: readonly number[] }

/** So many entries are tried for one: more have its rarest word only where all are nearly alike. */
const MOST_TRIED = 64

function takeEntry(wanted: Wanted, log: WordLog): Match | null {
  const lists = wanted.phrases.flatMap((phrase) =>
    phrase.split(' ').map((word) => log.entriesOf.get(word) ?? []),
  )
  const [rarest = []] = lists.sort((a, b) => a.length - b.length)
  // One entry before several: what a neighbour says too is the neighbour's.
  for (const reach of [0, log.left.length]) {
    for (const entry of rarest.slice(0, MOST_TRIED)) {
      const match = takeAround(entry, reach, { wanted, log })
      if (match) return match
    }
  }
  return null
}

type Taking = { readonly wanted: Wanted; readonly log: WordLog }

/**
 * Takes the words of an entry from one entry of the log and those of its neighbours within reach that hold some; null where one
 * is missing: then it takes none.
 */
function takeAround(start: number, reach: number, { wanted: { phrases, days }, log }: Taking): Match | null {
  const earlier = new Map<number, string>()
  let missing = phrases
  const takeFrom = (entry: number): boolean => {
    const words = log.left[entry]
    if (words === undefined || missing.length === 0 || Math.abs(entry - start) > reach) return false
    const taken = takePhrases(words, missing)
    if (taken.missing.length === missing.length) return false
    earlier.set(entry, words)
    log.left[entry] = taken.left
    missing = taken.missing
    return true
  }
  takeFrom(start)
  for (let entry = start + 1; takeFrom(entry); ) entry += 1
  for (let entry = start - 1; takeFrom(entry); ) entry -= 1
  const entries = [...earlier.keys()]
  const isDated = days.every((day) => entries.some((entry) => log.days[entry]?.has(day)))
  if (missing.length === 0 && isDated && entries.length > 0) return { entries }
  for (const [entry, words] of earlier) log.left[entry] = words
  return null
}

function takePhrases(
  words: string,
  phrases: readonly string[],
): { readonly left: string; readonly missing: readonly string[] } {
  let left = words
  const missing: string[] = []
  for (const phrase of phrases) {
    const at = left.indexOf(` ${phrase} `)
    if (at < 0) missing.push(phrase)
    else {
      const end = at + 1 + phrase.length
      left = left.slice(0, at + 1) + TAKEN.repeat(phrase.length) + left.slice(end)
    }
  }
  return { left, missing }
}

/** Of each entry of the log: whether words are left that are no label, column or constant. */
function addedWords({ left, pieces }: WordLog): readonly boolean[] {
  const common = frequent(pieces.map((all) => all.map(({ words }) => words)))
  const labels = frequent(pieces.map(labelsOf))
  return pieces.map((all, entry) => {
    let at = 1
    return all.some(({ words, label, isCell }) => {
      const own = left[entry]?.slice(at, at + words.length) ?? ''
      if (words !== '') at += words.length + 1
      const isLeft = own.replaceAll(TAKEN, '').trim() !== ''
      return isLeft && !isCell && !common.has(words) && !(label !== '' && labels.has(label))
    })
  })
}

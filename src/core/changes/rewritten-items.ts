import type { Change, ChangeTexts } from '../document.ts'
import { oncePer } from '../text.ts'
import { changedItems, type ItemAt, removedKind } from './item-changes.ts'
import { isMerge } from './merge-changes.ts'
import { isProse, linesOfItem, ownLines, wordsOf } from './merged-texts.ts'

/** An item that a change edits, and that its kind leaves free to be edited. */
export type EditedItem = { readonly before: ItemAt; readonly after: ItemAt }

/** How the text of an item was changed: words that are gone and that are new, in their order, with one word around them. */
export type Rewriting = {
  /** `replaced`: most of its terms are gone. `said`: a negation, a number or a date is another one. */
  readonly what: 'replaced' | 'said' | 'edited'
  readonly was: string
  readonly now: string
  /** How many of its terms are left, of how many. */
  readonly kept: number
  readonly of: number
  /** A negation comes or goes. */
  readonly isNegated: boolean
}

/** Items of logs and records that a change edits in their title, text, id or day, where no history forbids that; worked out once. */
export const editedItems = oncePer((change: Change): readonly EditedItem[] => {
  if (isMerge(change)) return []
  const { before, after } = change
  return changedItems(before.documents, after.documents).flatMap((one) => {
    if (one.type !== 'edited' || removedKind(one.before.item) !== null) return []
    const history = after.histories[one.before.document.kind]
    const isKept = history?.mode === 'free' && (history.tombstones !== undefined || isRecord(one.before))
    return isKept && isAnother(one) ? [{ before: one.before, after: one.after }] : []
  })
})

function isRecord({ item }: ItemAt): boolean {
  return item.id !== undefined
}

function isAnother({ before: { item: was }, after: { item: is } }: EditedItem): boolean {
  return (
    was.digest !== is.digest ||
    was.title !== is.title ||
    was.id !== is.id ||
    was.fields.date !== is.fields.date
  )
}

/** Fewer terms say too little to know an edit from another text. */
const FEW_TERMS = 12

/** A shorter word is no term. */
const SHORT = 4

/** How the texts of the two versions differ; null where that is not known, or in layout alone. */
export function rewritingOf({ before, after }: EditedItem, texts: ChangeTexts | undefined): Rewriting | null {
  const names = [before, after].flatMap(namesOf)
  const [was, is] = [textOf(before, texts?.before, names), textOf(after, texts?.after, names)]
  return was === null || is === null ? null : rewriting(was, is)
}

/** What an item is known by: a change of these is named by itself. */
function namesOf({ item: { title, id, fields } }: ItemAt): readonly string[] {
  return [title, id, fields.date].flatMap((one) => (typeof one === 'string' && one !== '' ? one : []))
}

function textOf(
  at: ItemAt,
  texts: ReadonlyMap<string, string> | undefined,
  names: readonly string[],
): string | null {
  const text = texts?.get(at.document.path)
  return text === undefined
    ? null
    : names.reduce((left, name) => left.replaceAll(name, ' '), linesFrom(at, text))
}

/** The lines of an item, in prose without what is above its place. */
export function linesFrom(at: ItemAt, text: string): string {
  return isProse(at.document.path) ? (ownLines(at, text) ?? '') : linesOfItem(at, text)
}

/** The same of two texts. */
export function rewriting(before: string, after: string): Rewriting | null {
  const [was, is] = [wordsIn(before), wordsIn(after)]
  const hunks = differences(was, is)
  const [first] = hunks
  if (!first) return null
  const [terms, left] = [termsOf(was), termsOf(is)]
  const kept = [...terms].filter((one) => left.has(one)).length
  // What only lost text is a cut, which is a finding of its own.
  const isCut = left.size * 2 < terms.size
  const isReplaced = terms.size >= FEW_TERMS && kept * 2 < terms.size && !isCut
  const negated = isCut ? undefined : hunks.find((one) => isNegated(one, was, is))
  const said = negated ?? (isCut ? undefined : hunks.find((one) => isOtherNumber(one, was, is)))
  const last = hunks.at(-1) ?? first
  const whole = { was: [first.was[0], last.was[1]], is: [first.is[0], last.is[1]] } as const
  const { was: gone, is: come } = isReplaced ? whole : (said ?? whole)
  return {
    what: isReplaced ? 'replaced' : said ? 'said' : 'edited',
    was: shown(was, gone),
    now: shown(is, come),
    kept,
    of: terms.size,
    isNegated: negated !== undefined,
  }
}

/** A word, and whether a sentence ends behind it. */
type Word = { readonly word: string; readonly isLast: boolean }

function wordsIn(text: string): readonly Word[] {
  return text.split(/\s+/).flatMap((token) => {
    const words = wordsOf(token)
    const isLast = /[.!?;:。！？][)"'*_\]]*$/.test(token)
    return words.map((word, i) => ({ word, isLast: isLast && i === words.length - 1 }))
  })
}

/** From a word to one before which it ends, on each side. */
type Hunk = { readonly was: readonly [number, number]; readonly is: readonly [number, number] }

/** So many words in the middle of both texts are compared one by one; more of them are one difference. */
const MOST_COMPARED = 400

/** Where two texts differ, in their order. */
function differences(was: readonly Word[], is: readonly Word[]): readonly Hunk[] {
  let start = 0
  while (start < was.length && start < is.length && was[start]?.word === is[start]?.word) start += 1
  let end = 0
  const most = Math.min(was.length, is.length) - start
  while (end < most && was.at(-1 - end)?.word === is.at(-1 - end)?.word) end += 1
  const [lastWas, lastIs] = [was.length - end, is.length - end]
  if (start === lastWas && start === lastIs) return []
  if (lastWas - start > MOST_COMPARED || lastIs - start > MOST_COMPARED)
    return [{ was: [start, lastWas], is: [start, lastIs] }]
  return hunksBetween(commonWords(was, is, [start, lastWas, lastIs]), [start, lastWas, lastIs])
}

type Range = readonly [start: number, lastWas: number, lastIs: number]

/** The pairs of the longest common run of words, by a table of lengths. */
function commonWords(
  was: readonly Word[],
  is: readonly Word[],
  [start, lastWas, lastIs]: Range,
): readonly (readonly [number, number])[] {
  const [rows, columns] = [lastWas - start, lastIs - start]
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  const isSame = (i: number, j: number): boolean => was[start + i]?.word === is[start + j]?.word
  for (let i = rows - 1; i >= 0; i -= 1) {
    const row = lengths[i]
    for (let j = columns - 1; row && j >= 0; j -= 1)
      row[j] = isSame(i, j) ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  }
  const pairs: (readonly [number, number])[] = []
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (isSame(i, j)) {
      pairs.push([start + i, start + j])
      i += 1
      j += 1
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}

function hunksBetween(
  pairs: readonly (readonly [number, number])[],
  [start, lastWas, lastIs]: Range,
): readonly Hunk[] {
  const hunks: Hunk[] = []
  let [i, j] = [start, start]
  for (const [nextWas, nextIs] of [...pairs, [lastWas, lastIs] as const]) {
    if (nextWas > i || nextIs > j) hunks.push({ was: [i, nextWas], is: [j, nextIs] })
    i = nextWas + 1
    j = nextIs + 1
  }
  return hunks
}

/** More words in a row are another sentence. */
const MOST_WITHIN = 6

function isShort({ was, is }: Hunk): boolean {
  return was[1] - was[0] <= MOST_WITHIN && is[1] - is[0] <= MOST_WITHIN
}

/** True where a negation comes or goes within a sentence, and not with one of its own. */
function isNegated(hunk: Hunk, was: readonly Word[], is: readonly Word[]): boolean {
  if (!isShort(hunk)) return false
  const [gone, come] = [was.slice(...hunk.was), is.slice(...hunk.is)]
  const count = (words: readonly Word[]): number => words.filter(({ word }) => NEGATIONS.test(word)).length
  if (count(gone) % 2 === count(come) % 2) return false
  if (gone.length > 0 && come.length > 0) return true
  // What is only put in or taken out is a sentence of its own between two ends of sentences.
  const [words, [from]] = gone.length > 0 ? [was, hunk.was] : [is, hunk.is]
  const isAfterEnd = words[from - 1]?.isLast !== false
  return !(isAfterEnd && (gone.length > 0 ? gone : come).at(-1)?.isLast)
}

/** True where a number, a date or a version gives way to another one. */
function isOtherNumber(hunk: Hunk, was: readonly Word[], is: readonly Word[]): boolean {
  if (!isShort(hunk)) return false
  const numbers = (words: readonly Word[]): readonly string[] =>
    words.map(({ word }) => word).filter((word) => /\p{N}/u.test(word))
  const [gone, come] = [numbers(was.slice(...hunk.was)), numbers(is.slice(...hunk.is))]
  return gone.length > 0 && come.length > 0 && gone.join() !== come.join()
}

function termsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.map(({ word }) => word.toLowerCase()).filter((word) => word.length >= SHORT))
}

/** Words that turn a sentence round, in the languages that memory is mostly written in. */
const NEGATIONS =
  /^(?:not|no|never|none|cannot|without|neither|nor|nicht|nie|niemals|kein\p{L}*|ohne|pas|jamais|sans|aucun\p{L}*|nunca|sin|ni|nem|não|sem|не|нет|никогда|без)$|n['’]t$|[不没未無勿别]|ません|ない|않|안$/iu

/** At most so many words, and characters of them, are shown. */
const MOST_WORDS = 12
const MOST_CHARACTERS = 120

function shown(words: readonly Word[], [start, end]: readonly [number, number]): string {
  const from = Math.max(0, start - 1)
  const to = Math.min(words.length, end + 1)
  const some = words.slice(from, Math.min(to, from + MOST_WORDS)).map(({ word }) => word)
  const text = [...some.join(' ')].slice(0, MOST_CHARACTERS).join('')
  const isCut = from + some.length < to || text.length < some.join(' ').length
  return isCut ? `${text} …` : text
}

/** Letters of other scripts that look like Latin ones. */
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/** Characters that a new title has among Latin letters and that look like those, as code points; empty for none. */
export function lookAlikesIn(before: string, after: string): readonly string[] {
  const mixed = after.split(/\s+/).filter((word) => /\p{Script=Latin}/u.test(word) && LOOK_ALIKE.test(word))
  const known = new Set(before)
  const found = new Set([...mixed.join('')].filter((one) => LOOK_ALIKE.test(one) && !known.has(one)))
  return [...found].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
}

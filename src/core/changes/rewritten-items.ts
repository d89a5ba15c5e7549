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
  const [was, is] = [textOf(before, texts?.before), textOf(after, texts?.after)]
  return was === null || is === null ? null : rewriting(was, is)
}

function textOf(at: ItemAt, texts: ReadonlyMap<string, string> | undefined): string | null {
  const text = texts?.get(at.document.path)
  if (text === undefined) return null
  const { title, id, fields } = at.item
  // These are named by themselves.
  const names = [title, id, fields.date].flatMap((one) => (typeof one === 'string' && one !== '' ? one : []))
  return names.reduce((left, name) => left.replaceAll(name, ' '), linesFrom(at, text))
}

/** The lines of an item, in prose without what is above its place. */
export function linesFrom(at: ItemAt, text: string): string {
  return isProse(at.document.path) ? (ownLines(at, text) ?? '') : linesOfItem(at, text)
}

/** The same of two texts. */
export function rewriting(before: string, after: string): Rewriting | null {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1
  let end = 0
  const most = Math.min(was.length, is.length) - start
  while (end < most && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const [gone, come] = [was.slice(start, was.length - end), is.slice(start, is.length - end)]
  if (gone.length + come.length === 0) return null
  const [terms, left] = [termsOf(was), termsOf(is)]
  const kept = [...terms].filter((one) => left.has(one)).length
  const isTurn = gone.length > 0 || isWithin(before, was, start, come.length)
  const isNegated = isTurn && gone.filter(isNegation).length % 2 !== come.filter(isNegation).length % 2
  // What only lost text is a cut, which is a finding of its own.
  const isCut = left.size * 2 < terms.size
  const isReplaced = terms.size >= FEW_TERMS && kept * 2 < terms.size && !isCut
  const isSaid = !isCut && (isNegated || hasOtherNumber(gone, come))
  return {
    what: isReplaced ? 'replaced' : isSaid ? 'said' : 'edited',
    was: shown(was, start, was.length - end),
    now: shown(is, start, is.length - end),
    kept,
    of: terms.size,
    isNegated,
  }
}

/** More new words in a row are a sentence of their own. */
const MOST_WITHIN = 6

/** True where words were put into a sentence, and not behind it. */
function isWithin(before: string, words: readonly string[], start: number, count: number): boolean {
  const last = words[start - 1]
  if (last === undefined || count > MOST_WITHIN) return false
  const nth = words.slice(0, start).filter((word) => word === last).length
  const tokens = before.split(/\s+/).filter((token) => token.includes(last))
  return start < words.length && !/[.!?:;。][)"'*_]*$/.test(tokens[nth - 1] ?? '')
}

function termsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => word.length >= SHORT).map((word) => word.toLowerCase()))
}

/** Words that turn a sentence round, in the languages that memory is mostly written in. */
const NEGATIONS =
  /^(?:not|no|never|none|cannot|without|neither|nor|nicht|nie|niemals|kein\p{L}*|ohne|pas|jamais|sans|aucun\p{L}*|nunca|sin|ni|nem|não|sem|не|нет|никогда|без)$|n['’]t$|[不没未無勿别]|ません|ない|않|안$/iu

function isNegation(word: string): boolean {
  return NEGATIONS.test(word)
}

/** True where a number, a date or a version gives way to another one. */
function hasOtherNumber(gone: readonly string[], come: readonly string[]): boolean {
  const [was, is] = [gone, come].map((words) => words.filter((word) => /\p{N}/u.test(word)))
  return was !== undefined && is !== undefined && was.length > 0 && is.length > 0 && was.join() !== is.join()
}

/** At most so many words, and characters of them, are shown. */
const MOST_WORDS = 12
const MOST_CHARACTERS = 120

function shown(words: readonly string[], start: number, end: number): string {
  const from = Math.max(0, start - 1)
  const to = Math.min(words.length, end + 1)
  const some = words.slice(from, Math.min(to, from + MOST_WORDS))
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

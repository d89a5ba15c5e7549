import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import { similarity } from '../../../../core/changes/pair-by-body.ts'
import type { Document, Item, Memory } from '../../../../core/document.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import type { Source } from '../../../../core/source.ts'
import { once } from '../../../../core/text.ts'
import { sketch } from '../../../../formats/hash.ts'
import { normaliseTitle } from '../../../../formats/names.ts'
import { dateOf, ENTRY_KINDS, entriesOf, tagsOf } from '../../entries.ts'
import { isWithin } from '../get-context/request.ts'
import type { NewEntry } from './new-entry.ts'

/** An entry on its way into a log. */
export type Saving = { readonly entry: NewEntry; readonly scope: string; readonly path: string }

/** Sketches are samples: bodies with so little in common are nowhere near the same. */
const MIN_SIMILARITY = 0.25

/**
 * Entries that may say what the new one says: of its title, or with a body like its own, in its scope and the scopes above,
 * archives included.
 */
export function findSimilarEntries({ entry, scope }: Saving, { documents }: Memory): ItemAt[] {
  const title = normaliseTitle(entry.title)
  const body = sketch(entry.content)
  return documents
    .filter((one) => ENTRY_KINDS.includes(one.kind) && isWithin(scope, one.scope))
    .flatMap((document) => document.items.map((item) => ({ item, document })))
    .filter(
      ({ item }) => isTitled(item, entry.kind, title) || similarity(item.sketch, body) >= MIN_SIMILARITY,
    )
}

function isTitled(item: Item, kind: string, title: string): boolean {
  // The key of an entry is its date and its title as it is compared.
  return item.kind === kind && item.key.slice(dateOf(item).length + 1) === title
}

/** Refuses a repeated entry, and says whether `allow_duplicate` may save it. */
type Duplicate = Refusal & { readonly allowable: boolean }

/** Says which entry the new one repeats; null when there is none. */
export function findDuplicate(
  saving: Saving,
  memory: Memory,
  sources: ReadonlyMap<string, Source>,
): Duplicate | null {
  const { entry, path } = saving
  const title = normaliseTitle(entry.title)
  const like = findSimilarEntries(saving, memory)
  const titled = like.filter(({ item }) => isTitled(item, entry.kind, title))
  const near = like.filter((one) => isNear(one, entry, sources))
  const sameDay = titled.find(({ item, document }) => document.path === path && dateOf(item) === entry.date)
  const found = sameDay ?? titled.find((one) => near.includes(one)) ?? near[0] ?? titled[0]
  if (!found) return null
  const isSameText = near.includes(found)
  const what = !titled.includes(found)
    ? 'nearly the text'
    : isSameText
      ? 'the title and the text'
      : 'the title'
  const help = isSameText ? HELP_SAME_TEXT : sameDay ? HELP_SAME_DAY : HELP_SAME_TITLE
  return { ...refuseDuplicate(found, what, help), allowable: sameDay === undefined }
}

const HELP_SAME_TEXT =
  'It is known already: nothing needs to be saved. If that entry is outdated, edit it in its file; if yours says something else, say what is different, or save it with `allow_duplicate: true`.'

const HELP_SAME_TITLE =
  'Read that entry first. If yours says something new, give it another title, or save it with `allow_duplicate: true`.'

const HELP_SAME_DAY =
  'Read that entry first: when it says the same, nothing needs to be saved. If yours says something new, give it another title: a log holds a title once a day, with `allow_duplicate` too.'

function isNear({ item, document }: ItemAt, entry: NewEntry, sources: ReadonlyMap<string, Source>): boolean {
  const body = bodyOf(item, document, sources)
  if (body === null) return false
  const names = new Set([...entry.tags, ...tagsOf(item)].map((tag) => tag.toLowerCase()))
  // A capital at the start of a title says nothing: titles are compared by what is distinctive in itself.
  const [mine, other] = [entry.title, item.title].map((title) => comparedText(title.toLowerCase(), names))
  if (!mine || !other || !hasSameDistinctiveWords(mine, other)) return false
  return isNearText(comparedText(entry.content, names), comparedText(body, names))
}

function bodyOf(item: Item, { path }: Document, sources: ReadonlyMap<string, Source>): string | null {
  const source = sources.get(path)
  const log = source && entriesOf(source)
  const found = log?.entries.find(({ heading }) => heading.place.line === item.place.line)
  return source && found ? source.text.slice(found.body.start, found.body.end) : null
}

function refuseDuplicate({ item, document }: ItemAt, what: string, help: string): Refusal {
  const where = `${safePath(document.path)}:${item.place.line}`
  return {
    refusal: `The ${item.kind} has ${what} of an earlier one: [${dateOf(item)}] ${safeText(item.title)} (${where})`,
    help,
  }
}

/** From this share of word triples on two texts are nearly the same. */
const NEAR_SHARE = 0.7

/** Shorter texts are the same when they have the same words, and else not. */
const SHORT_TEXT = 8

/** True for texts that say nearly the same with the same numbers, versions and names, first mentioned in the same order. */
function isNearText(a: ComparedText, b: ComparedText): boolean {
  return hasSameDistinctiveWords(a, b) && shareOf(a.words, b.words) >= NEAR_SHARE
}

/** True when neither text has a distinctive word that the other has not, and their order is the same. */
function hasSameDistinctiveWords(a: ComparedText, b: ComparedText): boolean {
  if (isMissing(a.distinctive, b.words) || isMissing(b.distinctive, a.words)) return false
  const [first, second] = [firstOf(a, b), firstOf(b, a)]
  return first.every((word, i) => word === second[i])
}

function isMissing(distinctive: ReadonlySet<string>, words: readonly string[]): boolean {
  const there = new Set(words)
  return [...distinctive].some((word) => !there.has(word))
}

/** The words that are distinctive in both, in the order of the one. */
function firstOf(one: ComparedText, other: ComparedText): string[] {
  return [...new Set(one.words)].filter((word) => one.distinctive.has(word) && other.distinctive.has(word))
}

function shareOf(a: readonly string[], b: readonly string[]): number {
  if (Math.min(a.length, b.length) < SHORT_TEXT) return a.join(' ') === b.join(' ') ? 1 : 0
  const [left, right] = [triples(a), triples(b)]
  const shared = [...left].filter((triple) => right.has(triple)).length
  return (2 * shared) / (left.size + right.size)
}

function triples(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`))
}

/**
 * A word, with what is joined to it: `1.2.3`, `src/app.ts`, `@scope/name`, `c++`. Scripts that are written without spaces
 * count by character.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[@#]?[\p{L}\p{M}\p{N}_]+(?:['’./:@+-]+[\p{L}\p{M}\p{N}_]+)*(?:\+\+|#)?/gu

/** Every word in code is distinctive. */
const CODE = /`[^`]+`/g

/** A number, a version, a path, or capitals within: `v2`, `a.b`, `GitHub`, `CI`. */
const DISTINCTIVE = once(() => /\p{N}|[/.@+#_:]|(?<=.)\p{Lu}/u)

/** Words that turn a sentence into its opposite. */
const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never none nor without cannot can't don't doesn't didn't isn't aren't wasn't won't shouldn't mustn't".split(
    ' ',
  ),
)

/** Words that start a sentence and name nothing. */
const PLAIN: ReadonlySet<string> = new Set(
  'a after all always an and any as at because before but by do each every for from had has have he how i if in instead is it its keep make may must never no not now of on once only or our set she should since so that the their then there these they this those to until use used we what when where which while who why with you'.split(
    ' ',
  ),
)

/** A text as words to compare it by. */
type ComparedText = {
  /** In their order, lower-case. */
  readonly words: readonly string[]
  /** Those that make one case differ from another: numbers, versions, names, code, negations. */
  readonly distinctive: ReadonlySet<string>
}

/** Takes a text apart. `names` are words that name something however they are written, such as tags, in lower case. */
function comparedText(text: string, names: ReadonlySet<string>): ComparedText {
  const code = new Set([...text.matchAll(CODE)].flatMap(([span]) => wordsOf(span)).map(lower))
  const written = wordsOf(text)
  const distinctive = written.filter((word) => {
    const plain = lower(word)
    if (DISTINCTIVE().test(word) || names.has(plain) || code.has(plain) || NEGATIONS.has(plain)) return true
    return /^\p{Lu}/u.test(word) && !PLAIN.has(plain)
  })
  return { words: written.map(lower), distinctive: new Set(distinctive.map(lower)) }
}

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFC').match(WORD) ?? []
}

function lower(word: string): string {
  return word.toLowerCase().replaceAll('’', "'")
}

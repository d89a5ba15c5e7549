import { type ItemAt, itemsIn } from '../../../../core/changes/item-changes.ts'
import type { Memory } from '../../../../core/document.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import type { Source } from '../../../../core/source.ts'
import { once } from '../../../../core/text.ts'
import { refuse } from '../../../../stores/answer.ts'
import { likenesses } from '../../../../stores/likeness.ts'
import { dateOf, ENTRY_KINDS, entriesOf, tagsOf } from '../../entries.ts'
import { isWithin } from '../get-context/request.ts'
import type { NewEntry } from './new-entry.ts'

/** An entry on its way into a log. */
export type Saving = { readonly entry: NewEntry; readonly scope: string; readonly path: string }

/** Sketches are samples: bodies with so little in common are nowhere near the same. */
const MIN_SHARE = 0.25

/** An earlier entry that may say what the new one says. */
type Similar = { readonly at: ItemAt; readonly isTitled: boolean }

/**
 * Entries of the new one's kind and title, and those with a body like its own, in its scope and the scopes above, archives
 * included.
 */
export function similarEntries({ entry, scope }: Saving, { documents }: Memory): readonly Similar[] {
  const logs = documents.filter((one) => ENTRY_KINDS.includes(one.kind) && isWithin(scope, one.scope))
  return likenesses(entry, itemsIn(logs)).flatMap(({ at, share, ...like }) => {
    const isTitled = like.isTitled && at.item.kind === entry.kind
    return isTitled || share >= MIN_SHARE ? [{ at, isTitled }] : []
  })
}

type Judging = { readonly sources: ReadonlyMap<string, Source>; readonly isAllowed: boolean }

/** Says which entry the new one repeats; null when there is none, or it is allowed. A log never holds a title twice a day. */
export function refuseDuplicate(
  saving: Saving,
  memory: Memory,
  { sources, isAllowed }: Judging,
): Refusal | null {
  const { entry, path } = saving
  const like = similarEntries(saving, memory).map((one) => ({
    ...one,
    isNear: isNear(one.at, entry, sources),
  }))
  const titled = like.filter(({ isTitled }) => isTitled)
  const sameDay = titled.find(
    ({ at: { item, document } }) => document.path === path && dateOf(item) === entry.date,
  )
  const found = sameDay ?? titled.find((one) => one.isNear) ?? like.find((one) => one.isNear) ?? titled[0]
  if (!found || (isAllowed && !sameDay)) return null
  const { item, document } = found.at
  const what = !found.isTitled ? 'nearly the text' : found.isNear ? 'the title and the text' : 'the title'
  return refuse(
    `The ${item.kind} has ${what} of an earlier one: [${dateOf(item)}] ${safeText(item.title)} (${safePath(document.path)}:${item.place.line})`,
    found.isNear ? (sameDay ? HELP_SAME_ENTRY : HELP_SAME_TEXT) : sameDay ? HELP_SAME_DAY : HELP_SAME_TITLE,
  )
}

const HELP_SAME_TEXT =
  'It is known already: nothing needs to be saved. If that entry is outdated, edit it in its file; if yours says something else, say what is different, or save it with `allow_duplicate: true`.'

const HELP_SAME_ENTRY =
  'It is known already: nothing needs to be saved. If that entry is outdated, edit it in its file; if yours says something else, say what is different under another title: a log holds a title once a day, with `allow_duplicate` too.'

const HELP_SAME_TITLE =
  'Read that entry first. If yours says something new, give it another title, or save it with `allow_duplicate: true`.'

const HELP_SAME_DAY =
  'Read that entry first: when it says the same, nothing needs to be saved. If yours says something new, give it another title: a log holds a title once a day, with `allow_duplicate` too.'

function isNear({ item, document }: ItemAt, entry: NewEntry, sources: Judging['sources']): boolean {
  const source = sources.get(document.path)
  const earlier =
    source && entriesOf(source)?.entries.find(({ heading }) => heading.place.line === item.place.line)
  if (!earlier) return false
  const names = new Set([...entry.tags, ...tagsOf(item)].map((tag) => tag.toLowerCase()))
  const compared = (text: string): ComparedText => comparedText(text, names)
  // A capital at the start of a title says nothing: titles are compared by what is distinctive in itself.
  const isTitleNear = hasSameDistinctiveWords(
    compared(entry.title.toLowerCase()),
    compared(item.title.toLowerCase()),
  )
  if (!isTitleNear) return false
  const [mine, other] = [
    compared(entry.content),
    compared(source.text.slice(earlier.body.start, earlier.body.end)),
  ]
  return hasSameDistinctiveWords(mine, other) && shareOf(mine.words, other.words) >= NEAR_SHARE
}

/** From this share of word triples on two texts are nearly the same. */
const NEAR_SHARE = 0.7

/** Shorter texts are the same when they have the same words, and else not. */
const SHORT_TEXT = 8

/** True when neither text has a distinctive word that the other has not, and they are first mentioned in the same order. */
function hasSameDistinctiveWords(a: ComparedText, b: ComparedText): boolean {
  const isMissing = (word: string): boolean => !a.unique.has(word) || !b.unique.has(word)
  if ([...a.distinctive, ...b.distinctive].some(isMissing)) return false
  const isInBoth = (word: string): boolean => a.distinctive.has(word) && b.distinctive.has(word)
  return [...a.unique].filter(isInBoth).join(' ') === [...b.unique].filter(isInBoth).join(' ')
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
  /** Each once, as it is first mentioned. */
  readonly unique: ReadonlySet<string>
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
  const words = written.map(lower)
  return { words, unique: new Set(words), distinctive: new Set(distinctive.map(lower)) }
}

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFC').match(WORD) ?? []
}

function lower(word: string): string {
  return word.toLowerCase().replaceAll('’', "'")
}

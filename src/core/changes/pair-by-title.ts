import type { Item } from '../document.ts'
import { countTriples } from './pair-by-body.ts'

/** A shorter title may begin another one by chance. */
const FEW_WORDS = 4

/** A body of fewer word triples, those of its date among them, is a line. In a longer one a word changes less than half of it. */
const FEW_TRIPLES = 14

/** So many titles with one key are looked at. */
const MOST_PER_KEY = 128

type Titled = { readonly item: Item; readonly document: { readonly path: string } }

/** An item, and the words of its title. */
type Open<T> = { readonly one: T; readonly words: readonly string[] }

/**
 * Pairs items of one file and day whose titles are the same but for what is in brackets, or where one goes on behind the end of the
 * other: `[hits: 1] Never purge the cache` is `[hits: 2] Never purge the cache while it runs`. Then items of one line that differ in one
 * word, which changes most of so short a body: `Drop the cron worker` is `Drop our cron worker`.
 */
export function pairByTitle<T extends Titled>(left: readonly T[], right: readonly T[]): ReadonlyMap<T, T> {
  const pairs = new Map<T, T>()
  const taken = new Set<T>()
  for (const { isSame, keysOf } of [GOES_ON, ONE_WORD]) {
    const open = new Map<string, Open<T>[]>()
    for (const one of right) {
      if (taken.has(one)) continue
      const words = wordsIn(one.item.title)
      for (const key of keysOf(one, words)) {
        const known = open.get(key)
        if (known && known.length < MOST_PER_KEY) known.push({ one, words })
        else if (!known) open.set(key, [{ one, words }])
      }
    }
    for (const one of left) {
      if (pairs.has(one)) continue
      const words = wordsIn(one.item.title)
      const near = keysOf(one, words).flatMap((key) => open.get(key) ?? [])
      const found = near.find((other) => !taken.has(other.one) && isSame(words, other.words))
      if (!found) continue
      pairs.set(one, found.one)
      taken.add(found.one)
    }
  }
  return pairs
}

type Way = {
  /** Titles that are the same have one of these in common; few items share one. */
  readonly keysOf: (one: Titled, words: readonly string[]) => readonly string[]
  readonly isSame: (one: readonly string[], other: readonly string[]) => boolean
}

const GOES_ON: Way = {
  keysOf: (one, words) => (words.length < FEW_WORDS ? [] : [keyOf(one, words.slice(0, FEW_WORDS))]),
  isSame: (one, other) => {
    const [less, more] = one.length < other.length ? [one, other] : [other, one]
    return less.every((word, i) => word === more[i])
  },
}

/** What differs is in the first half or in the second. */
const ONE_WORD: Way = {
  keysOf: (one, words) =>
    words.length < FEW_WORDS || countTriples(one.item.sketch) >= FEW_TRIPLES
      ? []
      : [keyOf(one, ['…', ...words.slice(-2)]), keyOf(one, [...words.slice(0, 2), '…'])],
  isSame: (one, other) => {
    const [less, more] = one.length < other.length ? [one, other] : [other, one]
    const at = less.findIndex((word, i) => word !== more[i])
    const from = at < 0 ? less.length : at
    const isReplaced = less.length === more.length
    const behind = less.slice(isReplaced ? from + 1 : from)
    const differing = [more[from], isReplaced ? less[from] : undefined]
    return (
      more.length - less.length <= 1 &&
      behind.join(' ') === more.slice(from + 1).join(' ') &&
      // A number names a thing.
      !differing.some((word) => word !== undefined && /\p{N}/u.test(word))
    )
  },
}

function keyOf({ item, document }: Titled, words: readonly string[]): string {
  return JSON.stringify([document.path, item.kind, item.fields.date ?? null, words])
}

/** The words of a title without what is in brackets, in lower case. */
function wordsIn(title: string): readonly string[] {
  const bare = title.toLowerCase().replaceAll(/\[[^\]]*\]/g, ' ')
  return bare.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

import type { Item } from '../document.ts'

/** A shorter title may begin another one by chance. */
const FEW_WORDS = 4

/**
 * Pairs items of one file and day whose titles are the same but for what is in brackets, or where one goes on behind the end of the
 * other: `[hits: 1] Never purge the cache` is `[hits: 2] Never purge the cache while it runs`.
 */
export function pairByTitle<T extends { readonly item: Item; readonly document: { readonly path: string } }>(
  left: readonly T[],
  right: readonly T[],
): ReadonlyMap<T, T> {
  const open = new Map<string, { readonly one: T; readonly words: string }[]>()
  for (const one of right) {
    const words = wordsIn(one.item.title)
    if (words === null) continue
    const place = placeOf(one, words)
    const known = open.get(place)
    if (known) known.push({ one, words })
    else open.set(place, [{ one, words }])
  }
  const pairs = new Map<T, T>()
  for (const one of left) {
    const words = wordsIn(one.item.title)
    const near = words === null ? [] : (open.get(placeOf(one, words)) ?? [])
    const at = near.findIndex((other) => words !== null && isSame(words, other.words))
    const [found] = at === -1 ? [] : near.splice(at, 1)
    if (found) pairs.set(one, found.one)
  }
  return pairs
}

/** Few items share their first words. */
function placeOf(
  { item, document }: { readonly item: Item; readonly document: { readonly path: string } },
  words: string,
): string {
  return JSON.stringify([document.path, item.kind, item.fields.date ?? null, words.split(' ', FEW_WORDS)])
}

function isSame(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
}

/** The words of a title without what is in brackets, in lower case; null for too few. */
function wordsIn(title: string): string | null {
  const bare = title.toLowerCase().replaceAll(/\[[^\]]*\]/g, ' ')
  const words = bare.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.length >= FEW_WORDS ? words.join(' ') : null
}

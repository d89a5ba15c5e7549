import type { ComparedText } from './telling-words.ts'

/** From this share of word triples on two texts are nearly the same. */
const MOST = 0.7

/** Shorter texts are the same when they have the same words, and else not. */
const SHORT = 8

/** True for texts that say nearly the same with the same numbers, versions and names, first mentioned in the same order. */
export function isNearText(a: ComparedText, b: ComparedText): boolean {
  return sameTelling(a, b) && shareOf(a.words, b.words) >= MOST
}

/** True when neither text has a telling word that the other has not, and their order is the same. */
export function sameTelling(a: ComparedText, b: ComparedText): boolean {
  if (isMissing(a.telling, b.words) || isMissing(b.telling, a.words)) return false
  const [first, second] = [firstOf(a, b), firstOf(b, a)]
  return first.every((word, i) => word === second[i])
}

function isMissing(telling: ReadonlySet<string>, words: readonly string[]): boolean {
  const there = new Set(words)
  return [...telling].some((word) => !there.has(word))
}

/** The words that both find telling, in the order of the one. */
function firstOf(one: ComparedText, other: ComparedText): string[] {
  return [...new Set(one.words)].filter((word) => one.telling.has(word) && other.telling.has(word))
}

function shareOf(a: readonly string[], b: readonly string[]): number {
  if (Math.min(a.length, b.length) < SHORT) return a.join(' ') === b.join(' ') ? 1 : 0
  const [left, right] = [triples(a), triples(b)]
  const shared = [...left].filter((triple) => right.has(triple)).length
  return (2 * shared) / (left.size + right.size)
}

function triples(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`))
}

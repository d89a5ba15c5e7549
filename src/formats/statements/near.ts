import { oncePer, pairsOfCharacters } from '../../core/text.ts'
import type { Statement } from './read-statements.ts'
import { UNSPACED, type Whole, wholesOf } from './wholes.ts'

/** Words without which a sentence says the same. */
export const SMALL =
  /^(?:an?|the|of|to|in|on|at|by|for|and|or|is|are|be|as|with|that|this|these|it|its|will|can|may|should|must|all|any|each|every|only|also|just|please)$/

/** The words of a text that say something. */
export function contentOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/[ ()[\],;]+/).filter((word) => word !== '' && !SMALL.test(word)))
}

/** How many words two texts share. */
export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0
  for (const word of a) if (b.has(word)) count += 1
  return count
}

/** So many characters of a word are the same in all its forms: `flag`, `flagged`. */
const SAME_IN_ALL_FORMS = 4

const UNSPACED_RUN = new RegExp(`(?:${UNSPACED.source})+`, 'gu')

/** Most texts have no character of a language without blanks, and a test of each word for one takes longest. */
const MAY_BE_UNSPACED = /[^\0-\u024f]/

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

const stemsOf = oncePer(({ words }: Whole): ReadonlySet<string> => {
  const mayBeUnspaced = MAY_BE_UNSPACED.test(words)
  const stems = new Set<string>()
  for (const word of contentOf(mayBeUnspaced ? words.replaceAll(UNSPACED_RUN, ' $& ') : words)) {
    const bare = word.replaceAll(EDGES, '')
    if (bare === '') continue
    if (!mayBeUnspaced || bare.search(UNSPACED) < 0) stems.add(bare.slice(0, SAME_IN_ALL_FORMS))
    else for (const pair of pairsOfCharacters(bare)) stems.add(pair)
  }
  return stems
})

type ByStem = ReadonlyMap<string, readonly Whole[]>

function indexed(wholes: readonly Whole[]): ByStem {
  const found = new Map<string, Whole[]>()
  for (const whole of wholes) {
    for (const stem of stemsOf(whole)) {
      const known = found.get(stem)
      if (known) known.push(whole)
      else found.set(stem, [whole])
    }
  }
  return found
}

const byStem = oncePer((statements: readonly Statement[]): ByStem => indexed(wholesOf(statements)))

/** Two sentences of one paragraph or item, by the first of them: another text may say both in one. */
const pairsOf = oncePer((statements: readonly Statement[]): ReadonlyMap<Whole, Whole> => {
  const wholes = wholesOf(statements)
  return new Map(
    wholes.flatMap((first, i): readonly (readonly [Whole, Whole])[] => {
      const next = wholes[i + 1]
      if (!next || next.one.form !== first.one.form || next.one.line > first.one.lastLine) return []
      const one = { ...first.one, text: `${first.one.text} ${next.one.text}` }
      return [[first, { ...first, words: `${first.words} ${next.words}`, one }]]
    }),
  )
})

const byStemOfPairs = oncePer(
  (statements: readonly Statement[]): ByStem => indexed([...pairsOf(statements).values()]),
)

/** Two statements that have most of their words in common, in any order. */
export type Near = {
  /** The one that was asked for, or it and the next. */
  readonly own: Whole
  readonly same: Whole
  /** How many words they share, in any of their forms. */
  readonly shared: number
  /** The part of the longer one that this is, from 0 to 1. */
  readonly share: number
}

/** So many statements are looked for in other texts by one rule: of a memory with more, texts are compared by the same words alone. */
export const MOST_LOOKED_FOR = 100_000

/** A near statement has one of the words that fewest others have; of each so many are looked at. */
const SELDOM_WORDS = 4
const MOST_WITH_ONE = 4

/**
 * The statement of a text that has most words in common with one of `of`, which may be the same text; null where two have as many
 * and where there is none.
 */
export function nearestOf(
  own: Whole,
  of: readonly Statement[],
  statements: readonly Statement[],
): Near | null {
  return nearestIn(own, byStem(statements), of === statements ? 0 : -1)
}

/** The same where one text says in two sentences what the other one says in one. */
export function nearestPairOf(
  own: Whole,
  of: readonly Statement[],
  statements: readonly Statement[],
): Near | null {
  const pair = pairsOf(of).get(own)
  const isOwn = of === statements
  return (
    nearestIn(own, byStemOfPairs(statements), isOwn ? 1 : -1) ??
    (pair ? nearestIn(pair, byStem(statements), isOwn ? 1 : -1) : null)
  )
}

/** `apart`: in the text of the statement itself others are so many places away; its neighbours make pairs with it. */
function nearestIn(own: Whole, index: ByStem, apart: number): Near | null {
  const stems = stemsOf(own)
  const seldom = [...stems]
    .map((stem) => index.get(stem) ?? [])
    .filter(({ length }) => length > 0 && length <= MOST_WITH_ONE)
    .map((all) => (apart < 0 ? all : all.filter(({ place }) => Math.abs(place - own.place) > apart)))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length)
    .slice(0, SELDOM_WORDS)
  const found = [...new Set(seldom.flat())]
    .map((same): Near => {
      const their = stemsOf(same)
      const shared = countShared(stems, their)
      return { own, same, shared, share: shared / Math.max(stems.size, their.size) }
    })
    .sort((a, b) => b.share - a.share)
  const [first, second] = found
  return first && first.share !== second?.share ? first : null
}

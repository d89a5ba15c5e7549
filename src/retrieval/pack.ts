import { mostThat } from '../core/text.ts'

/** What is put into a token budget, and what it costs. */
export type PackRequest<Item> = {
  readonly costOf: (item: Item) => number
  /** Tokens for everything, what frames the items included. */
  readonly budget: number
  /** Tokens of the frame. */
  readonly frame?: number
  /** The most items. */
  readonly limit?: number
}

/** Which items are in the budget, in their order, and which are not: an item is taken whole or named. */
export type Packed<Item> = {
  readonly taken: readonly Item[]
  /** What is left out for its cost. */
  readonly skipped: readonly Item[]
  /** What comes after the last item that the limit allows. */
  readonly beyond: readonly Item[]
  /** Tokens of the frame and of what is taken. */
  readonly cost: number
}

/**
 * Walks a ranking and takes each item that fits the rest of the budget: a long one is skipped, and a shorter one behind it
 * may still fit. Nothing is cut, and nothing is lost: each item is in one of the three lists.
 */
export function packItems<Item>(items: readonly Item[], request: PackRequest<Item>): Packed<Item> {
  const { costOf, budget, frame = 0, limit = Number.POSITIVE_INFINITY } = request
  const [taken, skipped, beyond]: [Item[], Item[], Item[]] = [[], [], []]
  let cost = frame
  for (const item of items) {
    const more = costOf(item)
    if (taken.length >= limit) beyond.push(item)
    else if (cost + more > budget) skipped.push(item)
    else {
      taken.push(item)
      cost += more
    }
  }
  return { taken, skipped, beyond, cost }
}

/** The first items that cost so much at most together. */
export function firstWithin<Item>(
  items: readonly Item[],
  most: number,
  costOf: (item: Item) => number,
): readonly Item[] {
  let left = most
  const end = items.findIndex((item) => {
    left -= costOf(item)
    return left < 0
  })
  return end < 0 ? items : items.slice(0, end)
}

/** An answer that is made of some items and of the names of others, and what it may cost. */
export type AnswerRequest<Item, Answer> = Omit<PackRequest<Item>, 'frame'> & {
  /** The most that are named of what is not taken. */
  readonly mostNamed: number
  readonly assemble: (packed: Packed<Item>, named: readonly Item[]) => Answer
  /** Tokens of the whole answer. */
  readonly sizeOf: (answer: Answer) => number
}

/**
 * Packs an answer whose whole text is within the budget, with what it says around its items: where it is too long it is packed
 * again in less room. What is not taken is named as far as there is room. Only what an answer without any item says can be more
 * than the budget.
 */
export function packAnswer<Item, Answer>(
  items: readonly Item[],
  { assemble, sizeOf, mostNamed, ...request }: AnswerRequest<Item, Answer>,
): Answer {
  const { budget } = request
  for (let room = budget; ; ) {
    const packed = packItems(items, { ...request, budget: room })
    const over = sizeOf(assemble(packed, [])) - budget
    if (over <= 0 || packed.taken.length === 0) {
      const left = [...packed.skipped, ...packed.beyond]
      const named = mostThat(Math.min(left.length, mostNamed), (most) => {
        return sizeOf(assemble(packed, left.slice(0, most))) <= budget
      })
      return assemble(packed, left.slice(0, named))
    }
    room = Math.min(room, packed.cost) - over
  }
}

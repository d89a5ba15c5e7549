/** Something that takes room in an answer. */
export type Packable = {
  /** Tokens of the whole of it. */
  readonly cost: number
  /** Tokens of its name. */
  readonly nameCost: number
}

/** What an answer has room for. */
export type Room = { readonly limit: number; readonly budget: number; readonly frame: number }

/** What is given whole, what is named, and how many are only counted; all in the order in which they came. */
export type Packed<T> = {
  readonly taken: readonly T[]
  readonly named: readonly T[]
  readonly counted: number
}

/** The share of a budget that names of what was left out may take. */
const SHARE_OF_NAMES = 0.1

/**
 * Takes what still fits, in order, until so many are taken; what does not fit is passed over, and the next may fit. Nothing is
 * cut: what is not taken is named as far as a tenth of the budget goes, and else counted.
 */
export function pack<T extends Packable>(items: readonly T[], { limit, budget, frame }: Room): Packed<T> {
  const taken: T[] = []
  const left: T[] = []
  let open = budget - frame
  for (const item of items) {
    if (taken.length < limit && item.cost <= open) {
      taken.push(item)
      open -= item.cost
    } else left.push(item)
  }
  let forNames = Math.min(open, budget * SHARE_OF_NAMES)
  // Where nothing fits, the first is worth the room that is there.
  if (taken.length === 0) forNames = Math.max(forNames, Math.min(open, left[0]?.nameCost ?? 0))
  const named: T[] = []
  for (const item of left) {
    if (item.nameCost > forNames) break
    named.push(item)
    forNames -= item.nameCost
  }
  return { taken, named, counted: left.length - named.length }
}

/** Random choices that a seed repeats. */
export type Random = {
  /** A whole number from 0 up to, but without, the limit. */
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  /** One of a list that is not empty. */
  readonly pick: <T>(list: readonly T[]) => T
  /** Some of a list, in its order; never none of a list that is not empty. */
  readonly some: <T>(list: readonly T[]) => T[]
}

/** The mulberry32 generator: small, fast, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => {
    const one = list[below(list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const some = <T>(list: readonly T[]): T[] => {
    const chosen = list.filter(() => next() < 0.4)
    return chosen.length > 0 || list.length === 0 ? chosen : [pick(list)]
  }
  return { below, chance: (probability) => next() < probability, pick, some }
}

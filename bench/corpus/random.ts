/** A seeded source of choices: the same seed gives the same choices on every platform. */
export type Random = {
  /** An integer from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
  /** True with a probability of `permille` in a thousand. */
  readonly chance: (permille: number) => boolean
}

/** Mulberry32: integer arithmetic only. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    int: (low, high) => low + (next() % (high - low + 1)),
    pick: (list) => list[next() % list.length] ?? list[0],
    chance: (permille) => next() % 1000 < permille,
  }
}

/** The terms of all items by number, with how often an item has them: flat, for there are millions. */
export type Counts = {
  /** Where the terms of each item begin; one more at the end. */
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly counts: Float32Array
  /** How many different terms there are. */
  readonly size: number
}

/** Of each term the places that have it, ascending, and what it adds to the score of each. */
export type Postings = {
  /** How many places there are. */
  readonly size: number
  /** Where the places of each term begin; one more at the end. */
  readonly starts: Uint32Array
  readonly places: Uint32Array
  readonly scores: Float32Array
}

/** How much repetition counts, and how much the length. */
const K1 = 0.9
const B = 0.4

/** Postings of groups of items, such as logs with their entries; or of the items, where each is a group of its own. */
export function postingsOf(
  counts: Counts,
  groups: readonly (readonly number[])[],
  idf: Float64Array,
): Postings {
  const starts = new Uint32Array(counts.size + 1)
  const lengths = new Float64Array(groups.length)
  eachCount(counts, groups, (group, term, count) => {
    starts[term + 1] = (starts[term + 1] ?? 0) + 1
    lengths[group] = (lengths[group] ?? 0) + count
  })
  for (let term = 0; term < counts.size; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  const all = starts[counts.size] ?? 0
  const [places, scores, next] = [new Uint32Array(all), new Float32Array(all), starts.slice()]
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, groups.length)
  eachCount(counts, groups, (group, term, count) => {
    const at = next[term] ?? 0
    next[term] = at + 1
    places[at] = group
    const norm = K1 * (1 - B + (B * (lengths[group] ?? 0)) / (mean || 1))
    scores[at] = ((idf[term] ?? 0) * count * (K1 + 1)) / (count + norm)
  })
  return { size: groups.length, starts, places, scores }
}

/** How much it says that an item has a term which `having` of all items have. */
export function idfOf(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** Gives of each group each term once, with its sum over the group's items. */
function eachCount(
  { starts, terms, counts, size }: Counts,
  groups: readonly (readonly number[])[],
  take: (group: number, term: number, count: number) => void,
): void {
  const sums = new Float64Array(size)
  groups.forEach((items, group) => {
    const touched: number[] = []
    for (const item of items) {
      for (let at = starts[item] ?? 0; at < (starts[item + 1] ?? 0); at++) {
        const term = terms[at] ?? 0
        if (sums[term] === 0) touched.push(term)
        sums[term] = (sums[term] ?? 0) + (counts[at] ?? 0)
      }
    }
    for (const term of touched) {
      take(group, term, sums[term] ?? 0)
      sums[term] = 0
    }
  })
}

/** The terms of all items by number, with how often an item has them: flat, for there are millions. */
export type Counts = {
  /** Where the terms of each item begin; one more at the end. */
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly counts: Uint16Array
  /** How many different terms there are. */
  readonly size: number
}

/** Of each term the items that have it, ascending, and how often. */
export type Postings = {
  /** Where the items of each term begin; one more at the end. */
  readonly starts: Uint32Array
  readonly places: Uint32Array
  readonly counts: Uint16Array
}

/** Turns counts round: from terms by item to items by term. */
export function postingsOf(given: Counts): Postings {
  const items = given.starts.length - 1
  const starts = new Uint32Array(given.size + 1)
  for (const term of given.terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1
  for (let term = 0; term < given.size; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  const all = given.terms.length
  const [places, counts, next] = [new Uint32Array(all), new Uint16Array(all), starts.slice()]
  for (let item = 0; item < items; item++) {
    for (let from = given.starts[item] ?? 0; from < (given.starts[item + 1] ?? 0); from++) {
      const term = given.terms[from] ?? 0
      const at = next[term] ?? 0
      next[term] = at + 1
      places[at] = item
      counts[at] = given.counts[from] ?? 0
    }
  }
  return { starts, places, counts }
}

/** How much it says that an item has a term which `having` of all items have. */
export function idfOf(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

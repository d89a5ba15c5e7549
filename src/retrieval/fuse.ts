/** How much the first places of a ranking count before all others: as in the paper on reciprocal rank fusion. */
const K = 60

/** The items of several rankings in one: each adds 1 / (60 + rank). Equal sums are in order of places. */
export function fuseRanks(
  rankings: readonly (readonly number[])[],
): readonly { readonly place: number; readonly score: number }[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [rank, place] of ranking.entries()) {
      scores.set(place, (scores.get(place) ?? 0) + 1 / (K + rank + 1))
    }
  }
  return [...scores]
    .map(([place, score]) => ({ place, score: Math.round(score * 1e6) / 1e6 }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
}

/** The places whose vectors are closest to one, best first; those without a vector are left out. */
export function nearestVectors(
  to: Float32Array,
  vectors: readonly (Float32Array | undefined)[],
  most: number,
): readonly number[] {
  const length = lengthOf(to)
  const near = vectors.flatMap((vector, place) => {
    if (vector?.length !== to.length) return []
    let product = 0
    for (const [i, number] of vector.entries()) product += number * (to[i] ?? 0)
    const cosine = product / (length * lengthOf(vector))
    return Number.isFinite(cosine) ? [{ place, cosine }] : []
  })
  return near
    .sort((a, b) => b.cosine - a.cosine || a.place - b.place)
    .slice(0, most)
    .map(({ place }) => place)
}

function lengthOf(vector: Float32Array): number {
  let sum = 0
  for (const number of vector) sum += number * number
  return Math.sqrt(sum)
}

import type { Range } from '../core/markdown.ts'

/** How many of some ranges, in source order, start before an offset. */
export function countBefore(ranges: readonly Range[], offset: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** One thing as the common ancestor and the two sides of a merge have it. */
export type Sides<T> = { readonly base: T; readonly ours: T; readonly theirs: T }

/**
 * What a merge takes where at most one side changed the base, or both did alike; null where they differ. Of values
 * that are the same without being identical, such as lines that differ in their break, a changed one is taken.
 */
export function chosen<T>(
  { base, ours, theirs }: Sides<T>,
  isSame: (a: T, b: T) => boolean = Object.is,
): { readonly taken: T } | null {
  if (isSame(ours, theirs)) return { taken: Object.is(ours, base) ? theirs : ours }
  if (isSame(ours, base)) return { taken: theirs }
  return isSame(theirs, base) ? { taken: ours } : null
}

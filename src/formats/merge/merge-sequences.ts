import { commonLines } from './common-lines.ts'
import { chosen, type Sides } from './three-way.ts'

/** A stretch of a merge: what is taken, or what each side has where both changed it differently. */
export type Stretch<T> = { readonly taken: readonly T[] } | Sides<readonly T[]>

/**
 * Merges two changes of one sequence, as texts are merged line by line: changes that overlap or touch, and differ,
 * stay apart. `keyOf` says what makes two elements the same.
 */
export function mergeSequences<T>(
  { base, ours, theirs }: Sides<readonly T[]>,
  keyOf: (element: T) => string,
): Stretch<T>[] {
  const keys = base.map(keyOf)
  const inOurs = commonLines(keys, ours.map(keyOf))
  const inTheirs = commonLines(keys, theirs.map(keyOf))
  const found: Stretch<T>[] = []
  let [b, o, t] = [0, 0, 0]
  while (b < base.length || o < ours.length || t < theirs.length) {
    const next = nextCommon(b, inOurs, inTheirs)
    const ends = { b: next, o: inOurs[next] ?? ours.length, t: inTheirs[next] ?? theirs.length }
    const apart = {
      base: base.slice(b, ends.b),
      ours: ours.slice(o, ends.o),
      theirs: theirs.slice(t, ends.t),
    }
    if (apart.base.length + apart.ours.length + apart.theirs.length > 0) found.push(resolved(apart, keyOf))
    const one = { base: base[next], ours: ours[ends.o], theirs: theirs[ends.t] }
    if (next < base.length) found.push({ taken: [chosen(one)?.taken ?? one.ours].filter(isThere) })
    ;[b, o, t] = [ends.b + 1, ends.o + 1, ends.t + 1]
  }
  return found
}

function isThere<T>(element: T | undefined): element is T {
  return element !== undefined
}

/** The next element of the base that both sides still have; the base's length when there is none. */
function nextCommon(from: number, inOurs: Int32Array, inTheirs: Int32Array): number {
  let at = from
  while (at < inOurs.length && ((inOurs[at] ?? -1) < 0 || (inTheirs[at] ?? -1) < 0)) at++
  return at
}

function resolved<T>(apart: Sides<readonly T[]>, keyOf: (element: T) => string): Stretch<T> {
  const isSame = (a: readonly T[], b: readonly T[]): boolean =>
    a.length === b.length && a.every((element, i) => keyOf(element) === keyOf(b[i] as T))
  return chosen(apart, isSame) ?? apart
}

import type { Document, Item } from '../document.ts'

type Placed = { readonly item: Item; readonly document: Document }

/**
 * Pairs items of one file whose names are the same but for bytes that are not text: an item whose name cannot be read whole is
 * there. What is before the first such byte and behind the last one is compared, so that no name makes it slow.
 */
export function pairDamaged<T extends Placed>(left: readonly T[], right: readonly T[]): ReadonlyMap<T, T> {
  const pairs = new Map<T, T>()
  const isDamaged = ({ item }: Placed): boolean => item.damaged === true
  if (!left.some(isDamaged) && !right.some(isDamaged)) return pairs
  const taken = new Set<T>()
  for (const one of left) {
    const other = right.find((now) => !taken.has(now) && areOneName(one, now))
    if (!other) continue
    pairs.set(one, other)
    taken.add(other)
  }
  return pairs
}

function areOneName(one: Placed, other: Placed): boolean {
  if (one.document.path !== other.document.path || one.item.kind !== other.item.kind) return false
  const [a, b] = [nameOf(one.item), nameOf(other.item)]
  return (one.item.damaged === true && fits(a, b)) || (other.item.damaged === true && fits(b, a))
}

function nameOf({ fields: { date }, title }: Item): string {
  return `${typeof date === 'string' ? date : ''} ${title}`
}

/** True where a name may be what a damaged one was. */
function fits(damaged: string, name: string): boolean {
  const [first, last] = [damaged.indexOf(REPLACED), damaged.lastIndexOf(REPLACED)]
  if (first === -1) return damaged === name
  const [start, end] = [damaged.slice(0, first), damaged.slice(last + 1)]
  return name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end)
}

const REPLACED = '\uFFFD'

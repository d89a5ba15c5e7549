import { compareText } from './edit.ts'
import type { Tally } from './memory-overview.ts'

/** How often each name occurs: the commonest first, those that are equally common in code point order. */
export function tallies(names: Iterable<string>): Tally[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name))
}

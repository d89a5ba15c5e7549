import type { LogSize, Tally } from '../../core/memory-overview.ts'

/** Months that a chart has room for: where there are more between the first and the last, the empty ones are left out. */
const MOST_MONTHS = 600

/** How many items a log had at the end of each month, as far as they are dated: those that are not were always there. */
export function logPoints({ items, months }: LogSize): Tally[] {
  const dated = months.filter(({ name }) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(name))
  const counts = new Map<string, number>()
  for (const { name, count } of dated) counts.set(name, (counts.get(name) ?? 0) + count)
  let size = Math.max(0, items - dated.reduce((sum, { count }) => sum + count, 0))
  return monthsBetween([...counts.keys()].sort()).map((name) => {
    size += counts.get(name) ?? 0
    return { name, count: size }
  })
}

function monthsBetween(names: readonly string[]): readonly string[] {
  const [first, last] = [names[0], names.at(-1)].map((name) => (name === undefined ? 0 : monthNumber(name)))
  if (first === undefined || last === undefined || names.length === 0) return []
  if (last - first >= MOST_MONTHS) return names
  return Array.from({ length: last - first + 1 }, (_, i) => monthName(first + i))
}

function monthNumber(name: string): number {
  return Number(name.slice(0, 4)) * 12 + Number(name.slice(5)) - 1
}

function monthName(number: number): string {
  const year = String(Math.floor(number / 12)).padStart(4, '0')
  return `${year}-${String((number % 12) + 1).padStart(2, '0')}`
}

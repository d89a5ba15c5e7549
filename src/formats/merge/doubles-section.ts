import { counted } from './counted.ts'
import { textSections } from './text-sections.ts'
import type { Sides } from './three-way.ts'

/**
 * True when a merged text has some section under a heading more often than both sides together give reason for: as
 * where one side moved half of an entry into a new one, and the other changed it.
 */
export function doublesSection({ base, ours, theirs }: Sides<string>, merged: string): boolean {
  const [before, left, right, found] = [base, ours, theirs, merged].map(sectionsOf)
  return [...(found ?? [])].some(([section, times]) => {
    const [b, o, t] = [before, left, right].map((counts) => counts?.get(section) ?? 0) as [
      number,
      number,
      number,
    ]
    return times > 1 && times > Math.max(o + t - b, o, t)
  })
}

/** Headings with nothing under them say nothing about what was doubled. */
function sectionsOf(text: string): ReadonlyMap<string, number> {
  return counted([...textSections(text).values()].flat().filter((section) => section.includes('\n')))
}

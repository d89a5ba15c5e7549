import leven from 'leven'
import type { Document } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { compareText, type Place } from '../../../core/text.ts'
import { categoryOf, entryCount, itemsWithLabels, logsByWorkspace } from '../entries.ts'
import { knownCategories, workspaceSettings } from '../settings.ts'

/** A category of a file: how many of its entries have it, and where it is in the first of them. */
type CategoryUse = {
  readonly category: string
  readonly kind: string
  count: number
  readonly place: Place
}

/** Uses that make a value one that others are measured by, and how many such values there are at most. */
const ESTABLISHED = 2
const MOST_ESTABLISHED = 200

/** Categories are the format's, or named in settings, or at least no misspelling of another one. */
export const categoryKnown: MemoryRule = {
  id: 'category-known',
  summary: 'A category is a known one, and no misspelling of another.',
  why: 'Agents filter entries by category, so an entry under a misspelt one is never found. The list is open: a value that resembles no other is only mentioned.',
  howToFix: 'Correct the spelling, or add the value to `categories` in memkeep.yaml.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: '**Category:** architechture\n', good: '**Category:** architecture\n' },
  kinds: ['decisions', 'lessons'],
  subject: 'memory',
  check: (memory, report) => {
    const settings = workspaceSettings(memory.settings)
    for (const logs of logsByWorkspace(memory).values()) {
      let established: readonly string[] | null = null
      for (const log of logs) {
        for (const use of usesIn(log)) {
          const known = knownCategories(use.kind, settings)
          if (known.includes(use.category)) continue
          established ??= establishedOf(logs)
          const meant = nearest(use.category, known, established)
          report(log.path, {
            place: use.place,
            severity: meant === null ? 'info' : 'warning',
            message: message(use, meant),
            help: `Write a known category (${known.join(', ')}), or add this one to \`categories.${use.kind}\` in memkeep.yaml.`,
          })
        }
      }
    }
  },
}

function usesOf(logs: readonly Document[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const item of logs.flatMap(({ items }) => items)) {
    const category = categoryOf(item)
    if (category !== null) uses.set(category, (uses.get(category) ?? 0) + 1)
  }
  return uses
}

/** Each category of a file once, in order of first use. */
function usesIn(log: Document): CategoryUse[] {
  const uses = new Map<string, CategoryUse>()
  for (const { item, category: place } of itemsWithLabels(log)) {
    const category = categoryOf(item)
    if (category === null) continue
    const use = uses.get(category)
    if (use) use.count += 1
    else uses.set(category, { category, kind: item.kind, count: 1, place })
  }
  return [...uses.values()]
}

/** The values that are in use often enough to be meant, the commonest first. */
function establishedOf(logs: readonly Document[]): string[] {
  return [...usesOf(logs)]
    .filter(([, count]) => count >= ESTABLISHED)
    .sort(([a, m], [b, n]) => n - m || compareText(a, b))
    .slice(0, MOST_ESTABLISHED)
    .map(([category]) => category)
}

/** The nearest category within two edits (one for a short word): known, or better established than this one. */
function nearest(category: string, known: readonly string[], established: readonly string[]): string | null {
  const own = established.indexOf(category)
  const better = own === -1 ? established : established.slice(0, own)
  const most = category.length < 5 ? 1 : 2
  const near = [...new Set([...known, ...better])]
    .map((other) => ({ other, distance: distanceOf(category, other, most) }))
    .filter(({ distance }) => distance <= most)
  near.sort((a, b) => a.distance - b.distance || compareText(a.other, b.other))
  return near[0]?.other ?? null
}

/** Case counts for nothing: `Tooling` is `tooling` misspelt, however long it is. */
function distanceOf(a: string, b: string, most: number): number {
  return leven(a.toLowerCase(), b.toLowerCase(), { maxDistance: most + 1 })
}

function message({ kind, category, count }: CategoryUse, meant: string | null): string {
  const what = `Category "${category}" (${entryCount(count)})`
  if (meant !== null) return `${what} is not a known one: did you mean "${meant}"?`
  return `${what} is not among the known categories of a ${kind}`
}

import leven from 'leven'
import type { Document } from '../../../core/document.ts'
import { compareText } from '../../../core/edit.ts'
import type { Item } from '../../../core/item.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { categoryOf, logsByWorkspace } from '../entry-logs.ts'
import { type WorkspaceSettings, workspaceSettings } from '../settings.ts'

/** The format's own categories by kind of entry, and the one that a save without a category gets. */
const BUILT_IN: { readonly [kind: string]: readonly string[] } = {
  decision: ['architecture', 'tooling', 'convention', 'dependency', 'general'],
  lesson: ['debugging', 'performance', 'configuration', 'integration', 'general'],
}

/** Uses that make a value one that others are measured by, and how many such values there are at most. */
const ESTABLISHED = 2
const MOST_ESTABLISHED = 200

/** Categories are the format's, or named in settings, or at least no misspelling of another one. */
export const categoryKnown: MemoryRule = {
  id: 'category-known',
  summary: 'A category is a known one, and no misspelling of another.',
  why: 'Agents filter entries by category, so an entry under a misspelt one is never found. The list is open: a value that resembles no other is only mentioned.',
  mend: 'Correct the spelling, or add the value to `categories` in memkeep.yaml.',
  severity: 'warning',
  fixable: false,
  example: { bad: '**Category:** architechture\n', good: '**Category:** architecture\n' },
  kinds: ['decisions', 'lessons'],
  subject: 'memory',
  check: (memory, report) => {
    const settings = workspaceSettings(memory.settings)
    for (const logs of logsByWorkspace(memory).values()) {
      const established = establishedOf(logs)
      for (const log of logs) {
        for (const { item, category } of firstUses(log)) {
          const known = knownFor(item, settings)
          if (known.includes(category)) continue
          const meant = nearest(category, known, established)
          report(log.path, {
            place: item.place,
            severity: meant === null ? 'info' : 'warning',
            message: message(item, category, meant),
            help: 'Correct the category, or add it to `categories` in memkeep.yaml.',
          })
        }
      }
    }
  },
}

function knownFor({ kind }: Item, { categories }: WorkspaceSettings): readonly string[] {
  const own = kind === 'decision' ? categories.decision : kind === 'lesson' ? categories.lesson : []
  return [...(BUILT_IN[kind] ?? []), ...own]
}

function usesOf(logs: readonly Document[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const item of logs.flatMap(({ items }) => items)) {
    const category = categoryOf(item)
    if (category !== null) uses.set(category, (uses.get(category) ?? 0) + 1)
  }
  return uses
}

/** Each category of a file once, at its first entry. */
function firstUses({ items }: Document): { item: Item; category: string }[] {
  const seen = new Set<string>()
  return items.flatMap((item) => {
    const category = categoryOf(item)
    if (category === null || seen.has(category)) return []
    seen.add(category)
    return [{ item, category }]
  })
}

/** The values in use that are no slip of the pen, the commonest first. */
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

function message({ kind }: Item, category: string, meant: string | null): string {
  if (meant !== null)
    return `Unexpected category "${category}", expected a known one: did you mean "${meant}"?`
  return `Unexpected category "${category}", which is not among the known categories of a ${kind}`
}

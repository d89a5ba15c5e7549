import { compareText } from '../../../core/edit.ts'
import { type Place, WHOLE_FILE } from '../../../core/place.ts'
import type { BuiltRow, MemoryIndex } from './build-memory-index.ts'
import type { IndexFacts, IndexRow } from './index-facts.ts'

/** One way in which the present index is not what a rebuild writes; the place is null for what is missing. */
type Difference = { readonly place: Place | null; readonly text: string }

/** How many differences a message names. */
const NAMED = 5

/** Says how a present index differs from the expected one, and where the first difference with a place stands. */
export function indexDifference(
  present: IndexFacts,
  expected: MemoryIndex,
): { readonly place: Place; readonly message: string } {
  const all = [
    ...valueDifferences(present, expected),
    ...rowDifferences('tag', present.tags, expected.tags),
    ...rowDifferences('category', present.categories, expected.categories),
  ]
  const named = all.slice(0, NAMED).map(({ text }) => text)
  const more = all.length > NAMED ? [`${all.length - NAMED} more`] : []
  const what = all.length > 0 ? [...named, ...more].join('; ') : 'order, quotes, spacing or comments'
  return {
    place: all.find(({ place }) => place !== null)?.place ?? WHOLE_FILE,
    message: `Unexpected memory index that differs from its entries: ${what}`,
  }
}

function valueDifferences({ values }: IndexFacts, expected: MemoryIndex): Difference[] {
  const wanted: readonly (readonly [string, unknown])[] = [
    ['/workspace', expected.workspace],
    ['/last_updated', expected.lastUpdated],
    ['/summary/total_decisions', expected.totals.decisions],
    ['/summary/total_lessons', expected.totals.lessons],
    ['/summary/domains_with_memory', expected.domains],
  ]
  return wanted.flatMap(([pointer, value]) => {
    const there = values[pointer]
    const json = JSON.stringify(value)
    if (!there || there.json === json) return []
    return [{ place: there.place, text: `${pointer.split('/').at(-1)} ${there.json}, expected ${json}` }]
  })
}

function rowDifferences(
  what: string,
  present: readonly IndexRow[],
  expected: readonly BuiltRow[],
): Difference[] {
  const there = new Map<string, IndexRow[]>()
  for (const row of present) {
    const rows = there.get(row.name)
    if (rows) rows.push(row)
    else there.set(row.name, [row])
  }
  const wanted = new Map(expected.map((row) => [row.name, row]))
  const names = [...new Set([...there.keys(), ...wanted.keys()])].sort(compareText)
  return names.flatMap((name) => {
    const found = rowDifference(there.get(name) ?? [], wanted.get(name))
    return found ? [{ place: found.place, text: `${what} "${name}"${found.text}` }] : []
  })
}

function rowDifference(
  [row, ...others]: readonly IndexRow[],
  wanted: BuiltRow | undefined,
): Difference | null {
  if (!row) return { place: null, text: ' is missing' }
  const { place, count, usedIn } = row
  if (!wanted) return { place, text: ' is in no entry' }
  if (others.length > 0) return { place, text: `: ${others.length + 1} rows, expected 1` }
  if (count.json !== String(wanted.count)) {
    return { place: count.place ?? place, text: `: count ${count.json}, expected ${wanted.count}` }
  }
  const names = JSON.stringify(wanted.usedIn)
  if (usedIn.json === names) return null
  return { place: usedIn.place ?? place, text: `: used_in ${usedIn.json}, expected ${names}` }
}

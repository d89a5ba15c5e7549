import { compareText } from '../../../core/edit.ts'
import type { BuiltRow, MemoryIndex } from './build-memory-index.ts'
import type { IndexFacts, IndexRow } from './index-facts.ts'

/** One way in which the present index is not what a rebuild writes; the line is null for what is missing. */
type Difference = { readonly line: number | null; readonly text: string }

/** How many differences a message names. */
const NAMED = 5

/** Says how a present index differs from the expected one, and on which line the first difference stands. */
export function indexDifference(
  present: IndexFacts,
  expected: MemoryIndex,
): { readonly line: number; readonly message: string } {
  const all = [
    ...valueDifferences(present, expected),
    ...rowDifferences('tag', present.tags, expected.tags),
    ...rowDifferences('category', present.categories, expected.categories),
  ]
  const named = all.slice(0, NAMED).map(({ text }) => text)
  const more = all.length > NAMED ? [`${all.length - NAMED} more`] : []
  const what = all.length > 0 ? [...named, ...more].join('; ') : 'order, quotes, spacing or comments'
  return {
    line: all.find(({ line }) => line !== null)?.line ?? 1,
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
    return [{ line: there.line, text: `${pointer.split('/').at(-1)} ${there.json}, expected ${json}` }]
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
    const text = rowDifference(there.get(name) ?? [], wanted.get(name))
    return text === null
      ? []
      : [{ line: there.get(name)?.[0]?.line ?? null, text: `${what} "${name}"${text}` }]
  })
}

function rowDifference([row, ...others]: readonly IndexRow[], wanted: BuiltRow | undefined): string | null {
  if (!row) return ' is missing'
  if (!wanted) return ' is in no entry'
  if (others.length > 0) return `: ${others.length + 1} rows, expected 1`
  if (row.count !== String(wanted.count)) return `: count ${row.count}, expected ${wanted.count}`
  const usedIn = JSON.stringify(wanted.usedIn)
  return row.usedIn === usedIn ? null : `: used_in ${row.usedIn}, expected ${usedIn}`
}

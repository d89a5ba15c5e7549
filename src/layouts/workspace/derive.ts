import type { Document, Memory } from '../../core/document.ts'
import type { Derivation } from '../../core/layout.ts'
import type { Found } from '../../core/rule.ts'
import { compareText, type Place, WHOLE_FILE } from '../../core/text.ts'
import type { PlannedFile } from '../../core/write-plan.ts'
import { logsByWorkspace, workspaceOf } from './entries.ts'
import {
  type BuiltRow,
  buildMemoryIndex,
  type MemoryIndex,
  renderMemoryIndex,
} from './memory-index/build-memory-index.ts'
import {
  hasOwnWords,
  type IndexFacts,
  type IndexRow,
  indexDigest,
  indexFactsOf,
} from './memory-index/index-facts.ts'
import { workspaceSettings } from './settings.ts'

/** One workspace's memory: its logs, and the index that is there. */
type Workspace = {
  readonly name: string
  readonly path: string
  readonly logs: readonly Document[]
  /** There is a file at the index's path, whether it could be read or not. */
  readonly exists: boolean
  readonly index: Document | undefined
  /** Where none is there: what it was when it was last stored. */
  readonly lost: Document | undefined
}

/** What becomes of one index. */
type Rebuilt = { readonly file: PlannedFile; readonly found: Found; readonly replacesUnreadable: boolean }

const HELP = 'Run `memkeep index`.'

/**
 * Rebuilds the memory index of every workspace that has decisions or lessons. An index without any is deleted, or
 * kept with counts of 0 where a person wrote in it. One that is gone comes back with what people wrote in it. A workspace with a log that could not be read is left as it is,
 * because unreadable is not empty; so is a broken index where there is nothing to put in its place.
 */
export function derive(memory: Memory): Derivation {
  const plan = new Map<string, PlannedFile>()
  const stale: { path: string; found: Found }[] = []
  const replacesUnreadable: string[] = []
  for (const workspace of workspacesOf(memory)) {
    const rebuilt = rebuild(workspace)
    if (!rebuilt) continue
    plan.set(workspace.path, rebuilt.file)
    stale.push({ path: workspace.path, found: rebuilt.found })
    if (rebuilt.replacesUnreadable) replacesUnreadable.push(workspace.path)
  }
  return { plan, stale, replacesUnreadable }
}

function workspacesOf(memory: Memory): Workspace[] {
  const logs = logsByWorkspace(memory)
  const indexes = indexesOf(memory.documents)
  const lost = indexesOf(memory.lost ?? [])
  const { memory: root } = workspaceSettings(memory.settings)
  return [...new Set([...logs.keys(), ...indexes.keys()])].sort().map((name) => {
    const path = `${root}/${name}/_index.yaml`
    return {
      name,
      path,
      logs: logs.get(name) ?? [],
      exists: memory.files.has(path),
      index: indexes.get(name),
      lost: lost.get(name),
    }
  })
}

function indexesOf(documents: readonly Document[]): ReadonlyMap<string, Document> {
  return new Map(documents.flatMap((one) => (one.kind === 'memory-index' ? [[workspaceOf(one), one]] : [])))
}

function rebuild({ name, logs, exists, index, lost }: Workspace): Rebuilt | null {
  if (logs.some(({ complete }) => !complete)) return null
  const present = indexFactsOf(index)
  if (logs.length === 0 && !(present && hasOwnWords(present))) {
    return present && { file: { kind: 'delete' }, found: WITHOUT_LOGS, replacesUnreadable: false }
  }
  const expected = buildMemoryIndex(name, logs, present ?? indexFactsOf(lost))
  const text = renderMemoryIndex(expected)
  if (present?.digest === indexDigest(text)) return null
  const difference = present
    ? indexDifference(present, expected)
    : { place: WHOLE_FILE, message: missingMessage(exists) }
  const replacesUnreadable = exists && !present
  const help = replacesUnreadable ? 'Run `memkeep index`: it keeps a copy of the present file.' : HELP
  return {
    file: { kind: 'text', text },
    found: { ...difference, help, fixable: true },
    replacesUnreadable,
  }
}

function missingMessage(exists: boolean): string {
  return exists
    ? '`_index.yaml` cannot be read'
    : '`_index.yaml` is missing from a workspace with decisions or lessons'
}

const WITHOUT_LOGS: Found = {
  place: WHOLE_FILE,
  message: '`_index.yaml` is in a workspace without decisions or lessons',
  help: HELP,
  fixable: true,
}

/** One way in which the present index is not what a rebuild writes; the place is null for what is missing. */
type Difference = { readonly place: Place | null; readonly text: string }

/** How many differences a message names. */
const NAMED = 5

/** Says how a present index differs from the expected one, and where the first difference with a place is. */
function indexDifference(
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
  const what = all.length > 0 ? [...named, ...more].join('; ') : 'order, quotes, spacing or comments differ'
  return {
    place: all.find(({ place }) => place !== null)?.place ?? WHOLE_FILE,
    message: `\`_index.yaml\` is out of date: ${what}`,
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
    return [{ place: there.place, text: `${pointer.split('/').at(-1)} is ${there.json}, should be ${json}` }]
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
  if (others.length > 0) return { place, text: ` has ${others.length + 1} rows, should have 1` }
  if (count.json !== String(wanted.count)) {
    return { place: count.place ?? place, text: ` has count ${count.json}, should have ${wanted.count}` }
  }
  const names = JSON.stringify(wanted.usedIn)
  if (usedIn.json === names) return null
  return { place: usedIn.place ?? place, text: ` has used_in ${usedIn.json}, should have ${names}` }
}

import {
  type BuiltRow,
  renderMemoryIndex,
} from '../../src/layouts/workspace/memory-index/build-memory-index.ts'
import type { EntryHead, Log } from './entries.ts'

const LOGS: readonly Log[] = ['decisions', 'lessons']

/** The derived `_index.yaml` of a workspace, counted from what was generated rather than read back from it. */
export function memoryIndex(
  workspace: string,
  domains: readonly string[],
  heads: readonly EntryHead[],
): string {
  const total = (log: Log): number => heads.filter((head) => head.log === log).length
  return renderMemoryIndex({
    workspace,
    lastUpdated: heads.reduce<string | null>(
      (newest, { date }) => (newest && newest > date ? newest : date),
      null,
    ),
    tags: rows(heads, ({ tags }) => tags),
    categories: rows(heads, ({ category }) => [category]),
    totals: { decisions: total('decisions'), lessons: total('lessons') },
    domains: [...domains].sort(),
    kept: { root: [], summary: [] },
    comments: [],
  })
}

function rows(heads: readonly EntryHead[], namesOf: (head: EntryHead) => readonly string[]): BuiltRow[] {
  const byName = new Map<string, EntryHead[]>()
  for (const head of heads) {
    for (const name of namesOf(head)) byName.set(name, [...(byName.get(name) ?? []), head])
  }
  return [...byName.keys()].sort().map((name) => {
    const users = byName.get(name) ?? []
    const usedIn = LOGS.filter((log) => users.some((head) => head.log === log))
    return { name, usedIn, count: users.length, kept: [] }
  })
}

import type { Document, Item } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { Memory } from '../../../../core/memory.ts'
import { WHOLE_FILE } from '../../../../core/text.ts'
import { logsByWorkspace } from '../../entries.ts'
import { type BuiltRow, buildMemoryIndex } from '../../memory-index/build-memory-index.ts'
import { indexPath } from '../get-context/memory-metadata.ts'
import type { Saving } from './duplicates.ts'

/** What the memory index of the workspace will say of a new entry, and in all. */
export function indexAfter({ entry, scope, path }: Saving, memory: Memory): JsonObject {
  const workspace = scope.split('/', 1)[0] ?? ''
  const logs = logsByWorkspace(memory).get(workspace) ?? []
  const kind = entry.kind === 'decision' ? 'decisions' : 'lessons'
  const index = buildMemoryIndex(workspace, [...logs, addition({ entry, scope, path }, kind)], null)
  const rowOf = (rows: readonly BuiltRow[], name: string): JsonObject => {
    return { name, count: rows.find((row) => row.name === name)?.count ?? 0 }
  }
  return {
    path: indexPath(memory, workspace),
    last_updated: index.lastUpdated ?? entry.date,
    total_decisions: index.totals.decisions,
    total_lessons: index.totals.lessons,
    category: rowOf(index.categories, entry.category),
    tags: entry.tags.map((tag) => rowOf(index.tags, tag)),
  }
}

/** The entry as a log of its own: the index counts entries, wherever they stand. */
function addition({ entry, scope, path }: Saving, kind: string): Document {
  const { date, title, category, tags } = entry
  const item: Item = {
    kind: entry.kind,
    key: '',
    title,
    place: WHOLE_FILE,
    digest: '',
    sketch: [],
    fields: { date, category, tags },
  }
  return {
    path,
    id: '',
    layout: 'workspace',
    kind,
    scope,
    lines: 0,
    tokens: 0,
    frontMatter: null,
    items: [item],
    unread: [],
    links: [],
    dates: [],
    suppressions: [],
    facts: null,
    complete: true,
    findings: [],
  }
}

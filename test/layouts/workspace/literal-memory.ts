import type { Document, Item, Memory } from '../../../src/core/document.ts'
import type { Json } from '../../../src/core/json.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/settings.ts'
import type { FileMode } from '../../../src/core/snapshot.ts'
import type { Kind, Source } from '../../../src/core/source.ts'
import { lineStarts, WHOLE_FILE } from '../../../src/core/text.ts'
import type { PlannedFile, WritePlan } from '../../../src/core/write-plan.ts'
import { parseYaml } from '../../../src/formats/yaml/yaml.ts'
import { claim } from '../../../src/layouts/workspace/claim.ts'
import { readMemoryIndex } from '../../../src/layouts/workspace/memory-index/read-index-file.ts'

export const ROOT = 'user/memory/workspaces'

/** An entry of a log, as short as a test wants it. */
export type LiteralEntry = {
  readonly date?: string
  readonly title?: string
  readonly category?: string | null
  readonly tags?: readonly string[]
}

const INDEX_KIND: Kind = {
  id: 'memory-index',
  summary: '',
  paths: '',
  format: 'yaml',
  frontMatter: 'none',
  history: 'free',
}

/** A document as the document stage gives it; what is left out is empty. */
export function literalDocument(path: string, parts: Partial<Document> = {}): Document {
  const claimed = claim(path, 'file', DEFAULT_SETTINGS)
  return {
    path,
    id: path,
    layout: 'workspace',
    kind: claimed?.kind ?? '',
    scope: claimed?.scope ?? '',
    lines: 1,
    tokens: 1,
    frontMatter: null,
    items: [],
    unread: [],
    links: [],
    dates: [],
    suppressions: [],
    facts: null,
    complete: true,
    findings: [],
    ...parts,
  }
}

/** A decisions or lessons file below the memory root; entry `n` is on line `10 n`. */
export function logDocument(path: string, entries: readonly LiteralEntry[]): Document {
  const document = literalDocument(`${ROOT}/${path}`)
  const kind = path.includes('lessons') ? 'lesson' : 'decision'
  return { ...document, items: entries.map((entry, i) => itemOf(entry, { kind, line: 10 * (i + 1) })) }
}

function itemOf(entry: LiteralEntry, { kind, line }: { kind: string; line: number }): Item {
  const { date = '2026-01-01', title = `Entry ${line}`, category = 'general', tags = [] } = entry
  return {
    kind,
    key: `${date} ${title}`,
    title,
    place: { ...WHOLE_FILE, line, endLine: line },
    digest: title,
    sketch: [],
    fields: { date, category, tags },
  }
}

/** The memory index of a workspace, parsed and read as the document stage does it. */
export function indexDocument(workspace: string, text: string): Document {
  const path = `${ROOT}/${workspace}/_index.yaml`
  const starts = lineStarts(text)
  const parsed = parseYaml(text, { start: 0, end: text.length }, starts)
  const source: Source = {
    path,
    kind: INDEX_KIND,
    scope: workspace,
    text,
    starts,
    frontMatter: null,
    markdown: null,
    data: 'data' in parsed ? parsed.data : null,
    problems: [],
    secrets: [],
    tokens: 0,
    settings: DEFAULT_SETTINGS,
  }
  // Through JSON, as the cache does: facts must survive it.
  const facts = JSON.parse(JSON.stringify(readMemoryIndex(source).facts ?? null)) as Json
  return literalDocument(path, { facts })
}

/** A memory of these documents and of files that are none. */
export function literalMemory(
  documents: readonly Document[],
  settings: Settings = DEFAULT_SETTINGS,
  others: { readonly [path: string]: FileMode } = {},
): Memory {
  const sorted = [...documents].sort((a, b) => (a.path < b.path ? -1 : 1))
  const files = [
    ...sorted.map(({ path, kind }) => [path, kind === 'agent-link' ? 'link' : 'file'] as const),
    ...Object.entries(others),
  ]
  return {
    layout: 'workspace',
    files: new Map(files.map(([path, mode]) => [path, { path, id: null, mode }])),
    documents: sorted,
    settings,
    histories: {},
    today: '2026-06-01',
  }
}

/** The text that a plan writes to a path. */
export function plannedText(plan: WritePlan, path: string): string {
  const file: PlannedFile | undefined = plan.get(path)
  if (file?.kind !== 'text') throw new Error(`no text is planned for ${path}, but ${file?.kind ?? 'nothing'}`)
  return file.text
}

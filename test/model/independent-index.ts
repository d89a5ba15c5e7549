import { parse } from 'yaml'

/** A tree: path → text, of the files that matter here. */
export type Texts = ReadonlyMap<string, string>

/** What a memory index must say, as data. */
type ExpectedIndex = {
  readonly workspace: string
  readonly last_updated: string | null
  readonly tags: readonly Row[]
  readonly categories: readonly Row[]
  readonly summary: {
    readonly total_decisions: number
    readonly total_lessons: number
    readonly domains_with_memory: readonly string[]
  }
}

type Row = { readonly name: string; readonly used_in: readonly string[]; readonly count: number }

type Entry = {
  readonly kind: string
  readonly date: string
  readonly tags: readonly string[]
  readonly category: string | null
}

/** Where the memory of every workspace lies. */
export const MEMORY = 'user/memory/workspaces'

const LOG = new RegExp(`^${MEMORY}/([^/_.][^/]*)/(?:([^/_.][^/]*)/)?(decisions|lessons)\\.md$`)
const INDEX = new RegExp(`^${MEMORY}/([^/_.][^/]*)/_index\\.yaml$`)
const HEADING = /^### \[(\d{4}-\d{2}-\d{2})\] \S/
const FENCE = /^(```|~~~)/

/** The workspace, domain and kind of a decisions or lessons file; null for any other path. */
export function logAt(path: string): { workspace: string; domain: string | null; kind: string } | null {
  const [, workspace, domain, kind] = LOG.exec(path) ?? []
  return workspace && kind ? { workspace, domain: domain ?? null, kind } : null
}

/** The workspace whose memory index is at a path; null for any other path. */
export function indexAt(path: string): string | null {
  return INDEX.exec(path)?.[1] ?? null
}

/** Path of a workspace's memory index. */
export function indexPath(workspace: string): string {
  return `${MEMORY}/${workspace}/_index.yaml`
}

/** The numbers of the lines, from 0, at which a log's entries start; headings inside fences are examples. */
export function entryStarts(lines: readonly string[]): number[] {
  let fence: string | null = null
  const starts: number[] = []
  for (const [number, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1]
    if (fence) {
      if (mark === fence) fence = null
    } else if (mark) fence = mark
    else if (HEADING.test(line)) starts.push(number)
  }
  return starts
}

/** A log's text as its entries: each from its heading to the next one. */
function entryBlocks(text: string): string[][] {
  const lines = text.split(/\r?\n/)
  const starts = entryStarts(lines)
  return starts.map((start, number) => lines.slice(start, starts[number + 1]))
}

/**
 * What the memory index of a workspace must say, counted line by line; null for a workspace without logs.
 * Shares no code with the command.
 */
function expectedIndex(texts: Texts, workspace: string): ExpectedIndex | null {
  const logs = [...texts].flatMap(([path, text]) => {
    const log = logAt(path)
    return log?.workspace === workspace ? [{ ...log, text }] : []
  })
  if (logs.length === 0) return null
  return { workspace, ...countsOf(logs) }
}

function countsOf(
  logs: readonly { domain: string | null; kind: string; text: string }[],
): Omit<ExpectedIndex, 'workspace'> {
  const entries = logs.flatMap(({ kind, text }) => entryBlocks(text).map((lines) => entryOf(kind, lines)))
  const domains = new Set(logs.flatMap(({ domain }) => domain ?? []))
  const total = (kind: string): number => entries.filter((one) => one.kind === kind).length
  return {
    last_updated:
      entries
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? null,
    tags: rowsOf(entries, ({ tags }) => tags),
    categories: rowsOf(entries, ({ category }) => (category === null ? [] : [category])),
    summary: {
      total_decisions: total('decisions'),
      total_lessons: total('lessons'),
      domains_with_memory: [...domains].sort(byCodePoint),
    },
  }
}

function entryOf(kind: string, lines: readonly string[]): Entry {
  const tags =
    labelled(lines, 'Tags')
      ?.split(',')
      .map((tag) => tag.trim()) ?? []
  return {
    kind,
    date: HEADING.exec(lines[0] ?? '')?.[1] ?? '',
    tags: [...new Set(tags.filter((tag) => tag !== ''))],
    category: labelled(lines, 'Category') || null,
  }
}

function labelled(lines: readonly string[], label: string): string | null {
  const mark = `**${label}:**`
  const line = lines.find((one) => one.startsWith(mark))
  return line === undefined ? null : line.slice(mark.length).trim()
}

function rowsOf(entries: readonly Entry[], namesOf: (entry: Entry) => readonly string[]): Row[] {
  const names = [...new Set(entries.flatMap(namesOf))].sort(byCodePoint)
  return names.map((name) => {
    const users = entries.filter((entry) => namesOf(entry).includes(name))
    const kinds = ['decisions', 'lessons'].filter((kind) => users.some((entry) => entry.kind === kind))
    return { name, used_in: kinds, count: users.length }
  })
}

function byCodePoint(left: string, right: string): number {
  const [a, b] = [[...left], [...right]]
  for (const [number, one] of a.entries()) {
    const difference = (one.codePointAt(0) ?? 0) - (b[number]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** What people wrote in an index, and a rebuild must keep: descriptions of rows, and comments. */
type Words = {
  readonly tags: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
  readonly comments: readonly string[]
}

const NO_WORDS: Words = { tags: new Map(), categories: new Map(), comments: [] }

/** Reads what people wrote in an index; null when it is broken. No text has no words. */
export function wordsOf(text: string | undefined): Words | null {
  if (text === undefined) return NO_WORDS
  const data = readYaml(text)
  if (!data || !Array.isArray(data.tags) || !Array.isArray(data.categories)) return null
  const comments = text.split(/\r?\n/).flatMap((line) => /^\s*(#.*)$/.exec(line)?.[1] ?? [])
  return { tags: descriptionsOf(data.tags), categories: descriptionsOf(data.categories), comments }
}

/** Whether a person wrote something into an index. */
export function hasWords(text: string | undefined): boolean {
  const words = wordsOf(text)
  return words !== null && words.tags.size + words.categories.size + words.comments.length > 0
}

function descriptionsOf(rows: readonly { name?: unknown; description?: unknown }[]): Map<string, string> {
  return new Map(
    rows.flatMap(({ name, description }) =>
      typeof description === 'string' ? [[String(name), description] as const] : [],
    ),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: data of any shape, looked at key by key
function readYaml(text: string): Record<string, any> | null {
  try {
    const data = parse(text)
    return typeof data === 'object' ? data : null
  } catch {
    return null
  }
}

/**
 * Says what is wrong with a workspace's committed or staged index; null when it is right. `before` is the index that
 * the rebuild started from: what people wrote there must still be there.
 */
export function indexFault(texts: Texts, workspace: string, before: string | undefined): string | null {
  const words = wordsOf(before)
  const present = texts.get(indexPath(workspace))
  const expected = expectedIndex(texts, workspace)
  if (!expected && !hasWords(before)) {
    return present === undefined || words === null ? null : 'an index of a workspace without memory is left'
  }
  if (present === undefined) return 'there is no index'
  const data = readYaml(present)
  if (!data) return 'the index is not YAML'
  const wanted = withDescriptions(expected ?? emptyIndex(workspace), words ?? NO_WORDS)
  if (JSON.stringify(data) !== JSON.stringify(wanted)) {
    return `the index says ${JSON.stringify(data)}, expected ${JSON.stringify(wanted)}`
  }
  const kept = new Set(wordsOf(present)?.comments)
  const lost = words?.comments.find((comment) => !kept.has(comment))
  return lost === undefined ? null : `the comment ${lost} is lost`
}

function emptyIndex(workspace: string): ExpectedIndex {
  const summary = { total_decisions: 0, total_lessons: 0, domains_with_memory: [] }
  return { workspace, last_updated: null, tags: [], categories: [], summary }
}

/** Described rows stay, with a count of 0 when nothing uses them. Keys in the order of the file. */
function withDescriptions(index: ExpectedIndex, { tags, categories }: Words): unknown {
  return {
    ...index,
    tags: describedRows(index.tags, tags),
    categories: describedRows(index.categories, categories),
  }
}

function describedRows(rows: readonly Row[], descriptions: ReadonlyMap<string, string>): unknown[] {
  const unused = [...descriptions.keys()]
    .filter((name) => !rows.some((row) => row.name === name))
    .map((name) => ({ name, used_in: [], count: 0 }))
  return [...rows, ...unused]
    .sort((a, b) => byCodePoint(a.name, b.name))
    .map(({ name, used_in, count }) => {
      const description = descriptions.get(name)
      return { name, ...(description !== undefined && { description }), used_in, count }
    })
}

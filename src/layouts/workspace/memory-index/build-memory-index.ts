import { isCalendarDate } from '../../../core/date.ts'
import { type JsonObject, pointerStep } from '../../../core/json.ts'
import { compareText } from '../../../core/text.ts'
import { yamlScalar } from '../../../formats/yaml/yaml-text.ts'
import { categoryOf, dateOf, LOG_KINDS, tagsOf } from '../entries.ts'
import {
  END,
  type IndexComment,
  type IndexFacts,
  type IndexRow,
  type KeptKey,
  ROW_SECTIONS,
  TOP,
} from './index-facts.ts'

/** A row as a rebuild writes it. */
export type BuiltRow = {
  readonly name: string
  readonly usedIn: readonly (typeof LOG_KINDS)[number][]
  readonly count: number
  readonly kept: readonly KeptKey[]
}

/** A memory index as data, everything in the order in which it is written. */
export type MemoryIndex = {
  readonly workspace: string
  /** The newest entry's date; null when no entry has one. */
  readonly lastUpdated: string | null
  readonly tags: readonly BuiltRow[]
  readonly categories: readonly BuiltRow[]
  readonly totals: { readonly decisions: number; readonly lessons: number }
  readonly domains: readonly string[]
  readonly kept: IndexFacts['kept']
  readonly comments: readonly IndexComment[]
}

/** A log, as far as an index counts it. */
type Log = {
  readonly kind: string
  readonly scope: string
  readonly items: readonly Entry[]
}

type Entry = { readonly fields: JsonObject }

/** How often a name is used, by kind of log. */
type Uses = Map<string, { [kind: string]: number }>

/**
 * Counts a workspace's entries, and takes over what people wrote in the present index. A pure function: the order
 * of the documents, the day and the machine make no difference.
 */
export function buildMemoryIndex(
  workspace: string,
  logs: readonly Log[],
  present: IndexFacts | null,
): MemoryIndex {
  const entries = logs.flatMap(({ items, kind }) => items.map((item) => ({ item, kind })))
  const total = (kind: string): number => entries.filter((entry) => entry.kind === kind).length
  const dates = entries.map(({ item }) => dateOf(item)).filter(isCalendarDate)
  const tags = mergedRows(present?.tags ?? [], 'tags')
  const categories = mergedRows(present?.categories ?? [], 'categories')
  return {
    workspace,
    lastUpdated: dates.sort().at(-1) ?? null,
    tags: builtRows(usesOf(entries, tagsOf), tags.kept),
    categories: builtRows(
      usesOf(entries, (item) => [categoryOf(item)].filter((one) => one !== null)),
      categories.kept,
    ),
    totals: { decisions: total('decisions'), lessons: total('lessons') },
    domains: domainsOf(logs),
    kept: present?.kept ?? { root: [], summary: [] },
    comments: [...(present?.comments ?? []), ...tags.comments, ...categories.comments],
  }
}

function usesOf(
  entries: readonly { readonly item: Entry; readonly kind: string }[],
  namesOf: (item: Entry) => readonly string[],
): Uses {
  const uses: Uses = new Map()
  for (const { item, kind } of entries) {
    for (const name of namesOf(item)) {
      const byKind = uses.get(name) ?? {}
      byKind[kind] = (byKind[kind] ?? 0) + 1
      uses.set(name, byKind)
    }
  }
  return uses
}

/** Every name in use, and every row that holds a person's words. */
function builtRows(uses: Uses, kept: ReadonlyMap<string, readonly KeptKey[]>): BuiltRow[] {
  const names = [...uses.keys(), ...[...kept].flatMap(([name, keys]) => (keys.length > 0 ? [name] : []))]
  return [...new Set(names)].sort(compareText).map((name) => {
    const byKind = uses.get(name) ?? {}
    const usedIn = LOG_KINDS.filter((kind) => byKind[kind] !== undefined)
    const count = usedIn.reduce((sum, kind) => sum + (byKind[kind] ?? 0), 0)
    return { name, usedIn, count, kept: kept.get(name) ?? [] }
  })
}

/** Rows of one name become one, as after a merge by union: what the second says otherwise goes into a comment. */
function mergedRows(
  rows: readonly IndexRow[],
  section: string,
): { kept: ReadonlyMap<string, readonly KeptKey[]>; comments: readonly IndexComment[] } {
  const merged = new Map<string, Map<string, string>>()
  const comments: IndexComment[] = []
  for (const { name, kept } of rows) {
    const first = merged.get(name) ?? new Map<string, string>()
    merged.set(name, first)
    for (const { key, yaml } of kept) {
      const other = first.get(key)
      if (other === undefined) first.set(key, yaml)
      else if (other !== yaml) comments.push(secondValue(`/${section}/${pointerStep(name)}`, { key, yaml }))
    }
  }
  const kept = [...merged].map(([name, keys]) => [name, keysOf(keys)] as const)
  return { kept: new Map(kept), comments }
}

function keysOf(values: ReadonlyMap<string, string>): KeptKey[] {
  return [...values].map(([key, yaml]) => ({ key, yaml }))
}

function secondValue(anchor: string, { key, yaml }: KeptKey): IndexComment {
  return { anchor, trailing: false, text: `# ${key}: ${yaml}` }
}

function domainsOf(logs: readonly Log[]): string[] {
  const domains = logs.map(({ scope }) => scope.split('/')[1]).filter((one) => one !== undefined)
  return [...new Set(domains)].sort(compareText)
}

/** One line of the file; comments find their key by its anchor. A blank line has none. */
type Line = { readonly anchor: string | null; readonly text: string }

/** Writes a memory index as text: LF, one line break at the end, keys and order as the format has them. */
export function renderMemoryIndex(index: MemoryIndex): string {
  const { comments } = index
  const lines = linesOf(index)
  const anchors = new Set(lines.flatMap(({ anchor }) => anchor ?? []))
  const placed = byAnchor(comments, anchors)
  const above = placed.get(TOP) ?? []
  const below = placed.get(END) ?? []
  return [
    ...(above.length > 0 ? [...above.map(({ text }) => text), ''] : []),
    ...lines.flatMap((line) => withComments(line, placed)),
    ...(below.length > 0 ? ['', ...below.map(({ text }) => text)] : []),
    '',
  ].join('\n')
}

function linesOf({ workspace, lastUpdated, tags, categories, totals, domains, kept }: MemoryIndex): Line[] {
  const summary = '/summary'
  return [
    { anchor: '/workspace', text: `workspace: ${yamlScalar(workspace)}` },
    { anchor: '/last_updated', text: `last_updated: ${lastUpdated === null ? 'null' : `"${lastUpdated}"`}` },
    BLANK,
    ...section('tags', tags),
    BLANK,
    ...section('categories', categories),
    BLANK,
    { anchor: summary, text: 'summary:' },
    { anchor: `${summary}/total_decisions`, text: `  total_decisions: ${totals.decisions}` },
    { anchor: `${summary}/total_lessons`, text: `  total_lessons: ${totals.lessons}` },
    { anchor: `${summary}/domains_with_memory`, text: `  domains_with_memory: ${flow(domains)}` },
    ...keptLines(summary, '  ', kept.summary),
    ...(kept.root.length > 0 ? [BLANK, ...keptLines('', '', kept.root)] : []),
  ]
}

const BLANK: Line = { anchor: null, text: '' }

function section(name: string, rows: readonly BuiltRow[]): Line[] {
  if (rows.length === 0) return [{ anchor: `/${name}`, text: `${name}: []` }]
  return [{ anchor: `/${name}`, text: `${name}:` }, ...rows.flatMap((row) => rowLines(`/${name}`, row))]
}

function rowLines(section: string, { name, usedIn, count, kept }: BuiltRow): Line[] {
  const anchor = `${section}/${pointerStep(name)}`
  return [
    { anchor, text: `  - name: ${yamlScalar(name)}` },
    ...keptLines(
      anchor,
      '    ',
      kept.filter(({ key }) => key === 'description'),
    ),
    { anchor: `${anchor}/used_in`, text: `    used_in: ${flow(usedIn)}` },
    { anchor: `${anchor}/count`, text: `    count: ${count}` },
    ...keptLines(
      anchor,
      '    ',
      kept.filter(({ key }) => key !== 'description'),
    ),
  ]
}

function keptLines(anchor: string, indent: string, kept: readonly KeptKey[]): Line[] {
  return kept.map(({ key, yaml }) => ({
    anchor: `${anchor}/${pointerStep(key)}`,
    text: `${indent}${yamlScalar(key)}: ${yaml}`,
  }))
}

function flow(names: readonly string[]): string {
  return `[${names.map(yamlScalar).join(', ')}]`
}

/** The nearest key that is still there; the end of the file for a row that is gone. */
function placeFor(anchor: string, anchors: ReadonlySet<string>): string {
  if (anchor === TOP || anchor === END) return anchor
  const steps = anchor.split('/').slice(1)
  const isRow = ROW_SECTIONS.some((name) => name === steps[0])
  for (let length = steps.length; length > (isRow ? Math.min(1, steps.length - 1) : 0); length -= 1) {
    const shorter = `/${steps.slice(0, length).join('/')}`
    if (anchors.has(shorter)) return shorter
  }
  return END
}

function byAnchor(
  comments: readonly IndexComment[],
  anchors: ReadonlySet<string>,
): ReadonlyMap<string, readonly IndexComment[]> {
  const placed = new Map<string, IndexComment[]>()
  for (const comment of comments) {
    const anchor = placeFor(comment.anchor, anchors)
    const list = placed.get(anchor)
    if (list) list.push(comment)
    else placed.set(anchor, [comment])
  }
  return placed
}

/** A line with its comments: those alone on a line above it, the first that trails behind it, further ones above. */
function withComments(
  { anchor, text }: Line,
  placed: ReadonlyMap<string, readonly IndexComment[]>,
): string[] {
  const own = (anchor !== null && placed.get(anchor)) || []
  const trailing = own.find((comment) => comment.trailing)
  const indent = text.slice(0, text.length - text.trimStart().length)
  const above = own.filter((comment) => comment !== trailing).map((comment) => `${indent}${comment.text}`)
  return [...above, trailing ? `${text} ${trailing.text}` : text]
}

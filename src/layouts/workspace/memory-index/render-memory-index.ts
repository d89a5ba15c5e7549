import { scalar } from '../../../formats/yaml-scalar.ts'
import type { BuiltRow, MemoryIndex } from './build-memory-index.ts'
import { END, type IndexComment, type KeptKey, pointerStep, ROW_SECTIONS, TOP } from './index-facts.ts'

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
    { anchor: '/workspace', text: `workspace: ${scalar(workspace)}` },
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
    { anchor, text: `  - name: ${scalar(name)}` },
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
    text: `${indent}${scalar(key)}: ${yaml}`,
  }))
}

function flow(names: readonly string[]): string {
  return `[${names.map(scalar).join(', ')}]`
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

/** A line with its comments: those that stand alone above it, the first that trails behind it, further ones above. */
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

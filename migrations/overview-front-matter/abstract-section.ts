import { applyEdits, type Edit } from '../../src/core/edit.ts'
import type { Range } from '../../src/core/markdown.ts'
import { type Abstract, trimmed } from './abstract.ts'

/** What is kept of an abstract, and how it is set into the overview. */
export type SectionForm = {
  /** The part of the body that is kept, in offsets of the abstract; null for none of it. */
  readonly kept: Range | null
  /** Its opening paragraph has become the description. */
  readonly withoutOpening: boolean
  /** The front matter is kept as well. */
  readonly withFields: boolean
  readonly depth: number
  readonly eol: string
}

const DEEPEST = 6

/**
 * The section that keeps an abstract: under its own heading, or `Abstract`. Headings are deepened to fit, every other
 * line is as it was; front matter is kept in a fence.
 */
export function abstractSection({ read, heading, opening }: Abstract, form: SectionForm): string {
  const { kept, depth, eol } = form
  const { text, frontMatter } = read
  const parts: string[] = []
  if (!heading || !kept) parts.push(`${'#'.repeat(depth)} Abstract`)
  if (kept) {
    const edits = [...deepened(read, { kept, depth, first: heading?.depth ?? null })]
    if (form.withoutOpening && opening) edits.push({ ...withBlankLines(text, opening), text: '' })
    parts.push(cut(text, kept, edits))
  }
  if (form.withFields && frontMatter)
    parts.push(fenced(text.slice(frontMatter.yaml.start, frontMatter.yaml.end), eol))
  return parts.filter((part) => part !== '').join(eol + eol)
}

function withBlankLines(text: string, { start, end }: Range): Range {
  const blank = /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(text.slice(end))?.[0].length ?? 0
  return { start, end: end + blank }
}

function cut(text: string, kept: Range, edits: readonly Edit[]): string {
  const inside = edits.map((edit) => ({
    ...edit,
    start: edit.start - kept.start,
    end: edit.end - kept.start,
  }))
  const result = applyEdits(text.slice(kept.start, kept.end), inside)
  const { start, end } = trimmed(result, { start: 0, end: result.length })
  return result.slice(start, end)
}

/** One more `#` for each step; a heading underlined with `=` is underlined with `-` instead. */
function deepened(
  { text, markdown }: Abstract['read'],
  { kept, depth, first }: { kept: Range; depth: number; first: number | null },
): Edit[] {
  const headings = markdown.headings.filter((one) => one.topLevel && one.start >= kept.start)
  const highest = Math.min(DEEPEST, ...headings.map((one) => one.depth))
  const by = Math.max(0, first === null ? depth + 1 - highest : depth - first)
  if (by === 0) return []
  return headings.flatMap(({ start, end, style, depth: old }) => {
    if (style === 'atx') {
      const more = Math.min(by, DEEPEST - old)
      return more > 0 ? [{ start, end: start, text: '#'.repeat(more) }] : []
    }
    const line = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1
    const underline = text.slice(line, end)
    return old === 1 ? [{ start: line, end, text: underline.replaceAll('=', '-') }] : []
  })
}

/** A fence longer than any in it. */
function fenced(yaml: string, eol: string): string {
  const longest = Math.max(2, ...[...yaml.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  const end = /[\r\n]$/.test(yaml) ? '' : eol
  return `${fence}yaml${eol}${yaml}${end}${fence}`
}

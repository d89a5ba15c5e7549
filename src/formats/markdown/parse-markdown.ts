import type { Code, Heading as HeadingNode, Html, Nodes, Root } from 'mdast'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import type { Heading, Markdown, Range } from '../../core/source.ts'
import { once } from '../../core/text.ts'
import { blockOf, type Lines, located, type Outline, sortOutline, taskBoxAt, trimSpaces } from './outline.ts'
import { type Engine, type Plan, planCost, planMarkdown } from './plan-markdown.ts'
import { commentsIn, isHtmlClosed, type Zone } from './scan.ts'

/**
 * Parses the Markdown of a text (CommonMark) into its outline. `start` is the offset where Markdown begins: after a
 * byte order mark and front matter. Offsets and places of the result are those of the whole text. Throws what remark
 * throws, such as a RangeError on very deep nesting.
 */
export function parseMarkdown(text: string, start: number, engine: Engine = 'auto'): Markdown {
  return parsePlan(planMarkdown(text, start, engine))
}

/** Closes whatever a zone left open, as the line that follows the zone does. */
const HEADING = '# end'

/** Finishes what a scan began: remark parses the rest. To be called once a plan. Throws what remark throws. */
export function parsePlan({ lines, outline, zones }: Plan): Markdown {
  for (const zone of zones) addZone(outline, zone, lines)
  if (zones.length > 0) sortOutline(outline)
  return { start: lines.from, ...outline }
}

/**
 * Parses a text that is no trouble; else says where it is refused, or null where nothing more is known. An estimate of more than
 * `most` milliseconds is trouble.
 */
export function parseOrdinary(
  text: string,
  start: number,
  most?: number,
): { readonly markdown: Markdown } | { readonly refusedAt: number | null } {
  const plan = planMarkdown(text, start, 'auto')
  const cost = planCost(plan, most)
  if (cost.verdict !== 'ordinary') return { refusedAt: cost.verdict === 'refused' ? cost.offset : null }
  try {
    return { markdown: parsePlan(plan) }
  } catch {
    return { refusedAt: null }
  }
}

function addZone(outline: Outline, { start, end, type }: Zone, lines: Lines): void {
  const isCut = type === 'block' && end < lines.text.length
  const tree = remarkTree(lines.text.slice(start, end) + (isCut ? HEADING : ''))
  if (isCut) tree.children.pop()
  addTree(outline, tree, { ...lines, base: start })
}

/** Where a tree's text comes from: `base` is the offset of its first character in the whole text. */
type Origin = Lines & { readonly base: number }

type Visit = { readonly node: Nodes; readonly parent: Nodes | null }

/** Adds what a tree holds to an outline, in source order. Not recursive: a tree may be deeper than the call stack. */
function addTree(outline: Outline, tree: Root, origin: Origin): void {
  const stack: Visit[] = [{ node: tree, parent: null }]
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node } = visit
    addNode(outline, visit, origin)
    if (!('children' in node)) continue
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index]
      if (child) stack.push({ node: child, parent: node })
    }
  }
}

function addNode(outline: Outline, { node, parent }: Visit, origin: Origin): void {
  const isTop = parent?.type === 'root'
  switch (node.type) {
    case 'heading':
      outline.headings.push(headingOf(node, isTop, origin))
      break
    case 'thematicBreak':
      if (isTop) outline.breaks.push(located(rangeOf(node, origin), origin))
      break
    case 'code':
      addCode(outline, node, isTop, origin)
      break
    case 'html':
      addHtml(outline, node, parent, origin)
      break
    case 'blockquote':
    case 'list':
      if (isTop) addContainer(outline, node, origin)
      break
    case 'paragraph':
      if (parent?.type === 'listItem' && parent.children[0] === node) addTask(outline, node, origin)
      break
    case 'link':
    case 'image':
    case 'definition':
      outline.destinations.push({ target: node.url, place: located(rangeOf(node, origin), origin).place })
      break
    default:
  }
}

function headingOf(node: HeadingNode, topLevel: boolean, origin: Origin): Heading {
  const first = node.children[0]
  const last = node.children.at(-1)
  const text = first && last ? origin.text.slice(rangeOf(first, origin).start, rangeOf(last, origin).end) : ''
  return {
    ...located(rangeOf(node, origin), origin),
    depth: node.depth,
    text: trimSpaces(text),
    style: node.position?.start.line === node.position?.end.line ? 'atx' : 'setext',
    topLevel,
  }
}

function addCode(outline: Outline, node: Code, isTop: boolean, origin: Origin): void {
  const fences = node.data?.fences ?? 0
  if (fences > 0) {
    const closed = fences > 1
    outline.blocks.push(blockOf(rangeOf(node, origin), 'fence', closed, origin))
  } else if (isTop) {
    outline.blocks.push(blockOf(rangeOf(node, origin), 'indented-code', true, origin))
  }
}

function addContainer(outline: Outline, node: Nodes, origin: Origin): void {
  const type = node.type === 'list' ? 'list' : 'quote'
  outline.blocks.push(blockOf(rangeOf(node, origin), type, true, origin))
}

function addHtml(outline: Outline, node: Html, parent: Nodes | null, origin: Origin): void {
  const range = located(rangeOf(node, origin), origin)
  if (isFlow(parent)) outline.blocks.push({ ...range, type: 'html', closed: isHtmlClosed(node.value) })
  for (const comment of commentsIn(origin.text, range)) {
    outline.comments.push({ ...comment, place: located(comment, origin).place })
  }
}

function addTask(outline: Outline, node: Nodes, origin: Origin): void {
  const task = taskBoxAt(rangeOf(node, origin).start, origin)
  if (task) outline.tasks.push(task)
}

/** True for a node whose children are blocks rather than inline content. */
function isFlow(node: Nodes | null): boolean {
  return node?.type === 'root' || node?.type === 'blockquote' || node?.type === 'listItem'
}

function rangeOf(node: Nodes, { base }: Origin): Range {
  return { start: base + (node.position?.start.offset ?? 0), end: base + (node.position?.end.offset ?? 0) }
}

declare module 'mdast' {
  interface CodeData {
    /** Fence lines of a fenced block: 2 when it is closed, 1 when nothing closes it, absent without fences. */
    fences?: number
  }
}

const processor = once(() => unified().use(countFences).use(remarkParse).freeze())

/** Parses Markdown (CommonMark, no extensions) with remark. It throws what remark throws. */
export function remarkTree(markdown: string): Root {
  // A byte order mark inside a file is a character like another; remark would drop it and every offset would be off.
  return processor().parse(markdown.startsWith('\ufeff') ? `\ufffd${markdown.slice(1)}` : markdown)
}

/** The tree alone does not say whether a fence was closed; the parser's own tokens do. */
function countFences(this: Processor): void {
  this.data('fromMarkdownExtensions', [
    {
      enter: {
        codeFencedFence() {
          const code = this.stack.findLast((node): node is Code => node.type === 'code')
          if (code) code.data = { fences: (code.data?.fences ?? 0) + 1 }
        },
      },
    },
  ])
}

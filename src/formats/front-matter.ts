import { isJsonObject, type JsonObject } from '../core/json.ts'
import type { Data, DataNode, FrontMatter, ParseProblem, Range } from '../core/source.ts'
import { type Edit, type LineStarts, lineAt, lineEnd, placeOf } from '../core/text.ts'
import type { FrontMatterForm } from './agent-rule.ts'
import {
  type BlockLines,
  blockAt,
  hasKeyLine,
  isBlankLine,
  type Lines,
  looksLikeMap,
  MAX_NODES,
  OPENING,
  opensAt,
} from './front-matter-block.ts'
import { parseYaml } from './yaml/yaml.ts'

/** Front matter, where the Markdown after it starts, and what is wrong with the block or its place. */
export type FrontMatterReading = {
  /** Null when there is none or it could not be read; then `problems` says why. */
  readonly frontMatter: FrontMatter | null
  /** After a byte order mark and the block, readable or not. */
  readonly bodyStart: number
  readonly problems: readonly ParseProblem[]
}

/**
 * Reads the one YAML block between two `---` lines at the start of a text (a byte order mark may come before it).
 * Nothing but blanks may follow the dashes: `---js` and its like are not front matter and are never run. Never throws.
 * `maxBytes` limits the text between the lines, in bytes of UTF-8.
 */
export function readFrontMatter(
  text: string,
  starts: LineStarts,
  maxBytes: number,
  form: FrontMatterForm = 'yaml',
): FrontMatterReading {
  const start = text.startsWith('\ufeff') ? 1 : 0
  const lines = { text, starts, maxBytes }
  if (!opensAt(text, start)) return nothing(start, misplacedBlock(lines, start, 'late'))
  const block = blockAt(lines, start)
  if (!block) return nothing(start, unclosed(lines, start))
  if (!looksMeant(lines, block)) return nothing(start, null)
  const { end } = block.block
  const read = parseBlock(lines, block, form)
  if ('problem' in read) return nothing(end, read.problem)
  const second = misplacedBlock(lines, end, 'second')
  return { frontMatter: read.frontMatter, bodyStart: end, problems: second ? [second] : [] }
}

function nothing(bodyStart: number, problem: ParseProblem | null): FrontMatterReading {
  return { frontMatter: null, bodyStart, problems: problem ? [problem] : [] }
}

/** A text can start with a thematic break: then a blank line follows it, and no `key:` comes before the next one. */
function looksMeant(lines: Lines, { yaml }: BlockLines): boolean {
  return yaml.start === yaml.end || !isBlankLine(lines, yaml.start) || hasKeyLine(lines, yaml)
}

function parseBlock(
  lines: Lines,
  { block, yaml }: BlockLines,
  form: FrontMatterForm,
): { frontMatter: FrontMatter } | { problem: ParseProblem } {
  const { text, starts, maxBytes } = lines
  const bytes = new TextEncoder().encode(text.slice(yaml.start, yaml.end)).length
  if (bytes > maxBytes) return { problem: tooLong(lines, block.start, bytes) }
  if (form === 'raw') return { frontMatter: { ...readRawFields(lines, yaml), block, yaml } }
  const parsed = parseYaml(text, yaml, starts, { maxNodes: MAX_NODES })
  if ('problem' in parsed) {
    if (form !== 'loose') return parsed
    return { frontMatter: { ...readRawFields(lines, yaml), block, yaml, broken: parsed.problem.message } }
  }
  const fields = parsed.data.value ?? Object.create(null)
  if (isJsonObject(fields)) return { frontMatter: { ...parsed.data, value: fields, block, yaml, fields } }
  const at = parsed.data.nodes.get('')?.value ?? yaml
  const found = Array.isArray(fields) ? 'a list' : 'a single value'
  return {
    problem: {
      rule: 'syntax',
      place: placeOf(starts, at.start, at.end),
      message: `The front matter is ${found}, not \`key: value\` lines`,
      help: 'Write each line between the two `---` as `key: value`.',
    },
  }
}

function tooLong({ text, starts, maxBytes }: Lines, start: number, bytes: number): ParseProblem {
  return {
    rule: 'size-limit',
    place: placeOf(starts, start, lineEnd(text, start).end),
    message: `The front matter has ${bytes} bytes, the limit is ${maxBytes}`,
    help: 'Move text from the front matter into the body.',
  }
}

function unclosed(lines: Lines, start: number): ParseProblem | null {
  const next = lineEnd(lines.text, start).next
  if (!hasKeyLine(lines, { start: next, end: lineEnd(lines.text, next).end })) return null
  const near = nearEnd(lines, next)
  return {
    rule: 'syntax',
    place: placeOf(lines.starts, start, start + OPENING.length),
    message: `The front matter is not closed by a line \`---\`${near ? `: line ${near.line} has \`${near.text}\`` : ''}`,
    help: near ? `Write \`---\` in line ${near.line}.` : 'Add a line `---` after the last `key: value` line.',
  }
}

/** The first line of more dashes, where what is above it reads like front matter. */
function nearEnd(lines: Lines, start: number): { readonly line: number; readonly text: string } | null {
  const { text, starts } = lines
  const found = /^-{4,}(?=[ \t]*\r?$)/m.exec(text.slice(start))
  if (!found || !looksLikeMap(lines, { start, end: start + found.index })) return null
  return { line: lineAt(starts, start + found.index), text: found[0].slice(0, 10) }
}

/**
 * Finds a front-matter block that no tool will see: one that comes late (after blank lines, comments or one heading
 * from `start`), or a second one after the first. A late block can be moved to the top; two blocks only a person can merge.
 */
function misplacedBlock(lines: Lines, start: number, which: 'late' | 'second'): ParseProblem | null {
  const before = which === 'second' ? skipBlank(lines, start) : skipIntroduction(lines, start)
  if (before === null || !opensAt(lines.text, before)) return null
  const found = blockAt(lines, before)
  // At the very top nothing else can be meant; further down, a map that parses separates it from text between two breaks.
  const isAtTop = which === 'late' && skipBlank(lines, start) === before
  if (!found || !(isAtTop ? looksLikeMap(lines, found.yaml) : isMap(lines, found))) return null
  const place = placeOf(lines.starts, before, lineEnd(lines.text, before).end)
  const rule = 'front-matter-position'
  if (which === 'second') {
    return {
      rule,
      place,
      message: 'The file has a second front-matter block',
      help: 'Move its lines into the first block.',
    }
  }
  return {
    rule,
    place,
    message: 'The front matter does not start on line 1',
    help: 'Move the block to the top of the file: anywhere else it is plain text.',
    edits: edits(lines, start, found),
  }
}

function isMap({ text, starts, maxBytes }: Lines, { yaml }: BlockLines): boolean {
  if (yaml.end - yaml.start > maxBytes || !looksLikeMap({ text, starts, maxBytes }, yaml)) return false
  const parsed = parseYaml(text, yaml, starts, { maxNodes: MAX_NODES })
  return 'data' in parsed && isJsonObject(parsed.data.value) && Object.keys(parsed.data.value).length > 0
}

function skipBlank(lines: Lines, start: number): number {
  let at = start
  while (at < lines.text.length && isBlankLine(lines, at)) at = lineEnd(lines.text, at).next
  return at
}

/** Skips blank lines, comments and at most one heading; null inside a comment that is never closed. */
function skipIntroduction(lines: Lines, start: number): number | null {
  let at = skipBlank(lines, start)
  let headings = 0
  while (at < lines.text.length) {
    const line = lineEnd(lines.text, at)
    const comment = commentEnd(lines, at)
    if (comment === null) return null
    if (comment > at) at = comment
    else if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(lines.text.slice(at, line.end)) && ++headings === 1)
      at = line.next
    else return at
    at = skipBlank(lines, at)
  }
  return at
}

/** Where the line after a comment starts; `at` itself when there is no comment, null when more than a comment is there. */
function commentEnd(lines: Lines, at: number): number | null {
  const indent = /^ {0,3}/.exec(lines.text.slice(at, at + 3))?.[0].length ?? 0
  if (!lines.text.startsWith('<!--', at + indent)) return at
  const close = lines.text.indexOf('-->', at + indent + 4)
  if (close < 0 || !isBlankLine(lines, close + 3)) return null
  return lineEnd(lines.text, close).next
}

/** Only blank lines before the block: they go. Else the block goes to the top; every other character stays. */
function edits(lines: Lines, start: number, { block }: BlockLines): readonly Edit[] {
  const { text } = lines
  if (skipBlank(lines, start) === block.start) return [{ start, end: block.start, text: '' }]
  const moved = text.slice(block.start, block.end)
  const opening = lineEnd(text, block.start)
  const lineBreak = /[\r\n]$/.test(moved) ? '' : text.slice(opening.end, opening.next)
  return [
    { start, end: start, text: moved + lineBreak },
    { start: block.start, end: block.end, text: '' },
  ]
}

const KEY = /([A-Za-z_][\w-]*):[ \t]*/y

/**
 * Reads `key: value` lines as the editor does that owns `.mdc` files: a value is the text behind the colon, unquoted and
 * with no YAML in it (`globs: **\/*.ts, *.md`). A line without a key belongs to the value above it; `#` starts a comment.
 */
function readRawFields({ text }: Lines, range: Range): Data & { fields: JsonObject } {
  const fields: { [key: string]: string } = Object.create(null)
  const nodes = new Map<string, DataNode>([['', { pointer: '', key: null, value: range }]])
  const comments: Range[] = []
  let last: { readonly name: string; readonly key: Range; readonly start: number } | null = null
  for (let at = range.start; at < range.end; at = lineEnd(text, at).next) {
    const end = Math.min(lineEnd(text, at).end, range.end)
    if (text[at] === '#') {
      comments.push({ start: at, end })
      continue
    }
    KEY.lastIndex = at
    const match = KEY.exec(text)
    if (match?.[1] !== undefined && KEY.lastIndex <= end) {
      last = { name: match[1], key: { start: at, end: at + match[1].length }, start: KEY.lastIndex }
    }
    if (!last) continue
    const value = text.slice(last.start, end).trimEnd()
    fields[last.name] = value
    const pointer = `/${last.name}`
    nodes.set(pointer, {
      pointer,
      key: last.key,
      value: { start: last.start, end: last.start + value.length },
    })
  }
  return { value: fields, fields, nodes, comments }
}

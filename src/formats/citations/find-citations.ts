import type { Citation } from '../../core/citation.ts'
import type { Block, Data, Markdown, Source } from '../../core/source.ts'
import { type LineStarts, placeOf } from '../../core/text.ts'
import { directoryRows } from './directory-rows.ts'
import { pathToken } from './path-token.ts'
import { scriptNames } from './script-names.ts'

/** At most so many of one text are followed. */
const MOST = 500

/** What was found in a text: a range, and what it names. */
type Found = Omit<Citation, 'place'> & { readonly start: number }

/**
 * What a text says of the files around it, each where it says so, in order: in links, inline code, commands, imports, list items,
 * trees of folders and strings of data; and the scripts that it runs. Whether it is there is asked elsewhere. At most 500.
 */
export function findCitations({ text, markdown, data, frontMatter, starts }: Source): readonly Citation[] {
  const values = data ?? frontMatter
  const found = [
    ...(values ? inData(text, values) : []),
    ...(markdown
      ? [...inLinks(text, markdown, starts), ...inText(text, markdown), ...inFences(text, markdown)]
      : []),
  ]
  const known = new Set<number>()
  const isPast = markdown ? isOfPast(markdown) : () => false
  const apart = found
    .sort((a, b) => a.start - b.start)
    .filter(({ start }) => !isPast(start) && !known.has(start) && known.add(start))
  return apart.slice(0, MOST).map(({ start, ...citation }) => ({
    ...citation,
    place: placeOf(starts, start, start + (citation.written ?? citation.target).length),
  }))
}

/** A test, asked in order of places, for the sections whose heading begins with a day: what they say was so on that day. */
function isOfPast({ headings }: Markdown): (start: number) => boolean {
  const own = headings.filter(({ topLevel }) => topLevel)
  let [next, depth] = [0, 0]
  return (start) => {
    for (let one = own[next]; one && one.start <= start; one = own[next]) {
      next += 1
      if (depth === 0 || one.depth <= depth) depth = /^\[?\d{4}-\d\d-\d\d\b/.test(one.text) ? one.depth : 0
    }
    return depth > 0
  }
}

function inData(text: string, { nodes, value }: Data): readonly Found[] {
  return [...nodes.values()].flatMap(({ value: range }) => {
    const raw = text.slice(range.start, range.end)
    const open = /^["']/.test(raw) ? 1 : 0
    const token = value === null ? null : pathToken(raw.slice(open, raw.length - open))
    return token ? [pathAt(range.start + open, token.target, 'data')] : []
  })
}

function pathAt(start: number, target: string, within: Citation['within']): Found {
  return { kind: 'path', target, within, start }
}

/** Targets of links and images, whose text may have escapes: those are not followed. */
function inLinks(text: string, { destinations }: Markdown, starts: LineStarts): readonly Found[] {
  return destinations.flatMap(({ target, place }) => {
    const token = pathToken(target.replace(/[?#].*$/, '').replace(/^\//, ''))
    if (!token) return []
    const from = (starts[place.line - 1] ?? 0) + place.column - 1
    const to = (starts[place.endLine - 1] ?? 0) + place.endColumn - 1
    const at = text.slice(from, to).lastIndexOf(token.target)
    return at < 0 ? [] : [pathAt(from + at, token.target, 'link')]
  })
}

/** Code spans; `@path`, as agents import files; a list item that begins with a path. */
const IN_TEXT =
  /(?<!`)(`{1,2})(?!`)((?:(?!\1)[^\n]){3,400})\1(?!`)|(?<=^|[\s(])@((?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)*\.\w{1,5})(?=$|[\s),.;:])|^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?([\w.@-]+(?:\/[\w.@[\]()-]+)*\/?)(?=$|[\s:,;])/gm

/** What follows is an example: of such names there may be no file. */
const EXAMPLE =
  /(?:\be\.? ?g\.?|\bz\. ?B\.?|\b(?:ej|ex)\b\.?|\bp\. ?(?:ej|ex)\.?|\bfor (?:example|instance)|例|例如|例えば)[\s,:：]*$/i

function inText(text: string, markdown: Markdown): readonly Found[] {
  return proseParts(text, markdown).flatMap(({ start, part }) =>
    [...part.matchAll(IN_TEXT)].flatMap(({ index, 0: whole, 1: mark, 2: code, 3: imported, 4: item }) => {
      const at = start + index
      if (EXAMPLE.test(part.slice(Math.max(0, index - 16), index))) return []
      if (code !== undefined && mark !== undefined) return inCode(code, at + mark.length)
      const word = imported ?? item ?? ''
      const token = pathToken(word)
      return token ? [pathAt(at + whole.lastIndexOf(word), token.target, imported ? 'import' : 'list')] : []
    }),
  )
}

/** A path, or a command with paths among its arguments. */
function inCode(code: string, start: number): readonly Found[] {
  const word = code.trim()
  const lead = code.indexOf(word)
  if (!/\s/.test(word)) {
    const token = pathToken(word)
    return token ? [pathAt(start + lead, token.target, 'code')] : []
  }
  return [...scriptsIn(code, start), ...inCommand(code, start)]
}

function scriptsIn(line: string, start: number): readonly Found[] {
  return scriptNames(line).map(({ tool, name, at }) => ({
    kind: 'script',
    tool,
    target: name,
    within: 'command',
    start: start + at,
  }))
}

const WORD = /\S+/g

/** Arguments of a command that have a folder; of one the quotes are taken off. */
function inCommand(line: string, start: number): readonly Found[] {
  if (!/^\s*(?:[$>#]\s+)?[a-z@.][\w./@+-]*(?:\s|$)/i.test(line)) return []
  return [...line.matchAll(WORD)].flatMap(({ index, 0: word }) => {
    const [, quote = '', inner = ''] = /^(["']?)(.*?)\1$/.exec(word) ?? []
    const token = inner.includes('/') ? pathToken(inner) : null
    return token ? [pathAt(start + index + quote.length, token.target, 'command')] : []
  })
}

const SHELLS = /^(?:ba|z|fi)?sh(?:ell)?|^console|^terminal|^powershell|^cmd/i

function inFences(text: string, { blocks }: Markdown): readonly Found[] {
  return blocks.filter(({ type }) => type === 'fence').flatMap((block) => inFence(text, block))
}

function inFence(text: string, block: Block): readonly Found[] {
  const body = text.slice(block.start, block.end)
  const info = /^[\s>]*[`~]{3,}\s*(\S*)/.exec(body)?.[1] ?? ''
  const rows = directoryRows(body)
  if (rows.length > 0)
    return rows.map(({ start, target, name }) => ({
      ...pathAt(block.start + start, target, 'tree'),
      written: name,
    }))
  if (!SHELLS.test(info)) return []
  return [...body.matchAll(/[^\r\n]+/g)]
    .slice(1)
    .flatMap(({ index, 0: line }) => [
      ...scriptsIn(line, block.start + index),
      ...inCommand(line, block.start + index),
    ])
}

/** The text outside code blocks and comments, in parts. */
function proseParts(
  text: string,
  { start, blocks, comments }: Markdown,
): readonly { start: number; part: string }[] {
  const left = [...blocks.filter(({ type }) => type === 'fence' || type === 'indented-code'), ...comments]
  const parts: { start: number; part: string }[] = []
  let at = start
  for (const one of left.sort((a, b) => a.start - b.start)) {
    if (one.start > at) parts.push({ start: at, part: text.slice(at, one.start) })
    at = Math.max(at, one.end)
  }
  return [...parts, { start: at, part: text.slice(at) }]
}

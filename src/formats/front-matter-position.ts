import type { Edit } from '../core/edit.ts'
import { isJsonObject } from '../core/json.ts'
import { placeOf } from '../core/place.ts'
import type { ParseProblem } from '../core/source.ts'
import {
  type BlockLines,
  blockAt,
  isBlankLine,
  type Lines,
  lineOf,
  looksLikeMap,
  MAX_NODES,
  opensAt,
} from './front-matter-block.ts'
import { parseYaml } from './yaml.ts'

/**
 * Finds a front-matter block that no tool will see: one that stands late (after blank lines, comments or one heading
 * from `start`), or a second one after the first. A late block can be moved to the top; two blocks only a person can merge.
 */
export function misplacedBlock(lines: Lines, start: number, which: 'late' | 'second'): ParseProblem | null {
  const before = which === 'second' ? skipBlank(lines, start) : skipIntroduction(lines, start)
  if (before === null || !opensAt(lines.text, before)) return null
  const found = blockAt(lines, before)
  // At the very top nothing else can be meant; further down, a map that parses tells it from text between two breaks.
  const isAtTop = which === 'late' && skipBlank(lines, start) === before
  if (!found || !(isAtTop ? looksLikeMap(lines, found.yaml) : isMap(lines, found))) return null
  const place = placeOf(lines.starts, before, lineOf(lines.text, before).end)
  const rule = 'front-matter-position'
  if (which === 'second') {
    return {
      rule,
      place,
      message: 'Unexpected second front-matter block, expected one',
      help: 'Move its lines into the first block.',
    }
  }
  return {
    rule,
    place,
    message: 'Unexpected front matter below the start of the file, expected it on line 1',
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
  while (at < lines.text.length && isBlankLine(lines, at)) at = lineOf(lines.text, at).next
  return at
}

/** Skips blank lines, comments and at most one heading; null inside a comment that is never closed. */
function skipIntroduction(lines: Lines, start: number): number | null {
  let at = skipBlank(lines, start)
  let headings = 0
  while (at < lines.text.length) {
    const line = lineOf(lines.text, at)
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
  return lineOf(lines.text, close).next
}

/** Only blank lines before the block: they go. Else the block goes to the top; every other character stays. */
function edits(lines: Lines, start: number, { block }: BlockLines): readonly Edit[] {
  const { text } = lines
  if (skipBlank(lines, start) === block.start) return [{ start, end: block.start, text: '' }]
  const moved = text.slice(block.start, block.end)
  const opening = lineOf(text, block.start)
  const lineBreak = /[\r\n]$/.test(moved) ? '' : text.slice(opening.end, opening.next)
  return [
    { start, end: start, text: moved + lineBreak },
    { start: block.start, end: block.end, text: '' },
  ]
}

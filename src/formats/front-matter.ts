import { isJsonObject } from '../core/json.ts'
import { type LineStarts, placeOf } from '../core/place.ts'
import type { FrontMatter, ParseProblem } from '../core/source.ts'
import {
  type BlockLines,
  blockAt,
  hasKeyLine,
  isBlankLine,
  type Lines,
  lineOf,
  MAX_NODES,
  OPENING,
  opensAt,
} from './front-matter-block.ts'
import { misplacedBlock } from './front-matter-position.ts'
import { readRawFields } from './raw-fields.ts'
import type { FrontMatterForm } from './rule-file.ts'
import { parseYaml } from './yaml.ts'

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
 * `maxBytes` limits what stands between the lines, in bytes of UTF-8.
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

/** A text can start with a thematic break: then a blank line follows it, and no `key:` stands before the next one. */
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
  if ('problem' in parsed) return parsed
  const fields = parsed.data.value ?? Object.create(null)
  if (isJsonObject(fields)) return { frontMatter: { ...parsed.data, value: fields, block, yaml, fields } }
  const at = parsed.data.nodes.get('')?.value ?? yaml
  const found = Array.isArray(fields) ? 'a list' : 'a single value'
  return {
    problem: {
      rule: 'syntax',
      place: placeOf(starts, at.start, at.end),
      message: `Unexpected ${found} in front matter, expected \`key: value\` lines`,
      help: 'Write each line between the two `---` as `key: value`.',
    },
  }
}

function tooLong({ text, starts, maxBytes }: Lines, start: number, bytes: number): ParseProblem {
  return {
    rule: 'size-limit',
    place: placeOf(starts, start, lineOf(text, start).end),
    message: `Unexpected front matter of ${bytes} bytes, expected at most ${maxBytes}`,
    help: 'Move text from the front matter into the body.',
  }
}

function unclosed(lines: Lines, start: number): ParseProblem | null {
  const next = lineOf(lines.text, start).next
  if (!hasKeyLine(lines, { start: next, end: lineOf(lines.text, next).end })) return null
  return {
    rule: 'syntax',
    place: placeOf(lines.starts, start, start + OPENING.length),
    message: 'Unexpected end of file: front matter is not closed, expected a line `---`',
    help: 'Add a line `---` after the last `key: value` line.',
  }
}

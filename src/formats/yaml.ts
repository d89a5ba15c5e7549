import { Composer, type Document, type ParsedNode, Parser, type YAMLError } from 'yaml'
import type { Range } from '../core/markdown.ts'
import { type LineStarts, placeOf } from '../core/place.ts'
import type { Data, ParseProblem } from '../core/source.ts'
import { type PlainYaml, readPlainYaml } from './plain-yaml.ts'
import { toData } from './yaml-data.ts'
import { explainYamlError, type YamlFault } from './yaml-fault.ts'
import { scanYaml } from './yaml-scan.ts'

/** Values that a text may hold: 1 MiB of them, or of anything else, is read or refused in under a second. */
const MAX_NODES = 60_000

const STRICT = {
  version: '1.2',
  schema: 'core',
  strict: true,
  stringKeys: true,
  merge: false,
  prettyErrors: false,
  logLevel: 'error',
  // Comparing every key with every other takes quadratic time: `toData` looks keys up instead.
  uniqueKeys: false,
} as const

/**
 * Parses a part of a text as one YAML 1.2 document (core schema) with the places of all its nodes. Never throws: what is
 * not YAML, or YAML that memory has no use for (anchors, aliases, tags, directives, several documents, keys that are
 * not strings, unprintable characters), is a `syntax` problem; too deep or too many values is a `size-limit` problem.
 * A number that a JSON number cannot hold stays the text it was written as.
 */
export function parseYaml(
  text: string,
  range: Range,
  starts: LineStarts,
  { maxNodes = MAX_NODES }: { readonly maxNodes?: number } = {},
): { data: Data } | { problem: ParseProblem } {
  const start = range.start === 0 && text.startsWith('\ufeff') ? 1 : range.start
  const parsed = parseSafely(text.slice(start, range.end), start, maxNodes)
  if (!('fault' in parsed)) return parsed
  const { fault } = parsed
  const from = Math.min(start + fault.start, range.end)
  const to = Math.min(Math.max(start + fault.end, from), range.end)
  const place = placeOf(starts, from, to)
  return { problem: { rule: fault.rule ?? 'syntax', place, message: fault.message, help: fault.help } }
}

function parseSafely(
  source: string,
  offset: number,
  maxNodes: number,
): { data: Data } | { fault: YamlFault } {
  try {
    return parseSource(source, offset, maxNodes)
  } catch (error) {
    const reason = error instanceof RangeError ? 'too deep' : 'not readable'
    return {
      fault: { start: 0, end: 0, message: `Unexpected YAML: ${reason}`, help: 'Write it in a simpler way.' },
    }
  }
}

function parseSource(
  source: string,
  offset: number,
  maxNodes: number,
): { data: Data } | { fault: YamlFault } {
  const plain = readPlainYaml(source, maxNodes)
  if (plain) return { data: movedBy(plain, offset) }
  return parseWhole(source, offset, maxNodes)
}

function movedBy({ value, nodes }: PlainYaml, offset: number): Data {
  if (offset === 0) return { value, nodes, comments: [] }
  const moved = ({ start, end }: Range): Range => ({ start: start + offset, end: end + offset })
  const placed = [...nodes].map(
    ([pointer, node]) =>
      [pointer, { pointer, key: node.key && moved(node.key), value: moved(node.value) }] as const,
  )
  return { value, nodes: new Map(placed), comments: [] }
}

/** By the parser alone, whatever the text. */
export function parseWhole(
  source: string,
  offset: number,
  maxNodes: number,
): { data: Data } | { fault: YamlFault } {
  const scan = scanYaml(source, maxNodes)
  if ('fault' in scan) return scan
  const [document] = compose(scan.lexemes, source.length)
  const errors = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  const first = firstOf(errors)
  if (first) return { fault: explainYamlError(first, source) }
  return toData(document?.contents ?? null, { source, offset, maxNodes, comments: scan.comments })
}

function compose(lexemes: readonly string[], length: number): Document.Parsed<ParsedNode>[] {
  const parser = new Parser()
  const tokens = [...lexemes.flatMap((lexeme) => [...parser.next(lexeme)]), ...parser.end()]
  return [...new Composer<ParsedNode>(STRICT).compose(tokens, true, length)]
}

function firstOf(errors: readonly YAMLError[]): YAMLError | undefined {
  return errors.reduce<YAMLError | undefined>(
    (first, error) => (first && first.pos[0] <= error.pos[0] ? first : error),
    undefined,
  )
}

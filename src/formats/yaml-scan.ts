import { CST, Lexer } from 'yaml'
import type { Range } from '../core/markdown.ts'
import type { YamlFault } from './yaml-fault.ts'

/** Levels of maps and lists within each other. */
export const MAX_DEPTH = 16

/** Lexical tokens per allowed value: real files have 4 to 6, comments and indentation included. */
const TOKENS_PER_NODE = 6

/** How many tokens of a type may stand in a text for each allowed value: a pair has two scalars and one `:`. */
const PER_NODE: { readonly [type in TokenType | 'scalar']?: number } = {
  scalar: 2,
  'single-quoted-scalar': 2,
  'double-quoted-scalar': 2,
  comma: 2,
  'seq-item-ind': 1,
  'map-value-ind': 1,
  'explicit-key-ind': 1,
}

/** What YAML does not allow in a text as it stands, and what an editor does not show. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\r(?!\n)|[\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u

/** A YAML text cut into lexical tokens, or what stands in it that memory does not use. Ranges are within `source`. */
export type YamlScan =
  | { readonly lexemes: readonly string[]; readonly comments: readonly Range[] }
  | { readonly fault: YamlFault }

/**
 * Reads through a YAML text before it is parsed and stops at the first thing that is refused. The parser's own time
 * grows without bound on deep nesting and many tokens, so both are limited here, where each token costs the same.
 */
export function scanYaml(source: string, maxNodes: number): YamlScan {
  const unprintable = UNPRINTABLE.exec(source)
  if (unprintable) return { fault: unprintableFault(unprintable) }
  const state: State = { offset: 0, flow: 0, indicators: 0, content: false, ended: false, last: null }
  const counts = new Map<string | null, number>()
  const lexemes: string[] = []
  const comments: Range[] = []
  for (const lexeme of new Lexer().lex(source)) {
    const isScalar = lexemes.at(-1) === CST.SCALAR
    lexemes.push(lexeme)
    if (isMarker(lexeme) && !isScalar) continue
    const type = isScalar ? 'scalar' : CST.tokenType(lexeme)
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    if (lexemes.length > maxNodes * TOKENS_PER_NODE || count > maxNodes * perNode(type)) {
      return { fault: tooMany(state.offset, maxNodes) }
    }
    const end = state.offset + lexeme.length
    const refusal = step(state, type, lexeme)
    if (refusal) return { fault: { start: state.offset, end, ...refusal } }
    if (type === 'comment') comments.push({ start: state.offset, end })
    state.offset = end
  }
  return { lexemes, comments }
}

type TokenType = CST.TokenType
type State = {
  offset: number
  /** Open brackets. */
  flow: number
  /** `-`, `?` and `:` of the present line. */
  indicators: number
  content: boolean
  /** After `...`. */
  ended: boolean
  /** The last token that was not white space or a comment. */
  last: TokenType | null
}
type Refusal = Pick<YamlFault, 'rule' | 'message' | 'help'>

const BLANK: ReadonlySet<TokenType | null> = new Set(['newline', 'space', 'comment', 'byte-order-mark'])

function perNode(type: TokenType | null): number {
  return (type && PER_NODE[type]) ?? TOKENS_PER_NODE
}

/** Moves on by one token; gives a refusal when the token may not stand here. */
function step(state: State, type: TokenType | null, lexeme: string): Refusal | null {
  if (type === 'newline') state.indicators = 0
  if (BLANK.has(type)) return null
  const refusal =
    documentStep(state, type) ?? nestingStep(state, type) ?? quoteStep(type, lexeme) ?? markStep(type, lexeme)
  state.last = type
  return refusal
}

function documentStep(state: State, type: TokenType | null): Refusal | null {
  const isSecond = type === 'doc-start' ? state.content : state.ended
  if (isSecond) return SECOND_DOCUMENT
  state.content = true
  if (type === 'doc-end') state.ended = true
  return null
}

function nestingStep(state: State, type: TokenType | null): Refusal | null {
  switch (type) {
    case 'flow-map-start':
    case 'flow-seq-start':
      return ++state.flow > MAX_DEPTH ? TOO_DEEP : null
    case 'flow-map-end':
    case 'flow-seq-end':
      return --state.flow < 0 ? unexpectedMark('a closing bracket that nothing opens') : null
    case 'comma':
      return state.last === 'comma' ? unexpectedMark('a second `,` with nothing before it') : null
    case 'seq-item-ind':
    case 'explicit-key-ind':
    case 'map-value-ind':
      // In a flow collection a line may hold any number of pairs; outside, each indicator of a line nests.
      return state.flow === 0 && ++state.indicators > MAX_DEPTH * 2 ? TOO_DEEP : null
    default:
      return null
  }
}

/** Found here and not by the parser, which only knows where the text ended and not where the quotes were opened. */
function quoteStep(type: TokenType | null, lexeme: string): Refusal | null {
  const quote = lexeme.charAt(0)
  const isQuoted = type === 'single-quoted-scalar' || type === 'double-quoted-scalar'
  if (!isQuoted || (lexeme.length > 1 && lexeme.endsWith(quote))) return null
  return { message: `Unexpected value: its \`${quote}\` is not closed`, help: 'Close the quotes.' }
}

function markStep(type: TokenType | null, lexeme: string): Refusal | null {
  if (type === 'alias' || type === 'anchor' || type === 'tag') return refusedMark(type, lexeme)
  if (type !== 'directive-line') return null
  return {
    message: 'Unexpected YAML directive',
    help: 'Delete the line that starts with `%`, or quote the value.',
  }
}

const SECOND_DOCUMENT: Refusal = {
  message: 'Unexpected second YAML document, expected one',
  help: 'Delete the line `---` or `...` between the two, or move the second document to its own file.',
}

const TOO_DEEP: Refusal = {
  rule: 'size-limit',
  message: `Unexpected nesting: more than ${MAX_DEPTH} levels`,
  help: 'Write the data flatter.',
}

/** The fault of holding more values than `maxNodes`, noticed at `offset`. */
export function tooMany(offset: number, maxNodes: number): YamlFault {
  return {
    rule: 'size-limit',
    start: offset,
    end: offset,
    message: `Unexpected amount of YAML: more than ${maxNodes} values`,
    help: 'Split the file.',
  }
}

/** The fault of nesting deeper than the limit. */
export function tooDeep(range: Range): YamlFault {
  return { ...TOO_DEEP, ...range }
}

function refusedMark(type: 'alias' | 'anchor' | 'tag', lexeme: string): Refusal {
  const mark = lexeme.charAt(0)
  return {
    message: `Unexpected YAML ${type}: a value that starts with \`${mark}\``,
    help: `Write the value in quotes; YAML ${type === 'alias' ? 'aliases' : `${type}s`} are not used in memory.`,
  }
}

function unexpectedMark(what: string): Refusal {
  return { message: `Unexpected YAML: ${what}`, help: 'Delete it, or write the value in quotes.' }
}

/** Marks that the lexer puts between tokens; they stand for no characters of the text. */
function isMarker(lexeme: string): boolean {
  return lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR
}

function unprintableFault({ index, 0: character }: RegExpExecArray): YamlFault {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const message =
    character === '\r'
      ? 'Unexpected lone carriage return, expected a line feed'
      : `Unexpected character U+${code} in YAML`
  const help =
    character === '\r'
      ? 'Save the file with LF or CRLF line ends.'
      : 'Delete the character: editors do not show it.'
  return { start: index, end: index + character.length, message, help }
}

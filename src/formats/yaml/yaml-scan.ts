import { CST, type ErrorCode, Lexer, type YAMLError } from 'yaml'
import type { ParseProblem, Range } from '../../core/source.ts'

/** Levels of maps and lists within each other. */
export const MAX_DEPTH = 16

/** Lexical tokens per allowed value: real files have 4 to 6, comments and indentation included. */
const TOKENS_PER_NODE = 6

/** How many tokens of a type may be in a text for each allowed value: a pair has two scalars and one `:`. */
const PER_NODE: { readonly [type in TokenType | 'scalar']?: number } = {
  scalar: 2,
  'single-quoted-scalar': 2,
  'double-quoted-scalar': 2,
  comma: 2,
  'seq-item-ind': 1,
  'map-value-ind': 1,
  'explicit-key-ind': 1,
}

/** Characters that YAML does not allow unescaped, and characters that an editor does not show. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\r(?!\n)|[\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u

/** A YAML text cut into lexical tokens, or the first construct in it that memory does not use. Ranges are within `source`. */
type YamlScan =
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
/** Why a token is refused. */
type Refusal = {
  readonly rule?: ParseProblem['rule']
  readonly message: string
  readonly help: string
}

const BLANK: ReadonlySet<TokenType | null> = new Set(['newline', 'space', 'comment', 'byte-order-mark'])

function perNode(type: TokenType | null): number {
  return (type && PER_NODE[type]) ?? TOKENS_PER_NODE
}

/** Moves on by one token; gives a refusal when the token may not be here. */
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
      return --state.flow < 0 ? strayMark('A closing bracket has no opening one') : null
    case 'comma':
      return state.last === 'comma' ? strayMark('A second `,` has no value before it') : null
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
  return { message: `The quote \`${quote}\` is not closed`, help: 'Close the quotes.' }
}

function markStep(type: TokenType | null, lexeme: string): Refusal | null {
  if (type === 'alias' || type === 'anchor' || type === 'tag') return refusedMark(type, lexeme)
  if (type !== 'directive-line') return null
  return {
    message: 'YAML directives are not allowed',
    help: 'Delete the line that starts with `%`, or quote the value.',
  }
}

const SECOND_DOCUMENT: Refusal = {
  message: 'The file holds a second YAML document',
  help: 'Delete the line `---` or `...` between the two, or move the second document to its own file.',
}

const TOO_DEEP: Refusal = {
  rule: 'size-limit',
  message: `The data is nested more than ${MAX_DEPTH} levels deep`,
  help: 'Nest the data less deeply.',
}

/** The fault of holding more values than `maxNodes`, noticed at `offset`. */
export function tooMany(offset: number, maxNodes: number): YamlFault {
  return {
    rule: 'size-limit',
    start: offset,
    end: offset,
    message: `The YAML holds more than ${maxNodes} values`,
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
    message: `A value starts with \`${mark}\`, which is a YAML ${type}`,
    help: `Write the value in quotes; YAML ${type === 'alias' ? 'aliases' : `${type}s`} are not used in memory.`,
  }
}

function strayMark(what: string): Refusal {
  return { message: what, help: 'Delete it, or write the value in quotes.' }
}

/** Marks that the lexer puts between tokens; they have no characters of the text. */
function isMarker(lexeme: string): boolean {
  return lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR
}

function unprintableFault({ index, 0: character }: RegExpExecArray): YamlFault {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const message =
    character === '\r'
      ? 'A line ends with a lone carriage return'
      : `The YAML holds the unprintable character U+${code}`
  const help =
    character === '\r'
      ? 'Save the file with LF or CRLF line ends.'
      : 'Delete the character: editors do not show it.'
  return { start: index, end: index + character.length, message, help }
}

/** Why a YAML text is refused, with offsets within it. The rule is `syntax` unless it says otherwise. */
export type YamlFault = Refusal & Range

/** Message and help by the parser's error code: its own messages can quote the text at any length. */
const EXPLAINED: { readonly [code in ErrorCode]?: readonly [message: string, help: string] } = {
  BAD_DQ_ESCAPE: [
    'A double-quoted value has an unknown escape after `\\`',
    "Write `\\\\` for a backslash, or use '…' quotes.",
  ],
  BAD_INDENT: [
    'The indentation does not fit the lines above',
    'Indent the lines of one map or list by the same number of spaces.',
  ],
  BAD_SCALAR_START: ['A value starts with `@` or a backtick', 'Write the value in quotes.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'The line has a second `: `',
    'Write the value in quotes, since it contains `: `; or start a nested map on its own line.',
  ],
  BLOCK_IN_FLOW: ['A block is inside `[…]` or `{…}`', 'Write the inner value in one line.'],
  KEY_OVER_1024_CHARS: ['A key is longer than 1024 characters', 'Shorten the key.'],
  MULTILINE_IMPLICIT_KEY: [
    'The line is not of the form `key: value`',
    'Write each line as `key: value`; put a text that spans lines after `key: |`, indented.',
  ],
  MULTIPLE_DOCS: ['The file holds a second YAML document', 'Keep one document.'],
  NON_STRING_KEY: ['A key is a list or a map, not text', 'Write each line as `key: value`.'],
  RESOURCE_EXHAUSTION: ['The data is nested too deep', 'Nest the data less deeply.'],
  TAB_AS_INDENT: ['The indentation holds a tab', 'Indent with spaces.'],
}

/** The parser's message, where the code alone says too little, and what is said instead. */
const BY_MESSAGE: readonly (readonly [RegExp, string, string])[] = [
  [/^Missing closing "/, 'The quote `"` is not closed', 'Close the quotes.'],
  [/^Missing closing '/, "The quote `'` is not closed", 'Close the quotes.'],
  [
    /^(Implicit map keys need|Missing , or :|Missing space after :)/,
    'The text is not of the form `key: value`',
    'Write each line as `key: value`; put a text that spans lines after `key: |`, indented.',
  ],
  [
    /^Missing , between/,
    'A `,` is missing between two values',
    'Put `,` between the values of `[…]` and `{…}`.',
  ],
  [
    /end with a [\]}]/,
    '`[…]` or `{…}` is not closed, or its lines are not indented',
    'Close the bracket, and indent every line of it.',
  ],
  [/^Sequence item without/, 'A line of the list does not start with `- `', 'Start each item with `- `.'],
  [/^Comments must be/, '`#` has no space before it', 'Put a space before the comment, or quotes.'],
  [
    /^Block scalar header/,
    'Text follows `|` or `>` on the same line',
    'Start the text on the next line, indented.',
  ],
  [
    /at node end/,
    'Text follows the value',
    'Write the value in quotes, the quotes around all of it; or check the indentation.',
  ],
]

const UNKNOWN: readonly [string, string] = [
  'The text is not YAML',
  'Write each line as `key: value`, and put quotes around a value with special characters.',
]

/** Says in words for people, in one line, what the YAML parser found. Holds nothing of the text itself. */
export function explainYamlError({ code, message, pos }: YAMLError, source: string): YamlFault {
  const matched = BY_MESSAGE.find(([pattern]) => pattern.test(message))
  const [said, help] = matched ? [matched[1], matched[2]] : (EXPLAINED[code] ?? UNKNOWN)
  const start = Math.min(Math.max(pos[0], 0), source.length)
  const lineEnd = source.slice(start).search(/\r?\n/)
  const end = Math.min(pos[1], lineEnd < 0 ? source.length : start + lineEnd)
  return { start, end: Math.max(start, end), message: said, help }
}

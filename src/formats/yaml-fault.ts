import type { ErrorCode, YAMLError } from 'yaml'
import type { ParseProblem } from '../core/source.ts'

/** Why a YAML text is refused, with offsets within it. The rule is `syntax` unless it says otherwise. */
export type YamlFault = {
  readonly rule?: ParseProblem['rule']
  readonly start: number
  readonly end: number
  readonly message: string
  readonly help: string
}

/** Message and help by the parser's error code: its own messages can quote the text at any length. */
const EXPLAINED: { readonly [code in ErrorCode]?: readonly [message: string, help: string] } = {
  BAD_DQ_ESCAPE: [
    'Unexpected escape after `\\` in a double-quoted value',
    "Write `\\\\` for a backslash, or use '…' quotes.",
  ],
  BAD_INDENT: ['Unexpected indentation', 'Indent the lines of one map or list by the same number of spaces.'],
  BAD_SCALAR_START: ['Unexpected `@` or backtick at the start of a value', 'Write the value in quotes.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'Unexpected second `: ` in one line',
    'Write the value in quotes, since it contains `: `; or start a nested map on its own line.',
  ],
  BLOCK_IN_FLOW: ['Unexpected block inside `[…]` or `{…}`', 'Write the inner value in one line.'],
  KEY_OVER_1024_CHARS: ['Unexpected key of over 1024 characters', 'Shorten the key.'],
  MULTILINE_IMPLICIT_KEY: [
    'Unexpected line without `: `, expected `key: value`',
    'Write each line as `key: value`; put a text that spans lines after `key: |`, indented.',
  ],
  MULTIPLE_DOCS: ['Unexpected second YAML document, expected one', 'Keep one document.'],
  NON_STRING_KEY: ['Unexpected list or map as a key, expected text', 'Write each line as `key: value`.'],
  RESOURCE_EXHAUSTION: ['Unexpected nesting: too deep', 'Write the data flatter.'],
  TAB_AS_INDENT: ['Unexpected tab in the indentation', 'Indent with spaces.'],
}

/** The parser's message, where the code alone says too little, and what is said instead. */
const BY_MESSAGE: readonly (readonly [RegExp, string, string])[] = [
  [/^Missing closing "/, 'Unexpected value: its `"` is not closed', 'Close the quotes.'],
  [/^Missing closing '/, "Unexpected value: its `'` is not closed", 'Close the quotes.'],
  [
    /^(Implicit map keys need|Missing , or :|Missing space after :)/,
    'Unexpected text without `: `, expected `key: value`',
    'Write each line as `key: value`; put a text that spans lines after `key: |`, indented.',
  ],
  [/^Missing , between/, 'Unexpected value, expected `,`', 'Put `,` between the values of `[…]` and `{…}`.'],
  [
    /end with a [\]}]/,
    'Unexpected end of `[…]` or `{…}`: it is not closed, or its lines are not indented',
    'Close the bracket, and indent every line of it.',
  ],
  [/^Sequence item without/, 'Unexpected line inside a list, expected `- `', 'Start each item with `- `.'],
  [
    /^Comments must be/,
    'Unexpected `#` without a space before it',
    'Put a space before the comment, or quotes.',
  ],
  [/^Block scalar header/, 'Unexpected text after `|` or `>`', 'Start the text on the next line, indented.'],
  [
    /at node end/,
    'Unexpected text after the value',
    'Write the value in quotes, the quotes around all of it; or check the indentation.',
  ],
]

const UNKNOWN: readonly [string, string] = [
  'Unexpected text, expected YAML',
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

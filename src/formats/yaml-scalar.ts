import type { Json } from '../core/json.ts'

/** Starts with a letter and holds nothing that YAML could take for a mark, not even inside a flow list. */
const PLAIN = /^\p{L}(?:[\p{L}\p{M}\p{N} _./+()-]|(?<! )#)*$/u

/** Most of those: to build the other one takes milliseconds. */
const PLAIN_LATIN =
  /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af][A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af _./+()-]*$/

/** The same for a value that has the rest of its line to itself. No colon: what follows one decides what it means. */
const PLAIN_LINE = /^\p{L}(?:(?![:#])[\p{L}\p{M}\p{N}\p{P}\p{S} ]|(?<! )#)*$/u

/** Words that YAML 1.1 or 1.2 reads as something other than text; readers of 1.1 take `e1` for a number. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|e[-+]?\d+)$/i

/** Characters that JSON leaves bare and YAML takes for a line break, a byte order mark or nothing printable. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** A text as a YAML scalar: plain where YAML 1.1 and 1.2 both read it back as the same text, else double-quoted. */
export function scalar(text: string): string {
  const isPlain = PLAIN_LATIN.test(text) || PLAIN.test(text)
  return isPlain && !text.endsWith(' ') && !RESERVED.test(text) ? text : quoted(text)
}

/** The same for a value alone on its line, where commas, brackets and quotes within it mean nothing. */
export function lineScalar(text: string): string {
  return PLAIN_LINE.test(text) && !text.endsWith(' ') && !RESERVED.test(text) ? text : quoted(text)
}

/** A value as one line of JSON that is also YAML. */
export function quoted(value: Json): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

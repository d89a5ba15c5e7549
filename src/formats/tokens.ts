import { estimateTokenCount } from 'tokenx'

/** An estimate of how many tokens a model reads for a text; the same for LF, CRLF and CR line ends. */
export function estimateTokens(text: string): number {
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return OTHER_SPACE.test(plain) ? estimateTokenCount(plain) : estimateRuns(plain)
}

/** White space that is not of ASCII. */
const OTHER_SPACE = /[^\S\0-\x7f]/
/** Punctuation of Chinese and Japanese at the end of a word. */
const ENDS_IN_MARK =
  /[\u3001-\u3003\u3008-\u3011\u3014-\u301f\u3030\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]$/

const [OTHER, LETTER, DIGIT, SPACE, MARK, FAR] = [0, 1, 2, 3, 4, 5]

/** Of each character of ASCII, what it is to the estimate. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LETTER
  if (/\d/.test(character)) return DIGIT
  if (/\s/.test(character)) return SPACE
  return /[.,!?;(){}[\]<>:/\\|@#$%^&*+=`~_"-]/.test(character) ? MARK : OTHER
})

/**
 * The same as `estimateTokenCount`, several times as fast: it asks that only for words that are not ASCII. A first search estimates all
 * that is remembered.
 */
function estimateRuns(text: string): number {
  let [tokens, start, behindMark] = [0, 0, false]
  while (start < text.length) {
    const first = classAt(text, start)
    const isSplit = first === SPACE || first === MARK
    let [end, kind] = [start + 1, first]
    for (; end < text.length; end++) {
      const next = classAt(text, end)
      if (isSplit ? next !== first : next === SPACE || next === MARK) break
      if (next !== kind && kind !== FAR) kind = next === FAR ? FAR : OTHER
    }
    const word = kind === FAR ? text.slice(start, end) : ''
    if (kind === SPACE) tokens += tokensOfSpace(text, start, end, behindMark)
    else tokens += kind === FAR ? tokensOfWord(word) : tokensOfRun(end - start, kind)
    behindMark = kind === MARK || (kind === FAR && ENDS_IN_MARK.test(word))
    start = end
  }
  return tokens
}

function classAt(text: string, at: number): number {
  return CLASSES[text.charCodeAt(at)] ?? FAR
}

const LF = 0x0a

/** Blanks count nothing, indentation and blank lines one, and a line end one unless punctuation is before it. */
function tokensOfSpace(text: string, start: number, end: number, behindMark: boolean): number {
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) === LF) return at < end - 1 || !behindMark ? 1 : 0
  }
  return 0
}

/** A short word or sign is one token. */
function tokensOfRun(length: number, kind: number): number {
  if (kind === DIGIT) return Math.ceil(length / 3)
  if (length <= 3 || (length <= 8 && kind === LETTER)) return 1
  return Math.ceil(length / (kind === MARK ? 6 : 7))
}

const known = new Map<string, number>()
const MOST_KNOWN = 10_000
const LONGEST = 32

/** Words of other letters come again as well. */
function tokensOfWord(word: string): number {
  const before = known.get(word)
  if (before !== undefined) return before
  const tokens = estimateTokenCount(word)
  if (known.size === MOST_KNOWN) known.clear()
  // A part of a string keeps the whole text in memory: a part of a copy does not.
  if (word.length <= LONGEST) known.set(`${word} `.slice(0, -1), tokens)
  return tokens
}

/** Ends a sentence only by mistake: what follows it is capitalised as often as not. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'e.g i.e eg ie vs cf approx incl excl resp ca fig vol dr mr mrs ms prof st'.split(' '),
)
const OPENERS: ReadonlySet<string> = new Set([...'"\'`([{*_“‘«„'])
const CLOSERS: ReadonlySet<string> = new Set([...'"\'`)]}*_”’»“'])
const MARKS: ReadonlySet<string> = new Set([...'.!?…'])
/** Behind a full-width mark, and what closes behind it: no blank follows there. */
const WIDE_END = /(?<=[。！？｡]['"`)\]}*_”’»“]*)(?!['"`)\]}*_”’»“。！？｡])/

/** How many sentences a text has, as `sentencesOf` splits it. */
export function countSentences(text: string): number {
  return sentencesOf(text).length
}

/**
 * The sentences of a text, each with single blanks between its words. A full stop ends one when the next word does not
 * start in lower case, unless it is in a number or a name (`v1.2`, `file.md`), behind an abbreviation (`e.g.`), an
 * initial, or a list number. An end without a full stop, a blank line and a list item count as ends too.
 */
export function sentencesOf(text: string): string[] {
  return paragraphs(text).flatMap(sentencesIn)
}

/** The words of each paragraph and list item. */
function paragraphs(text: string): string[][] {
  const found: string[][] = [[]]
  for (const line of text.split(/\r\n|\n|\r/)) {
    const words = line.split(/\s+/).filter((word) => word !== '')
    const isItem = words.length > 1 && /^[-*+]$/.test(words[0] ?? '')
    if (words.length === 0 || isItem) found.push([])
    found.at(-1)?.push(...(isItem ? words.slice(1) : words))
  }
  return found
}

function sentencesIn(words: readonly string[]): string[] {
  const found: string[] = []
  let open: string[] = []
  words.forEach((word, index) => {
    const isFirst = open.length === 0
    const pieces = word.split(WIDE_END)
    const rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      found.push([...open, piece].join(' '))
      open = []
    }
    if (rest === '') return
    open.push(rest)
    if (!endsSentence(rest, words[index + 1], isFirst)) return
    found.push(open.join(' '))
    open = []
  })
  return open.length > 0 ? [...found, open.join(' ')] : found
}

function endsSentence(word: string, next: string | undefined, isFirst: boolean): boolean {
  const core = bare(word)
  if (!MARKS.has(core.at(-1) ?? '')) return false
  if (next === undefined) return true
  if (/^\p{Ll}/u.test(withoutOpeners(next))) return false
  if (!core.endsWith('.')) return true
  const stem = withoutOpeners(core.slice(0, -1))
  if (isFirst && /^\d+$/.test(stem)) return false
  return !ABBREVIATIONS.has(stem.toLowerCase()) && !/^\p{Lu}$/u.test(stem)
}

/** A word without closing quotes and brackets. */
function bare(word: string): string {
  let end = word.length
  while (end > 0 && CLOSERS.has(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

function withoutOpeners(word: string): string {
  let start = 0
  while (start < word.length && OPENERS.has(word.charAt(start))) start++
  return word.slice(start)
}

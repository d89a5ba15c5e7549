import { once } from '../../../core/text.ts'
/** A text as searches compare it: compatible forms as one (NFKC), lower case, white space as single spaces. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

const TERM = once(() => /[\p{L}\p{N}\p{M}]+/gu)

/** The terms of a folded text, each once: runs of letters, digits and marks. */
export function termsOf(folded: string): readonly string[] {
  return [...new Set(folded.match(TERM()))]
}

/** English words that a question has and that say nothing of what is asked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be been by can could did do does for from had has have how i if in into is it its me my of on or our should so than that the their them then there these they this to was we were what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** The terms of a query: without stop words, if another term is left. */
export function queryTerms(folded: string): readonly string[] {
  const all = termsOf(folded)
  const meaningful = all.filter((term) => !STOP_WORDS.has(term))
  return meaningful.length > 0 ? meaningful : all
}

/**
 * Whether a folded text has a needle in it, when only its terms are known, each once with spaces between: true, false, or null
 * where the text has to be read.
 */
export function mayHold(terms: string, needle: string): boolean | null {
  const found = [...needle.matchAll(TERM())]
  const [first] = found
  if (!first) return null
  if (first[0] === needle) return terms.includes(needle)
  const all = ` ${terms} `
  const isPossible = found.every(({ 0: term, index }) => {
    const isFree = index === 0
    const isOpen = index + term.length === needle.length
    return all.includes(`${isFree ? '' : ' '}${term}${isOpen ? '' : ' '}`)
  })
  return isPossible ? null : false
}

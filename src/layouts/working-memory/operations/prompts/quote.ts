import { safeLines } from '../../../../core/safe-text.ts'
import { estimateTokens } from '../../../../formats/tokens.ts'

/** Puts texts that others wrote between marks that they cannot know. */
export type Quoting = { readonly mark: string; readonly quoted: (name: string, text: string) => string }

/** Marks for these texts: random, and in none of them. */
export function quotingFor(texts: readonly string[], mint: (n: number) => string): Quoting {
  let n = 0
  let mark = mint(n)
  while (texts.some((text) => text.includes(mark))) {
    n += 1
    mark = mint(n)
  }
  return { mark, quoted: (name, text) => `<<<${name} ${mark}\n${safeLines(text)}\n${name} ${mark}>>>` }
}

/** Characters that a token has at most, in any text that people write. */
const MOST_CHARACTERS = 40

/** The end of a text that fits, and how many characters before it were left out. */
export function newestPart(whole: string, tokens: number): { readonly kept: string; readonly left: number } {
  // To look at all of a long text again and again takes seconds.
  const most = Math.max(1, tokens) * MOST_CHARACTERS
  const text = whole.slice(-most)
  if (whole.length <= most && fits(text, tokens)) return { kept: text, left: 0 }
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  const line = starts[firstFitting(starts.length, (i) => fits(text.slice(starts[i]), tokens))]
  const at =
    line !== undefined && line < text.length
      ? line
      : firstFitting(text.length, (i) => fits(text.slice(i), tokens))
  // A pair of surrogates is one character.
  const from = /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at
  return { kept: text.slice(from), left: whole.length - text.length + from }
}

function fits(text: string, tokens: number): boolean {
  return estimateTokens(text) <= tokens
}

/** The first number below a limit for which something holds, and from which on it does; the limit where it never does. */
function firstFitting(limit: number, holds: (n: number) => boolean): number {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

import { countSentences, sentencesOf } from '../../src/formats/sentences.ts'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { plainText } from './plain-text.ts'

/** A second sentence is taken while both stay this short, in characters. */
const SHORT = 400
/** What `description-length` allows. */
const MOST_TOKENS = 200
const FEWEST_WORDS = 4
const FEWEST_CHARACTERS = 12

/** What people leave in a template: it says nothing. */
const EMPTY =
  /^\W*(?:tbd|tba|todo|n\/?a|none|wip|lorem ipsum|coming soon|fill (?:this )?in|add (?:a )?description|describe (?:the|this|your|what)\b|to be (?:written|defined|determined))\b/i
const PLACEHOLDER = /^(?:\[[^\]]*\]|\{\{?[^}]*\}?\}|<[^>]*>|\.{3}|…)\.?$/

/**
 * The first one or two whole sentences of a Markdown paragraph as plain text, short enough for a description. `items`
 * are what a list behind it says; they are taken up where the paragraph ends in a colon. Null where it says nothing.
 */
export function summaryOf(markdown: string, items: readonly string[] = []): string | null {
  const sentences = sentencesOf(plainText(markdown))
  const [first, second] = sentences
  if (first === undefined) return null
  const isOpen = (text: string): boolean => /[:：]$/.test(text)
  if (isOpen(first)) return worth(withItems(first, items))
  if (second === undefined || isOpen(second) || first.length + second.length > SHORT) return worth(first)
  return worth(`${first} ${second}`) ?? worth(first)
}

/** As many items as fit, in one sentence; without any, what stands before the colon is not whole. */
function withItems(opening: string, items: readonly string[]): string {
  let result = ''
  for (const item of items) {
    const said = (sentencesOf(plainText(item))[0] ?? '').replace(/[.;,:]+$/, '')
    const longer = result === '' ? `${opening} ${said}` : `${result}; ${said}`
    if (said === '' || longer.length > SHORT) break
    result = longer
  }
  return result === '' ? '' : `${result}.`
}

/** What a list says on its own, in one sentence. */
export function summaryOfItems(items: readonly string[]): string | null {
  const said = items.map((item) => (sentencesOf(plainText(item))[0] ?? '').replace(/[.;,:]+$/, ''))
  const [first = '', ...more] = said.filter((item) => item !== '')
  const whole = more.reduce(
    (text, item) => (`${text}; ${item}`.length > SHORT ? text : `${text}; ${item}`),
    first,
  )
  return whole === '' ? null : worth(`${whole}.`)
}

function worth(text: string): string | null {
  const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  const isShort =
    words < FEWEST_WORDS && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  if (isShort || text.length < FEWEST_CHARACTERS || EMPTY.test(text) || PLACEHOLDER.test(text)) return null
  return countSentences(text) <= 2 && estimateTokens(text) <= MOST_TOKENS ? text : null
}

import { countSentences, sentencesOf } from '../../src/formats/sentences.ts'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { listItemOf } from './blocks.ts'
import { MOST_READ, plainText } from './plain-text.ts'

/** A second sentence is taken while both stay this short, in characters. */
const SHORT = 400
/** The limit of the rule `description-length`. */
const MOST_TOKENS = 200
const FEWEST_WORDS = 4
const FEWEST_CHARACTERS = 12

/** Placeholders of templates, which have no content. */
const EMPTY =
  /^\W*(?:tbd|tba|todo|n\/?a|none|wip|lorem ipsum|coming soon|fill (?:this )?in|add (?:a )?description|describe (?:the|this|your|what)\b|to be (?:written|defined|determined))\b/i
const PLACEHOLDER = /^(?:\[[^\]]*\]|\{\{?[^}]*\}?\}|<[^>]*>|\.{3}|…)\.?$/

/**
 * The first one or two whole sentences of a Markdown paragraph as plain text, short enough for a description. `items`
 * are those of a list after it; they are used where the paragraph ends in a colon. Null for a paragraph without content.
 */
export function summaryOf(markdown: string, items: readonly string[] = []): string | null {
  const lines = markdown.split(/\r\n|\n|\r/)
  const list = lines.findIndex((line) => listItemOf(line, 0) !== null)
  if (list >= 0) return summaryOfList(lines.slice(0, list), lines.slice(list))
  const [first, second] = wholeSentences(markdown)
  if (first === undefined) return null
  const isOpen = (text: string): boolean => /[:：]$/.test(text)
  if (isOpen(first)) return worth(withItems(first, items))
  if (second === undefined || isOpen(second) || first.length + second.length > SHORT) return worth(first)
  return worth(`${first} ${second}`) ?? worth(first)
}

/** A paragraph that a list follows in the same text, as in a quote. */
function summaryOfList(paragraph: readonly string[], list: readonly string[]): string | null {
  const items = list.flatMap((line) => listItemOf(line, 0)?.text ?? [])
  const opening = paragraph.join('\n')
  return opening.trim() === '' ? summaryOfItems(items) : summaryOf(opening, items)
}

/** As many items as fit, in one sentence. Without any, the text before the colon is incomplete. */
function withItems(opening: string, items: readonly string[]): string {
  let result = ''
  for (const item of items) {
    const said = (wholeSentences(item)[0] ?? '').replace(/[.;,:]+$/, '')
    const longer = result === '' ? `${opening} ${said}` : `${result}; ${said}`
    if (said === '' || longer.length > SHORT) break
    result = longer
  }
  return result === '' ? '' : `${result}.`
}

/** The items of a list in one sentence. */
export function summaryOfItems(items: readonly string[]): string | null {
  const said = items.map((item) => (wholeSentences(item)[0] ?? '').replace(/[.;,:]+$/, ''))
  const [first = '', ...more] = said.filter((item) => item !== '')
  const whole = more.reduce(
    (text, item) => (`${text}; ${item}`.length > SHORT ? text : `${text}; ${item}`),
    first,
  )
  return whole === '' ? null : worth(`${whole}.`)
}

/** Punctuation and blanks inside code, and their placeholders while the text is split into sentences. */
const IN_CODE = ' .!?:…'
const SHIELD = 0xe100
const CODE_SPAN = /(?<![`\\])(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g

/**
 * The sentences of a Markdown text as plain text. A sentence does not end inside a code span or a bracket. A text that
 * never closes one is left out, and so are a list in the same line and all text after it.
 */
function wholeSentences(markdown: string): string[] {
  const shielded = markdown
    .slice(0, MOST_READ)
    .replace(CODE_SPAN, (span) =>
      span.replace(/[\s.!?:…]/g, (mark) => String.fromCharCode(SHIELD + Math.max(0, IN_CODE.indexOf(mark)))),
    )
  const found: string[] = []
  let open = ''
  const sentences = sentencesOf(plainText(shielded))
  for (const [index, sentence] of sentences.entries()) {
    open = open === '' ? sentence : `${open} ${sentence}`
    if (index + 1 < sentences.length && startsList(open)) break
    if (!isWhole(open)) continue
    found.push(open.replace(/[\ue100-\ue105]/g, (mark) => IN_CODE.charAt(mark.charCodeAt(0) - SHIELD)))
    open = ''
  }
  return found.map((sentence) => sentence.replace(/\s+/g, ' ').trim())
}

/** Ends in the number of the first item of a list in the same line: `Two steps: 1.` */
function startsList(text: string): boolean {
  return /\s\(?1\.$/.test(text)
}

/** True when no bracket, quotation or code span is open at the end. */
function isWhole(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1
  const isPaired = ['{}', '[]', '()'].every(([open = '', close = '']) => count(open) === count(close))
  return isPaired && count('`') % 2 === 0 && count('"') % 2 === 0
}

function worth(text: string): string | null {
  const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  const isShort =
    words < FEWEST_WORDS && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  if (isShort || text.length < FEWEST_CHARACTERS || EMPTY.test(text) || PLACEHOLDER.test(text)) return null
  return countSentences(text) <= 2 && estimateTokens(text) <= MOST_TOKENS ? text : null
}

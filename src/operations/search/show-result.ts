import { similarity } from '../../core/changes/pair-by-body.ts'
import { sketch } from '../../formats/hash.ts'
import { normaliseTitle } from '../../formats/names.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { bestLine, bestLines, type ShownLine, type TermWeights } from '../../retrieval/best-lines.ts'
import { linesOf, marksOf } from '../../retrieval/sections.ts'
import { goesOnIn } from '../../retrieval/sentences.ts'
import type { Card } from './search-request.ts'

/** What is shown of the text of an item, and what there is of it in its file. */
export type ShownText = {
  /** Where its first line is, from 1. */
  readonly line: number
  readonly heading?: string
  readonly text: string
  readonly tokens: number
  readonly more?: {
    readonly part: 'section' | 'sections' | 'lines'
    readonly tokens: number
    readonly line: number
    readonly endLine: number
  }
}

export const FRONT_MATTER = /^\ufeff?---\r?\n[\s\S]*?\r?\n---(?:\r?\n|$)/
export const MARKDOWN = /\.(?:md|mdc|markdown)$/i
const LABEL = /^\s*(?:[-*+] )?(?:\*\*|__)?(?:category|categories|tags)(?:\*\*|__)?:/i

/** What is in the place of an entry that was taken out, below another one. */
const TOMBSTONE = /^<!-- memkeep-removed .*-->\s*$/

/** A blank line, or one that separates. */
const EMPTY = /^\s*(?:-{3,}\s*)?$/

/** An item, or a section of it, with what it has in its file. */
type FoundSection = { readonly card: Card; readonly text: string }

/** An item of a ranking by its best section. */
export type FoundText = FoundSection & {
  /** Its other sections, best first. */
  readonly others: readonly FoundSection[]
  readonly weights: TermWeights
}

/** What is between two parts of a file that are shown. */
const LEFT_OUT = '[…]'

/**
 * The text of a result without the lines that repeat what is shown above it: its best section, and so many of its other ones, in
 * the order of the file.
 */
export function shownText({ card: best, text: bestText, others, weights }: FoundText, more = 0): ShownText {
  const chosen = [{ card: best, text: bestText }, ...others.slice(0, more)]
  const runs = neighboursJoined(chosen.sort((a, b) => a.card.line - b.card.line)).map(({ card, text }) => ({
    card,
    text,
    lines: withoutOpenEnd(ownLines(card, text), saysOf(card, text)),
  }))
  const shown = runs.map(({ lines, ...run }) => joined(lines, run)).join(`\n\n${LEFT_OUT}\n\n`)
  const { card, text, lines } = runs[0] ?? { card: best, text: bestText, lines: [] }
  const { whole } = card
  const tokens = estimateTokens(shown)
  const heading = headingAbove(card, text, lines[bestLine(lines, weights)]?.at ?? 0)
  const from = firstLine(card)
  const isAll = whole && runs.length === 1 && from === whole.line && endsAt(card, whole.endLine)
  return {
    line: card.isWhole && !whole ? card.line : from,
    ...(heading !== undefined && { heading }),
    text: shown,
    tokens,
    ...(whole &&
      !isAll && {
        more: {
          part: more === 0 ? 'section' : 'sections',
          tokens: tokensLeft(whole.length, shown, tokens),
          line: whole.line,
          endLine: whole.endLine,
        },
      }),
  }
}

/** About how many tokens are not shown of an item with so many characters, where what is shown of it has so many tokens. */
function tokensLeft(length: number, shown: string, tokens: number): number {
  return Math.round((Math.max(length - shown.length, 0) * tokens) / (shown.length || 1))
}

/** True where a section goes to the last line of its item. */
function endsAt({ endLine = Number.POSITIVE_INFINITY }: Card, last: number): boolean {
  return endLine > last
}

/** Sections in the order of their file; those that follow each other as one. */
function neighboursJoined(sections: readonly FoundSection[]): readonly FoundSection[] {
  const runs: FoundSection[] = []
  for (const { card, text } of sections) {
    const last = runs.at(-1)
    if (last && last.card.endLine === card.line) {
      const { goesOn: _, ...above } = last.card
      const { endLine, goesOn } = card
      const range = { ...above, endLine, ...(goesOn && { goesOn }) }
      runs[runs.length - 1] = { card: range, text: `${last.text}\n${text}` }
    } else runs.push({ card, text })
  }
  return runs
}

/** Its best lines, which have so many tokens at most. */
export function shownLines({ card, text, weights }: FoundText, most: number): ShownText {
  const lines = ownLines(card, text)
  const best = sayingLines(lines, { card, text }, { weights, most: most - estimateTokens(CUT) })
  const shown = joined(best, { card, text })
  const [from, at, tokens] = [firstLine(card), best[0]?.at ?? 0, estimateTokens(shown)]
  const heading = headingAbove(card, text, at)
  const { line, endLine, length } = card.whole ?? {
    line: from,
    endLine: lastLine(card) ?? from + linesOf(text.trimEnd()).length - 1,
    length: text.length,
  }
  return {
    line: card.says === undefined ? from + at : from,
    ...(heading !== undefined && { heading }),
    text: shown,
    tokens,
    more: { part: 'lines', tokens: Math.max(tokensLeft(length, shown, tokens), 1), line, endLine },
  }
}

/** Items that say nearly the same in their titles and in their texts. What has no title of its own is compared by its text. */
export function areAlike(a: FoundText, b: FoundText): boolean {
  const [first, second] = [ownTitle(a.card), ownTitle(b.card)]
  const haveTitles = first !== '' && second !== ''
  return (!haveTitles || sayTheSame(first, second)) && sayTheSame(bodyOf(a.text), bodyOf(b.text))
}

/** Numbers included: a text that differs in a number says something else. */
function sayTheSame(first: string, second: string): boolean {
  if (first === second) return true
  const numbers = (text: string): string => (text.match(/\d+/g) ?? []).join(' ')
  return similarity(sketch(first), sketch(second)) >= ALIKE && numbers(first) === numbers(second)
}

/** A title as titles are compared; empty where it only repeats the path, as that of a file without a title does. */
function ownTitle({ id, title, path }: Card): string {
  return id === undefined && path.includes(title) ? '' : normaliseTitle(title)
}

/** The share of words that texts have in common, from which on one is shown for both. */
const ALIKE = 0.9

/** Agents have front matter of their own above one text. Where there is nothing else, it is the text. */
function bodyOf(text: string): string {
  const [body, all] = [text.replace(FRONT_MATTER, ''), text].map((one) => one.replace(/\r\n?/g, '\n').trim())
  return body || all || ''
}

/** The best lines; where these are headings and beginnings of code alone, the first ones below them. */
function sayingLines(
  lines: readonly ShownLine[],
  { card, text }: FoundSection,
  { weights, most }: { readonly weights: TermWeights; readonly most: number },
): readonly ShownLine[] {
  const best = bestLines(lines, weights, most)
  const isSaying = saysOf(card, text)
  if (best.some(isSaying)) return withoutOpenEnd(best, isSaying)
  const end = best.at(-1)?.at ?? 0
  const below = lines.findIndex((line) => line.at > end && isSaying(line))
  return below < 0 ? best : withoutOpenEnd(bestLines(lines.slice(below), NOTHING_ASKED, most), isSaying)
}

const NOTHING_ASKED: TermWeights = new Map()

/** Lines without headings, rules and beginnings of code at their end, with nothing below them. */
function withoutOpenEnd(
  lines: readonly ShownLine[],
  isSaying: (line: ShownLine) => boolean,
): readonly ShownLine[] {
  const last = lines.findLastIndex(isSaying)
  return last < 0 ? lines : lines.slice(0, last + 1)
}

/** True for lines that are more than a heading, a rule or the beginning of code. */
function saysOf({ says, path }: Card, text: string): (line: ShownLine) => boolean {
  // In other formats `#` begins a comment.
  if (says !== undefined || !MARKDOWN.test(path)) return () => true
  const marks = marksOf(linesOf(text))
  return ({ text: line, at }) => {
    const { heading = null, opensFence = false } = marks[at] ?? {}
    return !EMPTY.test(line) && heading === null && !opensFence
  }
}

/** The line that the text of a card begins with. */
function firstLine({ isWhole, line, whole }: Card): number {
  return isWhole && !whole ? 1 : line
}

/** The last line of an item that is not shown by its lines; undefined for any other. */
function lastLine({ says, endLine }: Card): number | undefined {
  return says === undefined ? undefined : endLine
}

/** Lines as one text, with a mark where the last one is cut in a sentence. */
function joined(lines: readonly ShownLine[], { card, text }: Pick<FoundText, 'card' | 'text'>): string {
  const shown = lines
    .map((line) => line.text)
    .join('')
    .trim()
  const last = lines.at(-1)
  const all = linesOf(text)
  if (!last || shown.endsWith('…')) return shown
  const isCut = last.at === all.length - 1 ? card.goesOn : goesOnIn(all[last.at], all[last.at + 1])
  return isCut ? `${shown}${CUT}` : shown
}

const CUT = ' …'

function ownLines(card: Card, text: string): readonly ShownLine[] {
  const { title, tags } = card
  const read = linesOf(text).map((line, at): ShownLine => ({ text: line, at }))
  const all = firstLine(card) === 1 && card.says === undefined ? withoutFrontMatter(card, text, read) : read
  const marks = marksOf(linesOf(text))
  const head = all.find(({ at }) => marks[at]?.heading != null)
  const isTitle = head && title !== '' && marks[head.at]?.heading?.includes(title)
  const own = all.filter(
    (line) => !(isTitle && line === head) && !(tags && LABEL.test(line.text)) && !TOMBSTONE.test(line.text),
  )
  // What was between two blank lines is shown above the text.
  const apart = own.filter(
    (line, i) => !(isBlank(line) && isBlank(own[i - 1]) && line.at - (own[i - 1]?.at ?? 0) > 1),
  )
  const kept = own.every(isBlank) ? all : apart
  const last = kept.findLastIndex(({ text: line }) => !EMPTY.test(line))
  const first = kept.findIndex(({ text: line }) => line.trim() !== '')
  return kept.slice(Math.max(first, 0), last + 1)
}

function isBlank(line: ShownLine | undefined): boolean {
  return line?.text.trim() === ''
}

/** Of front matter the fields that are not shown above the text: as they are written, without the lines around them. */
function withoutFrontMatter(card: Card, text: string, lines: readonly ShownLine[]): readonly ShownLine[] {
  const [front] = FRONT_MATTER.exec(text) ?? []
  if (front === undefined) return lines
  const end = linesOf(front.replace(/(?:\r?\n)$/, '')).length
  let isShown = false
  const fields = lines.slice(1, end - 1).filter(({ text: line }) => {
    const [, key, value = ''] = /^([\w-]+)\s*:(.*)$/.exec(line.trimEnd()) ?? []
    if (key !== undefined) isShown = repeatsHead(card, key, value)
    return !isShown
  })
  const said = fields.some(({ text: line }) => line.trim() !== '')
  const behind = lines.slice(end)
  const isApart = behind[0]?.text.trim() === ''
  return said ? [...fields, ...(isApart ? [] : [{ text: '\n', at: end - 1 }]), ...behind] : behind
}

function repeatsHead({ id, title, day, tags }: Card, key: string, value: string): boolean {
  if (/^(?:tags|categor(?:y|ies))$/i.test(key)) return tags !== undefined
  const plain = value.trim().replace(/^(['"])(.*)\1$/, '$2')
  return plain === title || plain === id || (day !== undefined && plain.startsWith(day))
}

/** The last heading up to a line of the text, unless it is the title itself. */
function headingAbove({ title }: Card, text: string, at: number): string | undefined {
  const above = marksOf(linesOf(text).slice(0, at + 1)).flatMap(({ heading }) => heading ?? [])
  const heading = above.at(-1)
  return heading === undefined || heading === '' || heading.includes(title) ? undefined : heading
}

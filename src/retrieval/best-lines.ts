import { estimateTokens } from '../formats/tokens.ts'
import { firstWithin } from './pack.ts'
import { beginsHere, sentenceStarts } from './sentences.ts'
import { termsOf } from './terms.ts'

/** How much each term of a query says. */
export type TermWeights = ReadonlyMap<string, number>

/** A line of a text that is shown, and its place in the text. */
export type ShownLine = { readonly text: string; readonly at: number }

/** Characters of a token where a text has no words to be cut at. */
const CHARACTERS = 2

/** The line that has most of what is asked; the first of several. */
export function bestLine(lines: readonly ShownLine[], weights: TermWeights): number {
  return largest(lines.map(({ text }) => weightOf(text, weights)))
}

/**
 * The lines around the best one that cost so many tokens at most, or its best words where it is longer itself. It is never
 * empty where there is text.
 */
export function bestLines(
  lines: readonly ShownLine[],
  weights: TermWeights,
  most: number,
): readonly ShownLine[] {
  const chosen = bestRun(
    lines.map(({ text }) => text),
    weights,
    most,
  )
  const [first] = chosen ? [lines[chosen.from]] : []
  if (!chosen || !first) return []
  if (chosen.cost <= most) return fromSentence(lines, chosen, most)
  return [{ ...first, text: bestSentences(first.text, weights, most) }]
}

/** The run from where its first sentence begins, as far as that fits with the best line; else from the next sentence in it. */
function fromSentence(
  lines: readonly ShownLine[],
  { best, from, to }: Run,
  most: number,
): readonly ShownLine[] {
  const above = sentenceAbove(lines, from)
  const shown = [...above, ...lines.slice(from, to)]
  const fitting = firstWithin(shown, most, ({ text }) => estimateTokens(text))
  if (fitting.length > above.length + best - from) return fitting
  const next = lines.findIndex(
    (_, i) => i > from && i <= best && beginsHere(lines[i - 1]?.text, lines[i]?.text),
  )
  return lines.slice(next < 0 ? from : next, to)
}

const NO_LINE: ShownLine = { text: '', at: 0 }

/** What is above a line of the sentence that goes on in it. */
function sentenceAbove(lines: readonly ShownLine[], from: number): readonly ShownLine[] {
  for (let i = from; i > 0; i--) {
    if (beginsHere(lines[i - 1]?.text, lines[i]?.text)) return lines.slice(i, from)
    const above = lines[i - 1] ?? NO_LINE
    const start = sentenceStarts(above.text).at(-1)
    if (start !== undefined) return [{ ...above, text: above.text.slice(start) }, ...lines.slice(i, from)]
  }
  return lines.slice(0, from)
}

/** The best sentences of a long line; the best words where one sentence is too long. */
function bestSentences(line: string, weights: TermWeights, most: number): string {
  const starts = [0, ...sentenceStarts(line)]
  const sentences = starts.map((start, i) => line.slice(start, starts[i + 1]))
  const chosen = bestRun(sentences, weights, most)
  if (!chosen || chosen.cost > most) return bestWords(sentences[chosen?.from ?? 0] ?? '', weights, most)
  const text = sentences.slice(chosen.from, chosen.to).join('').trim()
  return chosen.to < sentences.length ? `${text} …` : text
}

function bestWords(line: string, weights: TermWeights, most: number): string {
  const words = line.match(/\s*[^\s,;]+[,;]?|[\s,;]+/g) ?? []
  const chosen = bestRun(words, weights, most)
  const text = `${chosen?.from ? '… ' : ''}${chosen ? words.slice(chosen.from, chosen.to).join('').trim() : ''}`
  if (!chosen || chosen.cost <= most) return `${text} …`
  return `${Array.from(text)
    .slice(0, most * CHARACTERS)
    .join('')}…`
}

type Run = { readonly best: number; readonly from: number; readonly to: number; readonly cost: number }

/** The best of some texts with its neighbours, better ones first, as far as they cost so much at most; null where none says anything. */
function bestRun(texts: readonly string[], weights: TermWeights, most: number): Run | null {
  const gains = texts.map((text) => (text.trim() === '' ? -1 : weightOf(text, weights)))
  const best = largest(gains)
  if ((gains[best] ?? -1) < 0) return null
  let [from, to, cost] = [best, best + 1, estimateTokens(texts[best] ?? '')]
  while (from > 0 || to < texts.length) {
    const isAbove = to >= texts.length || (from > 0 && (gains[from - 1] ?? 0) > (gains[to] ?? 0))
    const next = isAbove ? from - 1 : to
    const more = estimateTokens(texts[next] ?? '')
    if (cost + more > most) break
    if (isAbove) from = next
    else to = next + 1
    cost += more
  }
  return { best, from, to, cost }
}

function weightOf(text: string, weights: TermWeights): number {
  let sum = 0
  for (const term of new Set(termsOf(text).terms)) sum += weights.get(term) ?? 0
  return sum
}

function largest(numbers: readonly number[]): number {
  let best = 0
  for (const [i, number] of numbers.entries()) if (number > (numbers[best] ?? -1)) best = i
  return best
}

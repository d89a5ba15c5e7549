import { oncePer } from '../../core/text.ts'
import { comparable, isCut, type Statement } from './read-statements.ts'

/** A statement that two texts have, and its lines in both. */
export type Shared = { readonly text: string; readonly line: number; readonly otherLine: number }

/** Two lines that say the same but for a word that matters. */
export type Drift = Shared & { readonly says: string; readonly otherSays: string }

/** Fewer words are the same by chance. */
const LEAST_WORDS = 6

/** A line that says only where it belongs to is no statement: a label before a list, a row of dashes, the head of a table. */
function isWhole({ form, text }: Statement): boolean {
  return form !== 'code' && form !== 'heading' && !/:[*_`]*$/.test(text) && !isCut(text)
}

/** The statements of a text by their words, in order, with those that occur again: each text is compared with many. */
const byWords = oncePer((statements: readonly Statement[]): ReadonlyMap<string, readonly Statement[]> => {
  const found = new Map<string, Statement[]>()
  for (const one of statements) {
    if (!isWhole(one)) continue
    const words = comparable(one.text)
    const known = found.get(words)
    if (known) known.push(one)
    else found.set(words, [one])
  }
  return found
})

function hasWords(words: string, least: number): boolean {
  return words.split(' ', least).length === least
}

/** What is in two texts in the same words. */
export function sharedStatements(own: readonly Statement[], other: readonly Statement[]): readonly Shared[] {
  const there = byWords(other)
  return [...byWords(own)].flatMap(([words, [first]]) => {
    const [same] = there.get(words) ?? []
    return first && same && hasWords(words, LEAST_WORDS)
      ? [{ text: first.text, line: first.line, otherLine: same.line }]
      : []
  })
}

/** What is in one text again, in the same words, each once for each time that it is there again. */
export function repeatedStatements(own: readonly Statement[]): readonly Shared[] {
  return [...byWords(own)].flatMap(([words, all]) => {
    const [first, ...more] = all.filter(({ form }) => form !== 'row')
    if (!first || !hasWords(words, LEAST_AGAIN)) return []
    return more.map(({ text, line }) => ({ text, line, otherLine: first.line }))
  })
}

/** In one text a short sentence may come back on purpose, at the end of each of its parts. */
const LEAST_AGAIN = 8

/** What matters in a statement: code, a number, a path or the name of a file. */
const MATTERS =
  /`+[^`\n]+`+|(?<![\w/.@-])(?:[\w@.-]+\/)+[\w.-]+\/?|(?<![\w/.@-])[\w-]+\.[a-z]{2,5}(?![\w/])|\d+(?:[.,:]\d+)*\+?/g

/** Says when a text was made or looked at: copies that were made on two days differ so. */
const DATED = /\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b/

/** Names that differ because the text is for another agent. */
const OF_AN_AGENT = /claude|agents|gemini|cursor|copilot|windsurf|codex|qwen|cline|roo|kiro|opencode/i

/** The words of a statement around what matters, and what matters. */
function masked(text: string): { readonly mask: string; readonly words: readonly string[] } {
  const words = text.match(MATTERS) ?? []
  return {
    mask: comparable(text.replaceAll(MATTERS, ' ◦ ')),
    words: words.map((word) => word.replaceAll('`', '')),
  }
}

type Masked = { readonly line: number; readonly text: string; readonly words: readonly string[] }

/** The statements of a text that are not in the other, by the words around what matters; none for words that occur twice. */
function maskedOf(
  own: readonly Statement[],
  other: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Masked | null> {
  const found = new Map<string, Masked | null>()
  for (const one of own) {
    if (!isWhole(one) || DATED.test(one.text)) continue
    const { mask, words } = masked(one.text)
    if (words.length === 0 || mask.split(' ').filter((word) => word !== '◦').length < 3) continue
    const isThere = other.has(comparable(one.text))
    found.set(mask, found.has(mask) || isThere ? null : { line: one.line, text: one.text, words })
  }
  return found
}

/** How much two texts have in common to be copies: statements, and their share of the shorter text. */
const LEAST_SHARED = 5
const LEAST_SHARE = 0.3

/** Where two copies of one text have come to differ by a word that matters. None where the texts are no copies. */
export function driftsBetween(own: readonly Statement[], other: readonly Statement[]): readonly Drift[] {
  const [here, there] = [byWords(own), byWords(other)]
  const shared = [...here.keys()].filter((words) => there.has(words) && hasWords(words, 3)).length
  if (shared < LEAST_SHARED || shared < LEAST_SHARE * Math.min(here.size, there.size)) return []
  const others = maskedOf(other, here)
  return [...maskedOf(own, there)].flatMap(([mask, one]) => {
    const same = others.get(mask)
    if (!one || !same || one.words.length !== same.words.length) return []
    const at = one.words.findIndex((word, i) => word.toLowerCase() !== same.words[i]?.toLowerCase())
    const [says, otherSays] = [one.words[at], same.words[at]]
    if (says === undefined || otherSays === undefined || OF_AN_AGENT.test(`${one.words} ${same.words}`))
      return []
    return [{ text: one.text, line: one.line, otherLine: same.line, says, otherSays }]
  })
}

import { groupBy, oncePer } from '../../core/text.ts'
import { comparable, isCut, type Statement, withoutTargets } from './read-statements.ts'

/** A statement that two texts have, and its lines in both. */
export type Shared = { readonly text: string; readonly line: number; readonly otherLine: number }

/** A line that says only where it belongs to is no statement: a label before a list, a row of dashes, the head of a table. */
export function isWhole({ form, text }: Statement): boolean {
  return form !== 'code' && form !== 'heading' && !/[:：][*_`]*$/.test(text) && !isCut(text)
}

/** A whole statement, with its words as they are compared, and its place among those of its text. */
export type Whole = { readonly one: Statement; readonly words: string; readonly place: number }

/** The whole statements of a text: each text is compared with many. */
export const wholesOf = oncePer((statements: readonly Statement[]): readonly Whole[] =>
  statements.filter(isWhole).map((one, place) => ({ one, words: comparable(one.text), place })),
)

/** The statements of a text by their words, in order, with those that occur again. */
export const byWords = oncePer(
  (statements: readonly Statement[]): ReadonlyMap<string, readonly Whole[]> =>
    groupBy(wholesOf(statements), ({ words }) => words),
)

/** Languages that write no blanks have a word in about two characters. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

export function hasWords(words: string, least: number): boolean {
  const blanks = words.split(' ', least).length
  return blanks === least || blanks + (words.match(UNSPACED)?.length ?? 0) / 2 >= least
}

/** What matters in a statement: code, a number, a path or the name of a file. */
export const MATTERS =
  /`+[^`\n]+`+|(?<![\w/.@-])(?:[\w@.-]+\/)+[\w.-]+\/?|(?<![\w/.@-])[\w.-]+\/(?=$|[\s,;)])|(?<![\w/.@-])[\w-]+\.[a-z]{2,5}(?![\w/])|(?<![\p{L}\w])\d+(?:[.,:]\d+)*\+?/gu

export function mattersIn(text: string): readonly string[] {
  return (withoutTargets(text).match(MATTERS) ?? []).map((word) =>
    word.replaceAll('`', '').replaceAll('…', '...').replace(/^@/, ''),
  )
}

/** Whether words are negated, and by which word. */
export function turnOf(words: string): { readonly isNot: boolean; readonly says: string } {
  const not = /(?:^| )(not|never|don't)(?: |$)/.exec(words)?.[1]
  const yes = /(?:^| )(always|do)(?: |$)/.exec(words)?.[1]
  return { isNot: not !== undefined, says: not ?? yes ?? 'do' }
}

/** True where one of two statements has all code, numbers and names of the other, both the same numbers, and both are negated or none. */
export function isMatterOfOther(a: Whole, b: Whole): boolean {
  const [own, their] = [a, b].map(({ one }) => new Set(mattersIn(one.text.toLowerCase())))
  if (!own || !their || turnOf(a.words).isNot !== turnOf(b.words).isNot) return false
  const [less, more] = own.size < their.size ? [own, their] : [their, own]
  const isNumber = (word: string): boolean => /^\d/.test(word)
  return (
    [...less].every((word) => more.has(word)) && [...more].every((word) => less.has(word) || !isNumber(word))
  )
}

/** True where two statements have the same code, numbers and names, and both are negated or none of them. */
export function isSameMatter(a: Whole, b: Whole): boolean {
  const [own, their] = [a, b].map(({ one }) => mattersIn(one.text).join('\n').toLowerCase())
  return own === their && turnOf(a.words).isNot === turnOf(b.words).isNot
}

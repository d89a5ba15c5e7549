import { compareText } from '../core/text.ts'
import { idfOf, type SearchIndex } from './search-index.ts'
import { areStopWords, queryTerms } from './terms.ts'

/** A term of a query that no item has, and the nearest one that some have. */
export type NearTerm = { readonly said: string; readonly used: string }

/** A shorter word has too many neighbours; from so many letters on two mistakes are allowed. */
const SHORTEST = 5
const LONG = 8

/** For each word that no item has the nearest one, where there is one that begins alike. Ids and numbers have no neighbours. */
export function nearTerms(index: SearchIndex, said: readonly string[]): readonly NearTerm[] {
  return said.flatMap((term) => {
    if (term.length < SHORTEST || !/^\p{L}+$/u.test(term) || index.listsOf(term).length > 0) return []
    const used = nearest(index, term)
    return used === null ? [] : [{ said: term, used }]
  })
}

/** So many words without a text are named. */
const MOST_NAMED = 8

/** The words of a query that no item has in any form, as they are written; without stop words. */
export function unknownWords(index: SearchIndex, query: string): readonly string[] {
  return searchedWords(query)
    .filter(({ terms }) => terms.length > 0 && terms.every((term) => index.listsOf(term).length === 0))
    .map(({ word }) => word)
    .slice(0, MOST_NAMED)
}

/**
 * The names in a query where no text has one of them: what is found may be about something else. A name is a word with a capital letter that no
 * sentence begins with; where most words have one, as in German or in titles, it marks no name. Words without an end mark are no
 * sentence: `Redis session cache`.
 */
export function unknownNames(index: SearchIndex, query: string): readonly string[] {
  const names = [...query.matchAll(CASED)].flatMap(({ 0: word, index: at }) => {
    const isName = CAPITAL.test(word.slice(beginsSentence(query, at) ? 1 : 0))
    return isName && !areStopWords(word) && !OF_DATES.test(word) ? [word] : []
  })
  const saying = searchedWords(query).filter(({ terms }) => terms.length > 0)
  if (names.length * 2 > saying.length) return []
  const isUnknown = (name: string): boolean => {
    // In small letters it is one term: what its parts are is not what it names.
    const terms = queryTerms(name.toLowerCase())
    return terms.length > 0 && terms.every((term) => index.listsOf(term).length === 0)
  }
  return names.every(isUnknown) ? [...new Set(names)] : []
}

const CASED = /[\p{Lu}\p{Ll}\p{N}](?:[\p{Lu}\p{Ll}\p{N}_.-]*[\p{Lu}\p{Ll}\p{N}])?/gu
const CAPITAL = /\p{Lu}/u
const OF_DATES =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)$/i

function beginsSentence(text: string, at: number): boolean {
  const isFirst = /^[^\p{L}\p{N}]*$/u.test(text.slice(0, at))
  return isFirst ? /[.?!。？！]\s*$/.test(text) : /[.?!:;][^\p{L}\p{N}]*$/u.test(text.slice(0, at))
}

/** The words of a query that are too common to be searched for, as they are written. */
export function commonWords(query: string): readonly string[] {
  return searchedWords(query)
    .filter(({ terms }) => terms.length === 0)
    .map(({ word }) => word)
    .slice(0, MOST_NAMED)
}

/** The words of a query with the terms by which each is searched: none for stop words. */
function searchedWords(
  query: string,
): readonly { readonly word: string; readonly terms: readonly string[] }[] {
  const asked = new Set(queryTerms(query))
  const words = new Set(query.match(/[\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}]/gu) ?? [])
  return [...words].map((word) => ({
    word,
    terms: areStopWords(word) ? [] : queryTerms(word).filter((term) => asked.has(term)),
  }))
}

/** By mistakes, then by how many items have it, then by its place in the order of terms. */
function nearest({ termsFrom, size }: SearchIndex, term: string): string | null {
  const [first = ''] = term
  const most = term.length >= LONG ? 2 : 1
  const near = new Map<string, { readonly distance: number; having: number }>()
  for (const { term: other, having } of termsFrom(first)) {
    if (other.length < SHORTEST - 1 || Math.abs(other.length - term.length) > most) continue
    const known = near.get(other)
    if (known) known.having += having
    else near.set(other, { distance: distanceOf(term, other, most), having })
  }
  const [best] = [...near]
    .filter(([, { distance }]) => distance <= most)
    .map(([name, { distance, having }]) => ({ name, distance, idf: idfOf(having, size) }))
    .sort((a, b) => a.distance - b.distance || a.idf - b.idf || compareText(a.name, b.name))
  return best?.name ?? null
}

/** Letters that are missing, added, wrong or swapped with the next one. Above `most` it is some larger number. */
export function distanceOf(a: string, b: string, most: number): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

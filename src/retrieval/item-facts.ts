import { estimateTokens } from '../formats/tokens.ts'
import { termsOf } from './terms.ts'

/** What is searched: one remembered thing, as plain data. */
export type SearchItem = {
  readonly id: string
  /** The file where it lies. */
  readonly path: string
  readonly fields: {
    readonly title?: string
    /** By what its file or its folder is called. */
    readonly name?: string
    readonly tags?: readonly string[]
    readonly body: string
  }
  /** What it is a part of, such as its log or its session; its path when absent. */
  readonly parent?: string
  /** The day that it is of. */
  readonly date?: string
  /** True for what is superseded or archived. */
  readonly isAside?: boolean
  /** The tokens of its text in an answer; estimated from title and body when absent. */
  readonly cost?: number
}

/** Fields in the order in which facts keep their terms. */
export const FIELDS = ['title', 'name', 'tags', 'body'] as const

export type Field = (typeof FIELDS)[number]

/**
 * What the index needs of an item: no text. As JSON it is a cached fact of its document, about a third of the text's bytes.
 */
export type ItemFacts = {
  readonly id: string
  readonly path: string
  readonly parent?: string
  readonly isAside?: true
  readonly cost: number
  /** Of each field its terms, separated by blanks; `term*3` occurs three times. */
  readonly terms: readonly [title: string, name: string, tags: string, body: string]
  /** True where a field is too long to be read to its end: what follows is not found. */
  readonly isCut?: true
}

/** The facts of an item. */
export function factsOf(item: SearchItem): ItemFacts {
  const { title = '', name = '', tags = [], body } = item.fields
  const texts = [title, name, [...tags, item.date ?? ''].join('\n'), body].map(termsOf)
  const [titleTerms = '', nameTerms = '', tagTerms = '', bodyTerms = ''] = texts.map(({ terms }) =>
    packTerms(terms),
  )
  return {
    id: item.id,
    path: item.path,
    ...(item.parent !== undefined && item.parent !== item.path && { parent: item.parent }),
    ...(item.isAside && { isAside: true }),
    cost: item.cost ?? estimateTokens(title === '' ? body : `${title}\n\n${body}`),
    terms: [titleTerms, nameTerms, tagTerms, bodyTerms],
    ...(texts.some(({ isCut }) => isCut) && { isCut: true }),
  }
}

function packTerms(terms: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return [...counts].map(([term, count]) => (count === 1 ? term : `${term}*${count}`)).join(' ')
}

/** Gives each term of a packed field with its count. */
export function eachTerm(packed: string, take: (term: string, count: number) => void): void {
  for (let start = 0; start < packed.length; ) {
    const blank = packed.indexOf(' ', start)
    const end = blank === -1 ? packed.length : blank
    const word = packed.slice(start, end)
    const star = word.indexOf('*')
    if (star === -1) take(word, 1)
    else take(word.slice(0, star), Number(word.slice(star + 1)))
    start = end + 1
  }
}

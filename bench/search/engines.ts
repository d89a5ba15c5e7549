import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bm25Ranker } from '../../src/retrieval/bm25.ts'
import { buildIndex, factsOf, type SearchItem } from '../../src/retrieval/search-index.ts'
import { termsOf } from '../../src/retrieval/terms.ts'

/** Gives the places of the ten best items. */
export type Search = (query: string) => readonly number[] | Promise<readonly number[]>

/** A way of searching: the index is built from texts. */
export type Engine = {
  readonly name: string
  /** The package that it needs, with its version; null for ours. */
  readonly needs: string | null
  readonly build: (items: readonly SearchItem[], load: (name: string) => unknown) => Search | Promise<Search>
}

const MINISEARCH = 'minisearch@7.2.0'
const LUNR = 'lunr@2.3.9'
const FLEXSEARCH = 'flexsearch@0.8.212'
const ORAMA = '@orama/orama@3.1.18'
const SQLITE = 'node-sqlite3-wasm@0.8.60'

/** Ours, and each peer as it comes and with our terms: stop words, stems, dates and parts of names. */
export const ENGINES: readonly Engine[] = [
  { name: 'memkeep', needs: null, build: buildOurs },
  { name: 'minisearch, as it comes', needs: MINISEARCH, build: (...args) => buildMinisearch(...args, null) },
  {
    name: 'minisearch, our terms',
    needs: MINISEARCH,
    build: (...args) => buildMinisearch(...args, ourTerms),
  },
  { name: 'lunr, as it comes', needs: LUNR, build: (...args) => buildLunr(...args, null) },
  { name: 'lunr, our terms', needs: LUNR, build: (...args) => buildLunr(...args, ourTerms) },
  { name: 'flexsearch, as it comes', needs: FLEXSEARCH, build: (...args) => buildFlexsearch(...args, null) },
  {
    name: 'flexsearch, our terms',
    needs: FLEXSEARCH,
    build: (...args) => buildFlexsearch(...args, ourTerms),
  },
  { name: 'orama, as it comes', needs: ORAMA, build: (...args) => buildOrama(...args, null) },
  { name: 'orama, our terms', needs: ORAMA, build: (...args) => buildOrama(...args, ourTerms) },
  { name: 'SQLite FTS5, porter', needs: SQLITE, build: buildSqlite },
]

/** Loads packages from the folder where they were installed. */
export function loaderFrom(folder: string): (name: string) => unknown {
  return createRequire(join(folder, 'package.json'))
}

type Tokenize = ((text: string) => string[]) | null

function ourTerms(text: string): string[] {
  return [...termsOf(text).terms]
}

function buildOurs(items: readonly SearchItem[]): Search {
  const placeOf = new Map(items.map(({ id }, place) => [id, place]))
  const index = buildIndex(items.map((item) => factsOf(item)))
  const ranker = bm25Ranker(index, { limit: 10 })
  return (query) => ranker.rank(query).hits.map(({ id }) => placeOf.get(id) ?? -1)
}

type Document = {
  readonly id: number
  readonly title: string
  readonly name: string
  readonly tags: string
  readonly body: string
}

function documentsOf(items: readonly SearchItem[]): readonly Document[] {
  return items.map(({ fields, date = '' }, id) => ({
    ...{ id, title: fields.title ?? '', name: fields.name ?? '', body: fields.body },
    tags: [...(fields.tags ?? []), date].join('\n'),
  }))
}

const FIELDS = ['title', 'name', 'tags', 'body'] as const
const BOOST = { title: 2, name: 2 }

type MiniSearch = {
  addAll(documents: readonly Document[]): void
  search(query: string): readonly { readonly id: number }[]
}

function buildMinisearch(
  items: readonly SearchItem[],
  load: (name: string) => unknown,
  tokenize: Tokenize,
): Search {
  const Class = load('minisearch') as new (options: object) => MiniSearch
  const ours = tokenize ? { tokenize, processTerm: (term: string) => term } : {}
  const index = new Class({ fields: FIELDS, searchOptions: { boost: BOOST }, ...ours })
  index.addAll(documentsOf(items))
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map(({ id }) => id)
}

type LunrQuery = { term(terms: readonly string[], options: object): void }
type LunrIndex = {
  search(query: string): readonly { readonly ref: string }[]
  query(ask: (query: LunrQuery) => void): readonly { readonly ref: string }[]
}
type LunrBuilder = {
  tokenizer: (text: string) => unknown[]
  readonly pipeline: { reset(): void }
  ref(name: string): void
  field(name: string, options: object): void
  add(document: Document): void
}
type Lunr = ((configure: (this: LunrBuilder) => void) => LunrIndex) & {
  readonly Token: new (text: string) => unknown
}

function buildLunr(
  items: readonly SearchItem[],
  load: (name: string) => unknown,
  tokenize: Tokenize,
): Search {
  const lunr = load('lunr') as Lunr
  const index = lunr(function () {
    if (tokenize) {
      this.pipeline.reset()
      this.tokenizer = (text) => tokenize(text).map((term) => new lunr.Token(term))
    }
    this.ref('id')
    for (const field of FIELDS) this.field(field, { boost: field === 'title' || field === 'name' ? 2 : 1 })
    for (const document of documentsOf(items)) this.add(document)
  })
  return (query) => {
    const terms = tokenize?.(query)
    const found = terms
      ? index.query((ask) => terms.length > 0 && ask.term(terms, {}))
      : index.search(plainWords(query).join(' '))
    return found.slice(0, 10).map(({ ref }) => Number(ref))
  }
}

/** What query languages mean by `-`, `+` and `:` is no part of a question. */
function plainWords(query: string): readonly string[] {
  return query.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

type FlexIndex = {
  add(id: number, text: string): void
  search(query: string, options: object): readonly number[]
}

/** It has no weights for fields within one ranking: titles and names are added twice. */
function buildFlexsearch(
  items: readonly SearchItem[],
  load: (name: string) => unknown,
  encode: Tokenize,
): Search {
  const { Index } = load('flexsearch') as { readonly Index: new (options: object) => FlexIndex }
  const index = new Index({ tokenize: 'strict', ...(encode && { encode }) })
  for (const { id, title, name, tags, body } of documentsOf(items)) {
    index.add(id, [title, name, title, name, tags, body].join('\n'))
  }
  return (query) => index.search(query, { limit: 10, suggest: true })
}

type Orama = {
  create(options: object): unknown
  insertMultiple(index: unknown, documents: readonly object[]): unknown
  search(index: unknown, options: object): Promise<{ readonly hits: readonly { readonly id: string }[] }>
}

async function buildOrama(
  items: readonly SearchItem[],
  load: (name: string) => unknown,
  tokenize: Tokenize,
): Promise<Search> {
  const { create, insertMultiple, search } = load('@orama/orama') as Orama
  const tokenizer = tokenize && { language: 'english', normalizationCache: new Map(), tokenize }
  const schema = Object.fromEntries(FIELDS.map((field) => [field, 'string']))
  const index = create({ schema, ...(tokenizer && { components: { tokenizer } }) })
  await insertMultiple(
    index,
    documentsOf(items).map(({ id, ...fields }) => ({ ...fields, id: String(id) })),
  )
  return async (query) => {
    const { hits } = await search(index, { term: query, properties: FIELDS, boost: BOOST, limit: 10 })
    return hits.map(({ id }) => Number(id))
  }
}

type Sqlite = {
  exec(sql: string): void
  run(sql: string, values: readonly unknown[]): void
  all(sql: string, values: readonly unknown[]): readonly { readonly rowid: number }[]
}

/** In memory; any word of the query may match, as with the others. */
function buildSqlite(items: readonly SearchItem[], load: (name: string) => unknown): Search {
  const { Database } = load('node-sqlite3-wasm') as { readonly Database: new () => Sqlite }
  const index = new Database()
  index.exec(`CREATE VIRTUAL TABLE items USING fts5(${FIELDS.join(', ')}, tokenize = 'porter unicode61')`)
  index.exec('BEGIN')
  for (const { id, title, name, tags, body } of documentsOf(items)) {
    index.run('INSERT INTO items(rowid, title, name, tags, body) VALUES (?, ?, ?, ?, ?)', [
      ...[id, title, name, tags, body],
    ])
  }
  index.exec('COMMIT')
  const ask = 'SELECT rowid FROM items WHERE items MATCH ? ORDER BY bm25(items, 2, 2, 1, 1) LIMIT 10'
  return (query) => {
    const words = plainWords(query).map((word) => `"${word}"`)
    return words.length === 0 ? [] : index.all(ask, [words.join(' OR ')]).map(({ rowid }) => Number(rowid))
  }
}

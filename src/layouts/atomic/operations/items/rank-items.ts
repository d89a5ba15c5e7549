import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import { textList } from '../../../../core/json.ts'
import type { Source } from '../../../../core/source.ts'
import { lineAt } from '../../../../core/text.ts'
import { foldedWords, newestFirst } from './read-items.ts'

/** Where words are looked for, the best place first. */
export const TIERS = ['file name', 'front matter', 'content'] as const

/** An item with a text, and where it matched. */
export type Match = {
  readonly at: ItemAt
  readonly source: Source
  readonly tier: (typeof TIERS)[number]
  /** It holds every term. */
  readonly isFull: boolean
}

type Found = Match & {
  readonly found: number
  readonly rank: number
  readonly hasPhrase: boolean
  readonly inTitle: number
}

type Ranked = Found & { readonly isSuperseded: boolean }

/** What is ranked: items with their texts, and which of them are superseded. */
type Candidates = {
  readonly items: readonly ItemAt[]
  readonly sources: ReadonlyMap<string, Source>
  readonly supersededBy: ReadonlyMap<string, string>
}

/**
 * The items that hold terms of a query. An item's tier is the first n at which tiers 1 to n together hold every term. Items
 * that hold them all come first, by tier; then those that hold some, by how many. Ties: the whole phrase, matches in the
 * title, the newest, the id. Superseded decisions are last. Nothing but the texts and the query decides the order.
 */
export function rankItems(
  query: readonly string[],
  { items, sources, supersededBy }: Candidates,
): readonly Match[] {
  const terms = [...new Set(query)]
  const matches = items.flatMap((at): Ranked[] => {
    const source = sources.get(at.document.path)
    if (!source) return []
    const found = match({ at, source }, { query, terms })
    const isSuperseded = at.item.kind === 'decision' && supersededBy.has(at.item.id ?? '')
    return found ? [{ ...found, isSuperseded }] : []
  })
  return matches.sort(
    (a, b) =>
      Number(a.isSuperseded) - Number(b.isSuperseded) ||
      Number(b.isFull) - Number(a.isFull) ||
      b.found - a.found ||
      a.rank - b.rank ||
      Number(b.hasPhrase) - Number(a.hasPhrase) ||
      b.inTitle - a.inTitle ||
      newestFirst(a.at, b.at),
  )
}

type Query = { readonly query: readonly string[]; readonly terms: readonly string[] }

function match(
  { at, source }: { readonly at: ItemAt; readonly source: Source },
  { query, terms }: Query,
): Found | null {
  const texts = [[nameOf(at)], frontMatterTexts(at), [bodyOf(source)]].map((tier) => tier.map(foldedWords))
  const held = texts.map((tier) => new Set(tier.flat()))
  const all = new Set(held.flatMap((words) => [...words]))
  const found = terms.filter((term) => all.has(term)).length
  if (found === 0) return null
  const isFull = found === terms.length
  const seen = new Set<string>()
  const rank = held.findIndex((words) => {
    for (const word of words) seen.add(word)
    return isFull ? terms.every((term) => seen.has(term)) : terms.some((term) => seen.has(term))
  })
  const title = foldedWords(at.item.title)
  return {
    at,
    source,
    tier: TIERS[rank] ?? 'content',
    isFull,
    found,
    rank,
    hasPhrase: texts.flat().some((words) => holdsPhrase(words, query)),
    inTitle: title.filter((word) => terms.includes(word)).length,
  }
}

function holdsPhrase(words: readonly string[], query: readonly string[]): boolean {
  return words.some((_, start) => query.every((term, i) => words[start + i] === term))
}

/** The name of the file without the day before it and the end of the id behind it. */
function nameOf({ item, document }: ItemAt): string {
  const name = document.path.slice(document.path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  const suffix = /-[^-]+$/.exec(item.id ?? '')?.[0] ?? ''
  const isNamedForId = suffix !== '' && name.endsWith(suffix) && /^\d{4}-\d{2}-\d{2}-/.test(name)
  const bare = isNamedForId ? name.slice(0, -suffix.length) : name
  return bare.replace(/^\d{4}-\d{2}-\d{2}-/, '')
}

const FIELDS = ['source', 'rationale', 'context', 'assignee', 'priority', 'status'] as const

function frontMatterTexts({ item }: ItemAt): readonly string[] {
  const { fields } = item
  const own = FIELDS.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  return [item.title, ...textList(fields.tags), item.id ?? '', ...own]
}

/** The text below the front matter. */
function bodyOf({ text, frontMatter }: Source): string {
  return text.slice(frontMatter?.block.end ?? 0)
}

/** Most characters of an excerpt. */
const LONGEST = 200

/** The first line of the body that holds a term, else its first line with words; and its number in the file. */
export function excerptOf(
  source: Source,
  query: readonly string[],
): { readonly line: number; readonly excerpt: string } {
  const start = source.frontMatter?.block.end ?? 0
  const lines: { readonly text: string; readonly at: number }[] = []
  for (const { 0: text, index } of bodyOf(source).matchAll(/[^\r\n]+/g)) {
    if (foldedWords(text).length > 0) lines.push({ text, at: start + index })
  }
  const found = lines.find(({ text }) => foldedWords(text).some((word) => query.includes(word))) ?? lines[0]
  if (!found) return { line: lineAt(source.starts, start), excerpt: '' }
  const characters = [...found.text.trim()]
  const excerpt =
    characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('')
  return { line: lineAt(source.starts, found.at), excerpt }
}

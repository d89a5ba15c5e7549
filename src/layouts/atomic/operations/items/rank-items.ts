import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import type { Source } from '../../../../core/source.ts'
import { lineAt } from '../../../../core/text.ts'
import { foldedWords, newestFirst, type ReadItems } from './read-items.ts'

/** Where words are looked for, the best place first. */
export const TIERS = ['file name', 'front matter', 'content'] as const

/** An item with a text, and where it matched. */
type Match = {
  readonly at: ItemAt
  readonly source: Source
  readonly tier: (typeof TIERS)[number]
  /** It holds every term. */
  readonly isFull: boolean
  /** Smaller numbers come first. */
  readonly order: readonly number[]
}

/**
 * The items that hold terms of a query. An item's tier is the first n at which tiers 1 to n together hold every term. Items
 * that hold them all come first, by tier; then those that hold some, by how many. Ties: the whole phrase, matches in the
 * title, the newest, the id. Superseded decisions are last. Nothing but the texts and the query decides the order.
 */
export function rankItems(
  query: readonly string[],
  { items, supersededBy }: ReadItems,
  sources: ReadonlyMap<string, Source>,
): readonly Match[] {
  return items
    .flatMap((at) => {
      const source = sources.get(at.document.path)
      const isSuperseded = at.item.kind === 'decision' && supersededBy.has(at.item.id ?? '')
      return (source && match(at, source, query, isSuperseded)) ?? []
    })
    .sort((a, b) => byOrder(a.order, b.order) || newestFirst(a.at, b.at))
}

function byOrder(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i])
  return (a[at] ?? 0) - (b[at] ?? 0)
}

function match(
  at: ItemAt,
  source: Source,
  query: readonly string[],
  isSuperseded: boolean,
): Match | undefined {
  const terms = [...new Set(query)]
  const texts = [[nameOf(at)], frontMatterTexts(at), [bodyOf(source)]].map((tier) => tier.map(foldedWords))
  const held = texts.map((tier) => new Set(tier.flat()))
  const found = terms.filter((term) => held.some((words) => words.has(term))).length
  if (found === 0) return undefined
  const isFull = found === terms.length
  const seen = new Set<string>()
  const rank = held.findIndex((words) => {
    for (const word of words) seen.add(word)
    return isFull ? terms.every((term) => seen.has(term)) : terms.some((term) => seen.has(term))
  })
  const hasPhrase = texts.flat().some((words) => holdsPhrase(words, query))
  const inTitle = foldedWords(at.item.title).filter((word) => terms.includes(word)).length
  return {
    at,
    source,
    tier: TIERS[rank] ?? 'content',
    isFull,
    order: [Number(isSuperseded), -found, rank, Number(!hasPhrase), -inTitle],
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
  return [item.title, ...(item.tags ?? []), item.id ?? '', ...own]
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
  const lines = [...bodyOf(source).matchAll(/[^\r\n]+/g)].filter(([text]) => foldedWords(text).length > 0)
  const found = lines.find(([text]) => foldedWords(text).some((word) => query.includes(word))) ?? lines[0]
  const characters = [...(found?.[0].trim() ?? '')]
  const isLong = characters.length > LONGEST
  return {
    line: lineAt(source.starts, start + (found?.index ?? 0)),
    excerpt: isLong ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join(''),
  }
}

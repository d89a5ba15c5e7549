import { plainText } from '../evidence/plain-text.ts'

/** How well a section of that name says what a plan is for: 1 best. */
type Rank = 1 | 2 | 3

/** Words of headings, in the languages of the documents at hand, and what they promise. */
const RANKS: ReadonlyMap<string, Rank> = new Map<string, Rank>([
  ...'abstract|aim|brief|description|executive summary|goal|goal capsule|intent|mission|objective|outcome|purpose|summary|tldr|tl dr|user story|what is this|what it does|what it is|what this does|what this is|what we are building|what were building'
    .split('|')
    .map((name) => [name, 1] as const),
  ...'about|about this plan|at a glance|introduction|intro|overview|scope and goal|vision'
    .split('|')
    .map((name) => [name, 2] as const),
  ...'background|context|motivation|need|problem|problem frame|problem statement|rationale|situation|the problem|why'
    .split('|')
    .map((name) => [name, 3] as const),
])

const QUALIFIER =
  /^(?:the|our|project|plan|feature|high level|overall|main|primary|user facing|user|business|core|key|task|product|desired|background and) /

/** What stands before a document's own text: data about it. */
const ABOUT_DOCUMENT =
  /^(?:(?:document|file|page|plan) )?(?:meta ?data|front ?matter)(?: (?:block|header|info|information|section|table))?$|^(?:document (?:control|header|info|information|properties)|table of contents|toc)$/

/**
 * The rank of a section whose heading promises what the plan is for; null for every other heading. `Goals & Non-Goals`
 * and `Problem Statement / Motivation` count by their first word that does.
 */
export function sectionName(heading: string): Rank | null {
  return (
    partsOf(heading)
      .map(rankOf)
      .find((rank) => rank !== null) ?? null
  )
}

/** True of a heading that names nothing but such sections, so that it is not the name of a document. */
export function isSectionName(heading: string): boolean {
  return partsOf(heading).every((part) => rankOf(part) !== null)
}

/** True of a heading above data about the document: `Metadata Header`. */
export function isAboutDocument(heading: string): boolean {
  return ABOUT_DOCUMENT.test(
    plainText(heading)
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim(),
  )
}

function partsOf(heading: string): string[] {
  const words = plainText(heading)
    .toLowerCase()
    .replace(/^[\d.]+[.)]?\s+/, '')
    .replace(/[’']/g, '')
  return words
    .split(/\s*(?:[/&+,:(–—-]|\band\b|\bor\b)\s*/)
    .map((part) => part.replace(/[^\p{L}\p{N}]+/gu, ' ').trim())
}

function rankOf(name: string): Rank | null {
  const bare = name.replace(QUALIFIER, '').replace(QUALIFIER, '')
  const single = (text: string): string => text.replace(/s$/, '')
  for (const one of [name, bare]) {
    const rank = RANKS.get(one) ?? RANKS.get(single(one))
    if (rank !== undefined) return rank
  }
  return null
}

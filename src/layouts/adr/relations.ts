import { isJsonObject, type Json } from '../../core/json.ts'
import type { Source } from '../../core/source.ts'

/** Numbers of records that replace one, or that it replaces. */
export type Relations = { readonly supersededBy: readonly number[]; readonly supersedes: readonly number[] }

/**
 * What a record says of others in the text about its status and in its front matter, where it says that one replaces the other
 * as a whole: what it amends, extends, or replaces in part still counts.
 */
export function relationsOf(source: Source, head: string, series: string): Relations {
  return {
    supersededBy: unique([
      ...numbersBehind(head, BY, series),
      ...fieldNumbers(source, /^(?:superseded|replaced|obsoleted)[-_ ]?by$/i, series),
    ]),
    supersedes: unique([
      ...numbersBehind(head, REPLACES, series),
      ...fieldNumbers(source, /^(?:supersedes|replaces|obsoletes)$/i, series),
    ]),
  }
}

export function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)]
}

/** Up to the end of the line, or of the next one where nothing is behind the word; a day may be in between. */
const BY =
  /(?:supersed\w*|replaced)(?:[ -]+(?:on|in|since|as of) [^\r\n.;:()\d]{0,20}\d[^\r\n.;:()]{0,20}|[ -]+(?:in part|partially|partly))?[ -]+by\b[ \t]*\n?([^\r\n]*)/gi
const REPLACES = /(?:^|[^\w-])(?:supersedes|replaces)\b[*_]*:?([^\r\n]*)/gim

/** `Supersedes: None (extends ADR-0004)`. */
const NONE = /^[\s:*_]*(?:none|nothing|n\/a|no\b|-\s*$|—)/i

/** Another relation, or another sentence, begins: what follows is not replaced. */
const OTHER =
  /\b(?:amend|extend|relat|depend|pair|see\b|complement|builds?\b|refine|clarif|narrow|supersed|replac|part(?:ial)?ly (?:supersed|replac|amend))|[.;](?=\s+\S)/i

/** Only a part is replaced. */
const PART = /\b(?:partial(?:ly)?|partly|in part|parts?|portions?|sections?|aspects?|clauses?|only)\b|§/i

/** Something of a record is replaced, or by something of it: `the retries of ADR-0004`, `ADR-0004's retries`. */
const OF = /^[^\d]*\b(?:of|in|from|within)\b[^\d]*\d|\d['’]s\b/i

/** What may be in front of the word where it is said of the record itself: anything else is a part of it. */
const SELF =
  /^(?:[^\p{L}]|(?:status|accepted|proposed|deprecated|superseded|replaced|this|the|adr|record|decision|document|it|and|is|was|has|been|now|later|fully|completely|entirely)(?!\p{L}))*$/iu

/** A sentence, or a part of one, ends. */
const ENDS = ['.', ';', '(', ',', ':', '|', '—', '–'] as const

function numbersBehind(head: string, words: RegExp, series: string): number[] {
  const text = head.replaceAll('\r\n', '\n')
  return [...text.matchAll(words)].flatMap(({ 0: all, 1: behind = '', index }) => {
    if (NONE.test(behind)) return []
    // The text of a link is a title.
    const plain = behind.replaceAll(/\[[^\]]*\](?=\()/g, '[]')
    const clause = plain.slice(0, OTHER.exec(plain)?.index)
    const verb = all.slice(all.search(/\p{L}/u), all.length - behind.length)
    const isPart =
      PART.test(`${verb} ${clause}`) ||
      OF.test(clause) ||
      !SELF.test(clauseBefore(text, index + all.search(/\p{L}/u)))
    return isPart ? [] : referencesIn(clause, series)
  })
}

/** The clause in front of a word, which goes back over a line's start where the word is inside a sentence. */
function clauseBefore(text: string, at: number): string {
  const isInside = /^\p{Ll}/u.test(text.slice(at))
  const start = text.lastIndexOf(isInside ? '\n\n' : '\n', at) + 1
  const before = text.slice(start, at)
  return before.slice(Math.max(...ENDS.map((mark) => before.lastIndexOf(mark))) + 1)
}

/** `ADR-0012`, `ADR 12`, `[12. A queue](0012-a-queue.md)`; in a series of its own `D-012`. */
const references = new Map<string, RegExp>()

/** Every record of the series that a text names. */
export function referencesIn(text: string, series: string): number[] {
  const prefix = series === '' ? 'adr' : series
  const known = references.get(prefix)
  const gap = prefix.length > 2 ? '[-_ #]{0,2}' : '(?:[-_#]|(?=\\d\\d))'
  const pattern =
    known ??
    new RegExp(
      `\\b${prefix}${gap}(\\d{1,5})\\b|\\]\\((?:\\./)?(?:${prefix}[-_]?)?(\\d{1,5})[-_.][^)\\s]*\\)`,
      'gi',
    )
  references.set(prefix, pattern)
  return [...text.matchAll(pattern)].map(([, named, linked]) => Number(named ?? linked))
}

/** `supersedes: [ADR-0012]`, `relations: [{ type: supersedes, target: ADR-0012 }]`. */
function fieldNumbers({ frontMatter }: Source, type: RegExp, series: string): number[] {
  const { relations, ...fields } = frontMatter?.fields ?? {}
  const own = Object.entries(fields).flatMap(([key, value]) => (type.test(key) ? [value] : []))
  const listed = (Array.isArray(relations) ? relations : []).flatMap((one: Json) =>
    isJsonObject(one) && typeof one.type === 'string' && type.test(one.type) ? [one.target ?? null] : [],
  )
  return [...own, ...listed]
    .flat()
    .flatMap((one) =>
      typeof one === 'number' ? [one] : typeof one === 'string' ? referencesIn(one, series) : [],
    )
}

import type { Destination, Range } from '../../core/source.ts'
import { addAll, located } from './outline.ts'
import { isPlain, type Scan } from './scan.ts'

/** A link or image that only one reading is possible of: no brackets, escapes or open code in its text, a bare target. */
const LINK = /!?\[(?:[^[\]\\`<\r\n]|`[^`\r\n]+`(?!`)){0,1000}\]\(([\w./#:?=~@%+,-]*)\)/y
/** A tag without attributes: nothing in it is listed. */
const BARE_TAG = /<(?:[a-z][a-z\d-]*[ \t]*\/?|\/[a-z][a-z\d-]*[ \t]*)>/iy
/** What another tag, a comment or its like, or an address must start with; any other `<` is text. */
const MARKUP = /<(?:[/!?]|[a-z][a-z\d-]*[ \t\r\n/>]|[a-z\d.!#$%&'*+/=?^_`{|}~-]+[:@])/iy
const SPECIAL = /[\\`<\]]|!?\[/g

/** More code marks without a partner than this, and looking for partners is left to remark. */
const UNPAIRED = 8

type Found = { readonly range: Range; readonly target: string }

/**
 * The links and images of a paragraph or heading that starts and ends with this range. Null when that takes a real
 * parser: for HTML, autolinks, nested or unusual links, and what may be a definition.
 */
export function scanInline(scan: Scan, range: Range): Destination[] | null {
  if (isPlain(scan, range.start, range.end)) return []
  const links = linksIn(scan.text, range)
  if (!links) return null
  return links.map(({ range: place, target }) => ({ target, place: located(place, scan).place }))
}

/** Adds the links and images of a paragraph or heading, or leaves it to remark. */
export function addInline(scan: Scan, range: Range): void {
  const links = scanInline(scan, range)
  if (links) addAll(scan.outline.destinations, links)
  else scan.zones.push({ ...range, type: 'inline' })
}

function linksIn(text: string, { start, end }: Range): Found[] | null {
  const links: Found[] = []
  const unpaired = new Set<number>()
  for (let at = nextSpecial(text, start); at < end; ) {
    const mark = text.charAt(at)
    let next = at + 1
    if (mark === '\\') next = at + 2
    else if (mark === '`') next = afterCode(text, { start: at, end }, unpaired)
    else if (mark === '[' || mark === '!') {
      const link = linkAt(text, at)
      if (link) links.push(link)
      next = link?.range.end ?? text.indexOf('[', at) + 1
    } else if (mark === '<') {
      if (matches(BARE_TAG, text, at)) next = BARE_TAG.lastIndex
      else if (matches(MARKUP, text, at)) return null
    } else if (isDoubtful(text, at, start)) return null
    if (unpaired.size > UNPAIRED || next > end) return null
    at = nextSpecial(text, next)
  }
  return links
}

function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from
  return SPECIAL.exec(text)?.index ?? text.length
}

function linkAt(text: string, at: number): Found | null {
  LINK.lastIndex = at
  const match = LINK.exec(text)
  return match ? { range: { start: at, end: LINK.lastIndex }, target: match[1] ?? '' } : null
}

function matches(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}

/** A `]` that may end a link or the label of a definition. */
function isDoubtful(text: string, at: number, start: number): boolean {
  const next = text.charAt(at + 1)
  return next === '(' || (next === ':' && text.charAt(start) === '[')
}

/** Where the code span that starts at `start` ends, or its opening mark when nothing closes it. */
function afterCode(text: string, { start, end }: Range, unpaired: Set<number>): number {
  const length = runLength(text, start)
  if (unpaired.has(length)) return start + length
  for (let at = text.indexOf('`', start + length); at !== -1 && at < end; ) {
    const run = runLength(text, at)
    if (run === length) return at + run
    at = text.indexOf('`', at + run)
  }
  unpaired.add(length)
  return start + length
}

function runLength(text: string, at: number): number {
  let end = at
  while (text.charAt(end) === '`') end++
  return end - at
}

import { remark } from 'remark'

/** A heading at the top level of a text. */
export type SeenHeading = { readonly depth: number; readonly text: string; readonly line: number }

/**
 * The headings of a log that a check must read as entries or report, found with remark and plain loops only. It uses no
 * code of the sources, so that both can be compared.
 */
export function seenHeadings(text: string): SeenHeading[] {
  const all = headingsOf(withoutFrontMatter(text.replace(/^\uFEFF/, ' ')))
  const first = all.findIndex(isMeant)
  const seen = all.filter(
    (one, i) =>
      isInBrackets(one) || (one.depth <= 3 && ((first >= 0 && i >= first) || holdsDateOrId(one.text))),
  )
  return seen.length > 0 ? seen : all.filter(({ depth }) => depth === 3)
}

/** Blanked out, so that lines keep their numbers. */
function withoutFrontMatter(text: string): string {
  const block = /^---[ \t]*(\r\n?|\n)[\w-]+:[\s\S]*?(?:\r\n?|\n)---[ \t]*(?=\r|\n|$)/.exec(text)
  return block ? block[0].replace(/[^\r\n]/g, ' ') + text.slice(block[0].length) : text
}

function headingsOf(text: string): SeenHeading[] {
  return remark()
    .parse(text)
    .children.flatMap((node) => {
      if (node.type !== 'heading' || !node.position) return []
      const { start, end } = node.position
      const source = text.slice(start.offset, end.offset)
      const isAtx = /^#{1,6}(?:[ \t\r\n]|$)/.test(source)
      const lines = source.split(/\r\n?|\n/)
      const shown = isAtx
        ? source.replace(/^#+[ \t]*/, '').replace(/(?:^|[ \t]+)#+[ \t]*$/, '')
        : lines.slice(0, -1).join('\n')
      return [{ depth: node.depth, text: shown.trim(), line: start.line }]
    })
}

/** A date in brackets at the start, at any depth. */
function isInBrackets({ text }: SeenHeading): boolean {
  return /^[\\*_`]{0,3}\[\d{4}[-/.]\d\d?[-/.]\d\d?\\?\]/.test(text)
}

/** At the depth of entries: a date at the start, or brackets that are no link. */
function isMeant(one: SeenHeading): boolean {
  if (one.depth !== 3) return false
  const bare = one.text.replace(/^[\\*_`]{1,3}/, '')
  const close = bare.indexOf(']')
  const isMarked = bare.startsWith('[') && close >= 0 && !['(', '['].includes(bare.charAt(close + 1))
  const isOpen = /^\[\d/.test(bare) && close < 0
  return isMarked || isOpen || /^\d{4}[-/.]\d\d?[-/.]\d\d?(?!\d)/.test(bare)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function holdsDateOrId(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const gaps = text.split(/[\p{L}\p{N}]+/u).slice(1)
  return words.some((word, i) => {
    const [, next = '', third = ''] = words.slice(i)
    const [gap = '', other = ''] = gaps.slice(i)
    return (
      isNumeric([word, next, third], gap, other) ||
      isCompact(word) ||
      isSpelt([word, next, third]) ||
      isId(word, { next, gap, isFirst: i === 0 })
    )
  })
}

function isNumeric([a, b, c]: readonly [string, string, string], gap: string, other: string): boolean {
  if (gap !== other || !['-', '/', '.'].includes(gap)) return false
  const shape = [a, b, c].map((one) => (/^\d+$/.test(one) ? one.length : 0)).join('')
  if (/^4[12]$/.test(shape.slice(0, 2)) && /^\d{1,2}(?:T\d+\w*)?$/.test(c)) return true
  return (
    /^[12][12]4$/.test(shape) ||
    (gap === '/' && /^[12][12]2$/.test(shape)) ||
    (gap === '-' && shape === '222')
  )
}

function isCompact(word: string): boolean {
  const [, month, day] = /^(?:19|20)\d\d(\d\d)(\d\d)(?:T?\d{4}(?:\d\d)?Z?)?$/.exec(word) ?? []
  return (
    month !== undefined && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  )
}

/** A month, a day and a year in any order, next to each other. */
function isSpelt(words: readonly string[]): boolean {
  const has = (form: RegExp): boolean => words.some((one) => form.test(one))
  const isMonth = words.some(
    (one) => /^\p{L}{3,9}$/u.test(one) && MONTHS.includes(one.slice(0, 3).toLowerCase()),
  )
  return isMonth && has(/^\d\d?(?:st|nd|rd|th)?$/) && has(/^(?:19|20)\d\d$/)
}

function isId(
  word: string,
  { next, gap, isFirst }: { next: string; gap: string; isFirst: boolean },
): boolean {
  return (
    gap === '-' && /^[A-Z][A-Z0-9]{0,9}$/.test(word) && /^\d+$/.test(next) && (isFirst || next.length > 1)
  )
}

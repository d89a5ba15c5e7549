/** A longer line has no code spans looked for, so that many backticks cost no more than their number. */
const MOST_FOR_SPANS = 2000

const PUNCTUATION = /[!-/:-@[-`{-~]/
const WORD = /[\p{L}\p{N}]/u

/**
 * One line of text as Markdown that shows exactly that line: what would be markup is escaped, and only code spans that end
 * on the line keep their meaning. The result can stand as a paragraph, in a list item or in a heading.
 */
export function escapeProse(line: string): string {
  const text = line.trim()
  const start = /^(?:[#>+=-]|\d{1,9}(?=[.)](?:\s|$)))/.exec(text)?.[0]
  if (start === undefined) return inline(text, 0)
  const isNumber = /^\d/.test(start)
  const rest = isNumber ? start.length : 0
  const escaped = `${text.slice(0, rest)}\\${text[rest] ?? ''}`
  return escaped + inline(text, rest + 1)
}

function inline(text: string, from: number): string {
  let result = ''
  let at = from
  while (at < text.length) {
    const span = text[at] === '`' ? spanAt(text, at) : 0
    if (span > 0) result += text.slice(at, at + span)
    else result += needsEscape(text, at) ? `\\${text[at]}` : text[at]
    at += Math.max(span, 1)
  }
  return result.endsWith('#') ? `${result.slice(0, -1)}\\#` : result
}

/** The length of the code span that starts here; 0 where no run of as many backticks ends it. */
function spanAt(text: string, start: number): number {
  if (text.length > MOST_FOR_SPANS || text[start - 1] === '`') return 0
  const ticks = /^`+/.exec(text.slice(start))?.[0].length ?? 0
  for (const { 0: run, index } of text.slice(start + ticks).matchAll(/`+/g)) {
    if (run.length === ticks) return ticks + index + ticks
  }
  return 0
}

function needsEscape(text: string, at: number): boolean {
  const next = text[at + 1] ?? ''
  switch (text[at]) {
    case '`':
    case '*':
    case '[':
    case ']':
    case '<':
    case '~':
    case '|':
      return true
    case '_':
      return !(WORD.test(text[at - 1] ?? '') && WORD.test(next))
    case '&':
      return /[#\p{L}]/u.test(next)
    case '\\':
      return next === '' || PUNCTUATION.test(next)
    default:
      return false
  }
}

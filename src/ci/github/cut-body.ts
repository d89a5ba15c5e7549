/** GitHub's limit for a comment and for an issue, in characters. */
const MOST = 65_536

/** What is open at the end of a line: a code block by its fence, a block of HTML, and how many folded sections. */
type Open = { readonly fence: string; readonly isHtml: boolean; readonly sections: number }

/** Begins a block of HTML, which ends at an empty line: there is no code block in it. */
const HTML = /^ {0,3}<\/?(?:details|summary|table|tr|td|ul|li|p|div)\b/

/**
 * Cuts Markdown to what a comment or an issue holds, besides `taken` characters of it: at the end of a line, with code
 * blocks and folded sections closed, and `more` behind it. What is short enough stays as it is.
 */
export function cutBody(body: string, more: string, taken = 0): string {
  const most = MOST - taken
  if (body.length <= most) return body
  const end = `\n${more}\n`
  let open: Open = { fence: '', isHtml: false, sections: 0 }
  let kept = { length: 0, closing: '' }
  for (let at = 0; at < most; ) {
    const next = body.indexOf('\n', at) + 1
    if (next === 0 || next + end.length > most) break
    open = openAfter(body.slice(at, next - 1), open)
    const closing = closingOf(open)
    if (next + closing.length + end.length <= most) kept = { length: next, closing }
    at = next
  }
  return body.slice(0, kept.length) + kept.closing + end
}

function openAfter(line: string, { fence, isHtml, sections }: Open): Open {
  const [, mark = '', rest = ''] = /^ *(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (fence !== '') {
    const isEnd = mark.startsWith(fence) && rest.trim() === ''
    return { fence: isEnd ? '' : fence, isHtml, sections }
  }
  const isStillHtml = (isHtml && line.trim() !== '') || HTML.test(line)
  const isFence = mark !== '' && !(mark.startsWith('`') && rest.includes('`'))
  if (isFence && !isStillHtml) return { fence: mark, isHtml: false, sections }
  // What stands in a code span is shown and opens nothing.
  const markup = isStillHtml ? line : line.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
  const opened = sections + count(markup, /<details\b/g) - count(markup, /<\/details>/g)
  return { fence, isHtml: isStillHtml, sections: Math.max(0, opened) }
}

function closingOf({ fence, sections }: Open): string {
  return `${fence === '' ? '' : `${fence}\n`}${'\n</details>\n'.repeat(sections)}`
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}

import type { Github } from './github.ts'

/** Posts on a page, and pages that are read: GitHub allows 2,500 comments on an issue. */
const PER_PAGE = 100
const MOST_PAGES = 50

/** The place to look for a post, and the marker at its start. */
type Search = {
  /** A route that returns lists. */
  readonly route: string
  readonly parameters: { readonly [name: string]: string | number }
  readonly marker: string
}

/**
 * Finds the first comment or issue that begins with our marker and that the token's own user wrote: anyone can write
 * the marker. Null when there is none. Where the token's user is not known, the marker alone counts.
 */
export async function findPost(github: Github, { route, parameters, marker }: Search): Promise<Post | null> {
  const marked: Post[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const posts = postsOf(await github.ask(route, { ...parameters, per_page: PER_PAGE, page }))
    marked.push(...posts.filter(({ body, isPullRequest }) => body.startsWith(marker) && !isPullRequest))
    if (posts.length < PER_PAGE) break
  }
  if (marked.length === 0) return null
  const login = await github.login()
  return marked.find((post) => login === null || post.login === login) ?? null
}

/** The parts of a comment or issue that are used; every text is untrusted. */
type Post = {
  readonly id: number
  /** Of an issue: its number in the repository. */
  readonly number: number | null
  readonly body: string
  readonly title: string
  /** The author; empty for a deleted user. */
  readonly login: string
  readonly isPullRequest: boolean
}

/** Reads a list of comments or issues. Throws for any other answer. */
function postsOf(data: unknown): readonly Post[] {
  if (!Array.isArray(data)) throw new Error('The answer is not a list')
  return data.map(postOf)
}

function postOf(value: unknown): Post {
  const { id, number, body, title, user, pull_request: pull } = record(value)
  if (typeof id !== 'number') throw new Error('The answer has no id')
  const { login } = typeof user === 'object' && user !== null ? record(user) : { login: '' }
  return {
    id,
    number: typeof number === 'number' ? number : null,
    body: typeof body === 'string' ? body : '',
    title: typeof title === 'string' ? title : '',
    login: typeof login === 'string' ? login : '',
    isPullRequest: pull !== undefined,
  }
}

function record(value: unknown): { readonly [key: string]: unknown } {
  if (typeof value === 'object' && value !== null) return { ...value }
  throw new Error('The answer is not an object')
}

/** GitHub's limit for a comment and for an issue, in characters. */
const MOST = 65_536

/**
 * The state at the end of a line: an open code block by its fence, an open block of HTML, and the number of folded
 * sections.
 */
type Open = { readonly fence: string; readonly isHtml: boolean; readonly sections: number }

/** The start of a block of HTML, which ends at an empty line: it holds no code block. */
const HTML = /^ {0,3}<\/?(?:details|summary|table|tr|td|ul|li|p|div)\b/

/**
 * Cuts Markdown to the limit of a comment or an issue, less `taken` characters: at the end of a line, with code
 * blocks and folded sections closed, and `more` after it. Shorter text stays as it is.
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
  // Text in a code span is shown and opens no block.
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

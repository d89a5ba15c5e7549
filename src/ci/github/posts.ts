import type { Github } from './github.ts'

/** The comment for a pull request. */
export type Comment = {
  readonly pull: number
  /** Identifies the comment; letters, digits, dots and single hyphens. */
  readonly name: string
  /** Markdown. */
  readonly body: string
  /** Markdown that replaces the part that is cut off. */
  readonly more: string
  /** False when there are no findings: then no comment is made, but an existing one is updated. */
  readonly isNews: boolean
}

/** The outcome for the comment. */
export type Commented = 'created' | 'updated' | 'unchanged' | 'unneeded'

/** Writes one comment on a pull request, which a later run updates. Throws the API's errors. */
export async function stickComment(github: Github, comment: Comment): Promise<Commented> {
  // People do not see it.
  const marker = `<!-- ${comment.name} -->`
  const body = `${marker}\n${cutBody(comment.body, comment.more, marker.length + 1)}`
  return github.retried(async () => {
    const own = await findPost(github, {
      route: 'GET /repos/{owner}/{repo}/issues/{pull}/comments',
      parameters: { pull: comment.pull },
      marker,
    })
    if (own?.body === body) return 'unchanged'
    if (own) {
      await github.ask('PATCH /repos/{owner}/{repo}/issues/comments/{id}', { id: own.id, body })
      return 'updated'
    }
    if (!comment.isNews) return 'unneeded'
    await github.ask('POST /repos/{owner}/{repo}/issues/{pull}/comments', { pull: comment.pull, body })
    return 'created'
  })
}

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
 * the marker. Null when there is none. Where GitHub does not say who we are, only what a workflow wrote is ours: no
 * person can have that name.
 */
async function findPost(github: Github, { route, parameters, marker }: Search): Promise<Post | null> {
  const marked: Post[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const posts = postsOf(await github.ask(route, { ...parameters, per_page: PER_PAGE, page }))
    marked.push(...posts.filter(({ body, isPullRequest }) => body.startsWith(marker) && !isPullRequest))
    if (posts.length < PER_PAGE) break
  }
  if (marked.length === 0) return null
  const login = (await github.login()) ?? WORKFLOW_USER
  return marked.find((post) => post.login === login) ?? null
}

/** The user of a workflow's own token. */
const WORKFLOW_USER = 'github-actions[bot]'

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

const LABEL = 'memkeep-review'

/** The issue that asks for a review. */
export type Review = {
  /** Identifies the issue; letters, digits, dots and single hyphens. */
  readonly name: string
  readonly title: string
  /** Markdown. */
  readonly body: string
  /** Markdown that replaces the part that is cut off. */
  readonly more: string
}

/** The outcome for the issue, and its number. */
export type Reviewed = { readonly did: 'opened' | 'updated'; readonly number: number }

/** Opens the issue of the review, or updates the open one. Throws the API's errors. */
export async function reviewIssue(github: Github, { name, title, body, more }: Review): Promise<Reviewed> {
  // People do not see it.
  const marker = `<!-- ${name} review -->`
  const whole = `${marker}\n${cutBody(body, more, marker.length + 1)}`
  return github.retried(async () => {
    const own = await findPost(github, {
      route: 'GET /repos/{owner}/{repo}/issues',
      parameters: { state: 'open', labels: LABEL },
      marker,
    })
    if (own && own.number !== null) {
      await github.ask('PATCH /repos/{owner}/{repo}/issues/{number}', {
        number: own.number,
        title,
        body: whole,
      })
      return { did: 'updated', number: own.number }
    }
    await ensureLabel(github)
    const made = await github.ask('POST /repos/{owner}/{repo}/issues', {
      title,
      body: whole,
      labels: [LABEL],
    })
    return { did: 'opened', number: numberOf(made) }
  })
}

/** GitHub opens an issue without a label that does not exist; then the issue could not be found again. */
async function ensureLabel(github: Github): Promise<void> {
  try {
    await github.ask('GET /repos/{owner}/{repo}/labels/{name}', { name: LABEL })
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && error.status === 404)) throw error
    await github.ask('POST /repos/{owner}/{repo}/labels', {
      name: LABEL,
      color: '1d76db',
      description: "The quarterly review of the agent's memory",
    })
  }
}

function numberOf(made: unknown): number {
  if (typeof made === 'object' && made !== null && 'number' in made && typeof made.number === 'number') {
    return made.number
  }
  throw new Error('The answer is not an issue')
}

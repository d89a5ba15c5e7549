import { type Post, postsOf } from './answers.ts'
import type { Github } from './github.ts'

/** How many posts a page has, and how many pages are looked at: GitHub allows 2,500 comments on an issue. */
const PER_PAGE = 100
const MOST_PAGES = 50

/** Where to look for a post, and how ours begins. */
export type Search = {
  /** A route that gives lists. */
  readonly route: string
  readonly parameters: { readonly [name: string]: string | number }
  readonly marker: string
}

/**
 * Finds the first comment or issue that begins with our marker and that the token's own user wrote: anybody can write the
 * marker. Null when there is none. Where it cannot be known whose the token is, the marker alone counts.
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

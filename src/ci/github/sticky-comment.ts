import type { Github } from './github.ts'
import { cutBody, findPost } from './posts.ts'

/** What to say on a pull request. */
export type Comment = {
  readonly pull: number
  /** Tells the comment from others; letters, digits, dots and single hyphens. */
  readonly name: string
  /** Markdown. */
  readonly body: string
  /** Markdown that takes the place of what is too long. */
  readonly more: string
  /** False when all is well: then no comment is made, but one that is there is told so. */
  readonly isNews: boolean
}

/** What became of the comment. */
export type Commented = 'created' | 'updated' | 'unchanged' | 'unneeded'

/** Says something on a pull request in one comment, which a later run changes. Throws what the API throws. */
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

import type { Github } from './github.ts'
import { cutBody, findPost } from './posts.ts'

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

import type { Github } from './github.ts'
import { cutBody, findPost } from './posts.ts'

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

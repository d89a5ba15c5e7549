/** A comment, or an issue, as far as we look at it; every text is untrusted. */
export type Post = {
  readonly id: number
  /** Of an issue: its number in the repository. */
  readonly number: number | null
  readonly body: string
  readonly title: string
  /** Who wrote it; empty for somebody who is gone. */
  readonly login: string
  readonly isPullRequest: boolean
}

/** Reads a list of comments or issues. Throws when it is none. */
export function postsOf(data: unknown): readonly Post[] {
  if (!Array.isArray(data)) throw new Error('Unexpected answer, expected a list')
  return data.map(postOf)
}

function postOf(value: unknown): Post {
  const { id, number, body, title, user, pull_request: pull } = record(value)
  if (typeof id !== 'number') throw new Error('Unexpected answer, expected an id')
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
  throw new Error('Unexpected answer, expected an object')
}

/** True for a fault that may be gone in a moment: of the network, of the server, or too many requests. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error)
  return status !== null && (status >= 500 || status === 429)
}

/** Why GitHub did not do it, for people. Nothing that GitHub wrote is in it, nor what was sent: that has the token. */
export function whyNot(error: unknown): string {
  if (error instanceof Error && error.name === 'UserError') return error.message
  const status = statusOf(error)
  if (status === null) return 'its answer is not what its documentation says'
  if (!hasAnswer(error)) return `it cannot be reached${codeOf(error)}`
  return MEANINGS[status] ?? `it answered with status ${status}`
}

const MEANINGS: { readonly [status: number]: string } = {
  401: 'the token is not valid (status 401)',
  403: 'the token may not do that (status 403)',
  404: 'the token does not see it (status 404)',
  410: 'it is turned off in this repository (status 410)',
}

/** The library gives a request that got no answer the status 500. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error)) return null
  return typeof error.status === 'number' ? error.status : null
}

function hasAnswer(error: unknown): boolean {
  return error instanceof Error && 'response' in error && error.response !== undefined
}

/** The code of the system's error, or that time was over. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return ''
  if (cause.name === 'TimeoutError') return ' in time'
  const deeper = cause.cause
  return deeper instanceof Error && 'code' in deeper && /^\w+$/.test(String(deeper.code))
    ? ` (${deeper.code})`
    : ''
}

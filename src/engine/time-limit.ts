/** What a busy machine gives to others is not our time, up to so many times a limit. */
const MOST_WAITING = 4

/** A time limit that runs until it is ended. */
export type TimeLimit = { readonly signal: AbortSignal; readonly end: () => void }

/**
 * Aborts its signal once this process has worked for so many milliseconds from now on, all threads together, or has had
 * four times as long to do so: what is too much on a quiet machine is so on a busy one, and nothing else is.
 */
export function timeLimit(limit: number): TimeLimit {
  const controller = new AbortController()
  const before = process.cpuUsage()
  const until = performance.now() + MOST_WAITING * limit
  const look = () => {
    const { user, system } = process.cpuUsage(before)
    const left = Math.min(limit - (user + system) / 1000, until - performance.now())
    if (left <= 0) controller.abort()
    else timer = setTimeout(look, Math.ceil(left))
  }
  let timer = setTimeout(look, limit)
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}

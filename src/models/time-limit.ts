/** A signal that is aborted when a time is over, or with another signal. */
export type TimeLimit = {
  /** Its reason is an error named `TimeoutError`, or what the other signal gives. */
  readonly signal: AbortSignal
  /** Stops the clock: the call has ended. */
  readonly end: () => void
}

/**
 * Limits a call to some milliseconds, and to the life of `outer`. Not by `AbortSignal.any`: Node 20 collects the signals that it
 * combines as garbage, timer and all, and then nothing ends a call that gets no answer.
 */
export function limitTime(milliseconds: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const cancel = (): void => controller.abort(outer?.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is over', 'TimeoutError')),
    milliseconds,
  )
  const end = (): void => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', cancel)
  }
  if (outer?.aborted) cancel()
  else outer?.addEventListener('abort', cancel, { once: true })
  return { signal: controller.signal, end }
}

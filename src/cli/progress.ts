import { onStep } from '../engine/progress.ts'
import type { Io } from './command.ts'

/** A line on a terminal that says how far a long command is. */
type ProgressLine = {
  /** Takes the line away, before anything else is printed; a later step draws it again. */
  readonly clear: () => void
  /** Takes it away for good. */
  readonly end: () => void
}

/** Milliseconds before it is drawn first, and between two drawings. */
const FIRST = 1_000
const NEXT = 100

const CLEAR = '\r\u001b[K'

/** Draws on standard error where that is a terminal, and not in CI. Until a second has gone, that stream is not even opened. */
export function openProgressLine(io: Io, clock: () => number = () => performance.now()): ProgressLine {
  const started = clock()
  let [doing, done, drawnAt, isDrawn] = ['', 0, started + FIRST - NEXT, false]
  const clear = (): void => {
    if (isDrawn) io.stderr.write(CLEAR)
    isDrawn = false
  }
  const stop = onStep(({ what, more, total }) => {
    done = what === doing ? done + more : more
    doing = what
    const now = clock()
    if (now - drawnAt < NEXT || !isShown(io)) return
    drawnAt = now
    isDrawn = true
    const count = [done, ...(total === undefined ? [] : [total])].map((one) => one.toLocaleString('en'))
    io.stderr.write(`${CLEAR}${count.join(' of ')} ${what}, ${Math.round((now - started) / 1000)} s`)
  })
  return {
    clear,
    end: () => {
      stop()
      clear()
    },
  }
}

function isShown({ stderr, env }: Io): boolean {
  return stderr.isTTY === true && env.TERM !== 'dumb' && [undefined, '', 'false', '0'].includes(env.CI)
}

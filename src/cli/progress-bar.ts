import type { Io } from './io.ts'

/** Shows how far a long work has come. */
export type ProgressBar = {
  readonly show: (what: string, done: number, total: number) => void
  /** Takes the bar away. */
  readonly end: () => void
}

const CELLS = 24

/** Less than this many steps are over before anybody has looked. */
const FEWEST = 50

/** A bar on standard error for long work: on a terminal only, and never in CI. */
export function progressBar({ stderr, env }: Io): ProgressBar {
  if (!stderr.isTTY || env.CI || env.TERM === 'dumb') return { show: () => undefined, end: () => undefined }
  let shown = ''
  const draw = (line: string): void => {
    if (line !== shown) stderr.write(`\r${line}\u001b[K`)
    shown = line
  }
  return {
    show: (what, done, total) => {
      if (total < FEWEST) return
      const full = Math.floor((CELLS * done) / total)
      draw(`${what} ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${Math.floor((100 * done) / total)} %`)
    },
    end: () => {
      if (shown !== '') stderr.write('\r\u001b[K')
      shown = ''
    },
  }
}

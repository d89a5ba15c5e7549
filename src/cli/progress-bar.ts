import type { Io } from './io.ts'

/** Shows how far a long work has come. */
export type ProgressBar = {
  readonly show: (what: string, done: number, total: number) => void
  /** Takes the bar away. */
  readonly end: () => void
}

const CELLS = 24

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
      const percent = Math.floor((100 * done) / Math.max(total, 1))
      const full = Math.floor((CELLS * percent) / 100)
      draw(`${what} ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${percent} %`)
    },
    end: () => {
      if (shown !== '') stderr.write('\r\u001b[K')
      shown = ''
    },
  }
}

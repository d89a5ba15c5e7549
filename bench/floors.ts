import type { Row } from './rounds.ts'

/** What no check can be faster than: starting Node, and asking git what is there. */
export function floors(corpus: string): Row[] {
  return [
    { label: START, file: process.execPath, args: ['-e', '0'], cwd: corpus },
    { label: '`git ls-files -s`', file: 'git', args: ['ls-files', '-s'], cwd: corpus },
    {
      label: '`git status`',
      file: 'git',
      args: ['--no-optional-locks', 'status', '--porcelain'],
      cwd: corpus,
    },
  ]
}

/** The row that every other one is compared with. */
export const START = '`node -e 0`'

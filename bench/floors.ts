import { programRow, type Row } from './row.ts'

/** The row that every other one is compared with: a Node that does nothing. */
export const START = 'start'

/** Starting Node: our command cannot be faster. */
export function startRow(cwd: string): Row {
  return programRow(START, '`node -e 0`', { file: process.execPath, args: ['-e', '0'], cwd })
}

/** What a check cannot be faster than: starting Node, and asking git what is there. */
export function floors(corpus: string): Row[] {
  const git = (id: string, label: string, ...args: string[]): Row =>
    programRow(id, label, { file: 'git', args, cwd: corpus })
  return [
    startRow(corpus),
    git('ls-files', '`git ls-files -s`', 'ls-files', '-s'),
    git('status', '`git status`', '--no-optional-locks', 'status', '--porcelain'),
  ]
}

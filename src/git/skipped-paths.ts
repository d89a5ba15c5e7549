import { runGit } from './run-git.ts'

/** Those of some paths that git keeps out of the work tree on purpose, as a sparse checkout does. */
export async function skippedPaths(top: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return []
  const output = await runGit(top, [
    '--literal-pathspecs',
    'ls-files',
    '-z',
    '-t',
    '--cached',
    '--',
    ...paths,
  ])
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => (line.startsWith('S ') ? [line.slice(2)] : []))
}

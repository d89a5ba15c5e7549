import { askGit, runGit } from './run-git.ts'

/** The tops of all work trees of a repository, the main one first; those that git calls prunable, or bare, are left out. */
export async function listWorkTrees(top: string): Promise<readonly string[]> {
  const args = ['worktree', 'list', '--porcelain']
  // Before git 2.36 there is no -z.
  const answer = await askGit(top, [...args, '-z'])
  const isOld = answer.code === 129
  const output = isOld
    ? await runGit(top, args)
    : answer.code === 0
      ? answer.stdout
      : await runGit(top, [...args, '-z'])
  const end = isOld ? '\n' : '\0'
  return output
    .toString('utf8')
    .split(end + end)
    .map((record) => record.split(end))
    .filter((lines) => !lines.some((line) => line === 'bare' || /^prunable\b/.test(line)))
    .flatMap((lines) => lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length) ?? [])
}

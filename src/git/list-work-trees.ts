import { askGit, runGit } from './run-git.ts'

/**
 * The tops of all work trees of a repository, the main one first; those that git calls prunable, or bare, are left out.
 * `top` is one of them, and always among them.
 */
export async function listWorkTrees(top: string): Promise<readonly string[]> {
  const [first, ...linked] = await listed(top)
  const answer = await runGit(top, ['rev-parse', '--show-toplevel', '--git-dir', '--git-common-dir'])
  const [present = top, gitDir, commonDir] = answer.toString('utf8').split(/\r?\n/)
  const isMain = gitDir === commonDir
  const main = isMain ? present : first === undefined ? null : await topAround(first)
  const tops = [main, ...linked, present].filter((one) => one !== null && one !== undefined)
  return [...new Set(tops)]
}

/**
 * Git takes the directory above its own for the main work tree, or its own where that is not called `.git`: so it is in
 * a submodule, after `--separate-git-dir` and behind a link. Null where git itself does not know the real one.
 */
async function topAround(path: string): Promise<string | null> {
  const { code, stdout } = await askGit(path, ['rev-parse', '--show-toplevel'])
  return code === 0 ? stdout.toString('utf8').replace(/\r?\n$/, '') : null
}

/** As git lists them; undefined stands for one that is bare or gone. */
async function listed(top: string): Promise<readonly (string | undefined)[]> {
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
    .filter((lines) => lines[0] !== '')
    .map((lines) =>
      lines.some((line) => line === 'bare' || /^prunable\b/.test(line))
        ? undefined
        : lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length),
    )
}

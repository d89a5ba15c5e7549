import { askGit } from './run-git.ts'

/** The branch that is checked out, with commits or without; null when there is none. */
export function currentBranch(top: string): Promise<string | null> {
  return target(top, 'HEAD', 'refs/heads/')
}

/** The default branch of `origin`, as the clone found it; null when it is not known here. */
export function defaultBranch(top: string): Promise<string | null> {
  return target(top, 'refs/remotes/origin/HEAD', 'refs/remotes/origin/')
}

async function target(top: string, name: string, prefix: string): Promise<string | null> {
  const { code, stdout } = await askGit(top, ['symbolic-ref', '--quiet', name])
  const found = stdout.toString('utf8').replace(/\r?\n$/, '')
  return code === 0 && found.startsWith(prefix) ? found.slice(prefix.length) : null
}

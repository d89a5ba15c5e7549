import type { GitOptions } from '../git/run-git.ts'

/** How git is asked about one index while a hook runs. */
export function gitOn(index: string): GitOptions {
  return { hook: true, env: { GIT_INDEX_FILE: index } }
}

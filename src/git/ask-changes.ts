import { isUtf8 } from 'node:buffer'
import { askGit, type GitOptions } from './run-git.ts'

/**
 * No program runs for it, other repositories inside count by their commits, and what git remembers of folders without
 * untracked files counts for nothing, as for `git ls-files`.
 */
const STATUS = [
  ...['-c', 'core.fsmonitor=false', '-c', 'core.untrackedCache=false', 'status', '--porcelain', '-z'],
  ...['--no-renames', '--ignore-submodules=dirty'],
]

/**
 * The paths of the files whose contents differ from what is staged. Null when more differs (a file is gone, untracked or of
 * another kind), and when git cannot tell. A file in a folder that a link has taken the place of is gone for `git status`,
 * and there for `git ls-files`. Of a `large` work tree two processes know sooner.
 */
export async function askChanges(
  top: string,
  options: GitOptions,
  { large }: { readonly large: boolean },
): Promise<readonly string[] | null> {
  const ask = async (...args: readonly string[]): Promise<Buffer | null> => {
    const { code, stdout, stderr } = await askGit(top, args, options)
    return code === 0 && stderr === '' && isUtf8(stdout) ? stdout : null
  }
  const [status, untracked] = await Promise.all([
    ask(...STATUS, `--untracked-files=${large ? 'no' : 'normal'}`),
    large ? ask('ls-files', '-z', '-o', '--exclude-standard') : Buffer.alloc(0),
  ])
  return status && untracked?.length === 0 ? changedPaths(status.toString('utf8')) : null
}

/** Of every record the second letter tells how the file on disk differs from what is staged. */
const STAGED_ALONE = /^[MADTC] ./s
const CHANGED = /^[ MATC]M ./s

function changedPaths(status: string): readonly string[] | null {
  const records = status.split('\0').filter((record) => record !== '' && !STAGED_ALONE.test(record))
  return records.every((record) => CHANGED.test(record)) ? records.map((record) => record.slice(3)) : null
}

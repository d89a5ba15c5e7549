import { UserError } from '../core/errors.ts'
import { isDirectory } from '../fs/stat.ts'
import { locateRepository } from '../snapshot/locate-repository.ts'

/** Where a server was started, and what the environment names; null when that is nothing. */
export type StartedIn = { readonly named: string | null; readonly here: string }

/**
 * The directory that a server works on when nobody who asks it names one. Where the process stands counts in a repository
 * alone: clients start servers in `/` and in the home directory too, which nobody wants searched for memory. Throws `UserError`.
 */
export async function startedDirectory({ named, here }: StartedIn): Promise<string> {
  if (named !== null) {
    if (isDirectory(named)) return named
    throw new UserError(`there is no directory ${named}, which CLAUDE_PROJECT_DIR names`, HINT)
  }
  if (isDirectory(here) && (await locateRepository(here))) return here
  throw new UserError(`no directory is named, and ${here} is not in a git repository`, HINT)
}

const HINT = 'Start `memkeep mcp` in the repository, or with --cwd and its path.'

import { randomBytes } from 'node:crypto'
import { isAbsolute, join } from 'node:path'
import { findCommand } from '../../files/find-command.ts'
import { inTemporaryFolder } from '../../files/temporary-folder.ts'
import { hooksDirectory } from '../../git/repository-config.ts'
import { type ProgramRun, runProgram } from '../../git/run-program.ts'
import type { HookName } from '../../hooks/hook-names.ts'

/** What came of firing a hook: memkeep answered, something else did, there is no hook, or it took too long. */
export type Fired = 'answered' | 'silent' | 'missing' | 'slow'

const TIME_LIMIT = 10_000

/** How to fire: by `git hook run`, where git has it, else the file itself. */
type Firing = { readonly canRunHooks: boolean; readonly milliseconds?: number }

/**
 * Runs the hook file that git would run in a work tree, in a way that makes our part of it answer at once and do nothing.
 * Other commands in it find an empty index: nothing is staged for them.
 */
export async function fireHook(
  top: string,
  name: HookName,
  { canRunHooks, milliseconds = TIME_LIMIT }: Firing,
): Promise<Fired> {
  const directory = await hooksDirectory(top)
  const file = findCommand(join(isAbsolute(directory) ? directory : join(top, directory), name), top, '')
  if (file === null) return 'missing'
  const token = randomBytes(16).toString('hex')
  const end = await inTemporaryFolder((folder) => {
    const run: ProgramRun = {
      cwd: top,
      milliseconds,
      env: {
        MEMKEEP_CANARY: token,
        GIT_INDEX_FILE: join(folder, 'index'),
        GIT_EDITOR: ':',
        HUSKY: undefined,
      },
    }
    return canRunHooks ? runProgram('git', ['hook', 'run', name], run) : runProgram(file, [], run)
  })
  if (end.output.includes(`memkeep-canary ${token} ${name}`)) return 'answered'
  return end.timedOut ? 'slow' : 'silent'
}

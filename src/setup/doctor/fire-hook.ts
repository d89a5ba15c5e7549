import { randomBytes } from 'node:crypto'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { HookName } from '../../core/installed.ts'
import { diskModes } from '../../fs/disk-modes.ts'
import { findCommand } from '../../fs/find-command.ts'
import { isThere } from '../../fs/is-there.ts'
import { readFiles } from '../../fs/read-files.ts'
import { hooksDirectory } from '../../git/repository-config.ts'
import { type ProgramRun, runProgram } from '../../git/run-program.ts'
import { textOfBytes } from '../../snapshot/text-of-bytes.ts'
import { beginsWithShim } from '../hooks/hook-file.ts'
import { isOfManager } from '../managers/detect.ts'
import { readHooksPath } from '../read-hooks-path.ts'

/**
 * What came of firing a hook: memkeep answered, it did not, there is no hook, or it took too long. `unfired` is a hook
 * that does other things before it could get to memkeep, if it ever does: those are not for doctor to set off.
 */
export type Fired = 'answered' | 'silent' | 'missing' | 'slow' | 'unfired'

const TIME_LIMIT = 10_000

/** How to fire: by `git hook run`, where git has it, else the file itself. */
type Firing = {
  readonly canRunHooks: boolean
  /** The PATH that git has in a plain terminal. */
  readonly path?: string | undefined
  readonly milliseconds?: number
}

/**
 * Runs the hook file that git would run in a work tree, in a way that makes our part of it answer at once and end the
 * file. It is run only where our part comes first: nothing of anybody else is set off.
 */
export async function fireHook(
  top: string,
  name: HookName,
  { canRunHooks, path = process.env.PATH, milliseconds = TIME_LIMIT }: Firing,
): Promise<Fired> {
  const directory = await hooksDirectory(top)
  const file = findCommand(join(isAbsolute(directory) ? directory : join(top, directory), name), top, '')
  if (file === null) return 'missing'
  const { hooksPath, startedIn } = await readHooksPath(top)
  // What git starts of memkeep's own runs the hook that lies where `core.hooksPath` says, or in git's own `hooks`.
  const folder = startedIn === null ? dirname(file) : (hooksPath ?? join(startedIn, '../../hooks'))
  const reached = resolve(top, folder, name)
  const text = await textOf(reached)
  if (text === '' && !isThere(reached)) return 'missing'
  if (text === null) return 'unfired'
  if (!beginsWithShim(text)) return mayCall(text) ? 'unfired' : 'silent'
  const token = randomBytes(16).toString('hex')
  const run: ProgramRun = {
    cwd: top,
    milliseconds,
    env: { MEMKEEP_CANARY: token, GIT_EDITOR: ':', HUSKY: undefined, PATH: path },
  }
  const end = await (canRunHooks ? runProgram('git', ['hook', 'run', name], run) : runProgram(file, [], run))
  if (end.output.includes(`memkeep-canary ${token} ${name}`)) return 'answered'
  return end.timedOut ? 'slow' : 'silent'
}

/** The text of a hook file, or of the one that husky's own runs; null when it cannot be read. */
async function textOf(file: string): Promise<string | null> {
  const folder = dirname(file)
  const isHusky = basename(folder) === '_'
  const [from, name] = [isHusky ? dirname(folder) : folder, basename(file)]
  if (!isThere(join(from, name))) return ''
  if (diskModes(from, [name]).get(name) === 'link') return null
  const read = (await readFiles(from, [name])).get(name)
  return read && 'bytes' in read ? textOfBytes(read.bytes) : null
}

function mayCall(text: string): boolean {
  return text.includes('memkeep') || isOfManager(text)
}

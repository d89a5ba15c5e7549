import { randomBytes } from 'node:crypto'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { HOOK_NAMES, type HookName } from '../../core/installed.ts'
import { shellWord } from '../../core/messages.ts'
import { findCommand } from '../../fs/find-command.ts'
import { diskModes, isThere, readFiles } from '../../fs/read-files.ts'
import { hooksDirectory } from '../../git/repository.ts'
import { type ProgramRun, runProgram } from '../../git/run-program.ts'
import { textOfBytes } from '../../snapshot/project.ts'
import { beginsWithShim } from '../hooks/marked-block.ts'
import type { InstallPlan } from '../hooks/plan-install.ts'
import { displayPath, type ManualStep, START_FOLDER } from '../hooks/site.ts'
import { isOfManager, managerName } from '../managers/manager.ts'
import { type ReadSite, readHooksPath } from '../site-on-disk.ts'
import type { DoctorCheck } from './check-programs.ts'

/** One work tree: how it is set up, and the outcome of firing its pre-commit hook. */
type HookState = {
  readonly top: string
  readonly plan: InstallPlan
  readonly fired: Fired
  /** Folders of hook files that a sparse checkout leaves out. */
  readonly hidden?: readonly string[]
}

/** Checks that the hooks of a work tree call memkeep: pre-commit by firing it, the others by their texts. */
export function checkHooks(state: HookState): readonly DoctorCheck[] {
  return [firing(state), texts(state)]
}

function firing({ top, plan, fired, hidden = [] }: HookState): DoctorCheck {
  const check = 'hooks-fire'
  const manager = managerName(plan.manager)
  const where = `in ${top}`
  switch (fired) {
    case 'answered':
      return { check, status: 'ok', message: `the pre-commit hook fires ${where}, run by ${manager}` }
    case 'slow':
      return {
        check,
        status: 'unknown',
        message: `the pre-commit hook ${where} did not answer in 10 seconds, and was stopped`,
        fix: 'Fire it yourself: MEMKEEP_CANARY=0123456789abcdef git hook run pre-commit',
      }
    case 'unfired':
      return {
        check,
        status: 'unknown',
        message: `the pre-commit hook ${where} was not fired: it runs other commands before it gets to memkeep`,
        fix: 'Commit a change of memory and see whether memkeep checks it; only its files and settings were compared.',
      }
    case 'missing':
      return {
        check,
        status: 'wrong',
        message: `git runs no pre-commit hook ${where}`,
        fix: fixFor(plan, hidden),
      }
    default:
      return {
        check,
        status: 'wrong',
        message: `the pre-commit hook ${where} does not get to memkeep`,
        fix: fixFor(plan, hidden),
      }
  }
}

function texts({ top, plan, hidden = [] }: HookState): DoctorCheck {
  const check = 'hooks-current'
  const [first] = plan.left
  const old = stale(plan)
  if (old.length > 0) {
    return {
      check,
      status: 'wrong',
      message: `missing or not up to date in ${top}: ${old.join(', ')}`,
      fix: showFolders(hidden) ?? 'Run memkeep init.',
    }
  }
  if (first) return { check, status: 'wrong', message: first.message, fix: byHand(first) }
  if (plan.notInstalled.length > 0) {
    const message = `git does nothing in ${top} for ${plan.notInstalled.join(', ')}: ${plan.manager.kind} is not installed for them`
    return { check, status: 'wrong', message, fix: `Run ${plan.installing}` }
  }
  const message = `all ${HOOK_NAMES.length} hooks in ${top} are up to date with the settings`
  return { check, status: 'ok', message }
}

/** Long advice is read better as lines. */
function byHand({ lines = [], fix }: ManualStep): string {
  if (fix !== undefined) return fix
  const all = lines.join('; ')
  return all.length > 200 ? 'memkeep init --dry-run prints the lines to add by hand.' : `By hand: ${all}`
}

/** Files of hooks that `init` would change. */
function stale({ changes }: InstallPlan): string[] {
  const elsewhere = new Set(['.gitattributes', 'memkeep.yaml', 'package.json'])
  const own = changes.filter(({ base, path }) => base === 'git' || !elsewhere.has(path))
  return [...new Set(own.map(displayPath))]
}

function showFolders(hidden: readonly string[]): string | null {
  if (hidden.length === 0) return null
  return `The sparse checkout leaves them out: run git sparse-checkout add ${hidden.map(shellWord).join(' ')}`
}

function fixFor({ manager, changes, installing }: InstallPlan, hidden: readonly string[]): string {
  const shown = showFolders(hidden)
  if (shown !== null) return shown
  if (manager.kind === 'outside') {
    return 'core.hooksPath leads out of the repository: git config core.hooksPath .husky/_ and run memkeep init.'
  }
  // When all checked-out files are right, only what git does not clone is missing.
  const isOfClone = !changes.some(({ base }) => base === 'root')
  if (installing === null) return isOfClone ? 'Run memkeep init --clone.' : 'Run memkeep init.'
  return `Run ${installing}, and memkeep init if that does not help.`
}

/**
 * Checks that git starts hooks in its own directory, so that it can report when none is checked out. Empty before
 * `init`.
 */
export function checkStart(
  { hooksPath, startedIn }: ReadSite,
  { isStarted }: InstallPlan,
): readonly DoctorCheck[] {
  const check = 'hooks-start'
  if (!isStarted || hooksPath === null) return []
  if (startedIn === null) {
    const message =
      'git starts hooks from the checked-out files: where those are missing, nothing says that checks are off'
    return [{ check, status: 'wrong', message, fix: 'Run memkeep init.' }]
  }
  const message = `git starts hooks in .git/${START_FOLDER}, which says when none is checked out`
  return [{ check, status: 'ok', message }]
}

/**
 * The outcome of firing a hook: memkeep answered, it did not, there is no hook, or it took too long. An `unfired`
 * hook runs other commands before memkeep: doctor does not run those.
 */
type Fired = 'answered' | 'silent' | 'missing' | 'slow' | 'unfired'

const TIME_LIMIT = 10_000

/** How to fire: by `git hook run` where git has it, else by the file itself. */
type Firing = {
  readonly canRunHooks: boolean
  /** The PATH that git has in a plain terminal. */
  readonly path?: string | undefined
  readonly milliseconds?: number
}

/**
 * Runs the hook file that git would run in a work tree, so that our part answers at once and ends the file. Runs it
 * only where our part comes first: no other command is run.
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
  // memkeep's own hook file runs the hook at `core.hooksPath`, or in git's own `hooks`.
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

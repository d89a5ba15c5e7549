import { HOOK_NAMES } from '../../core/installed.ts'
import { shellWord } from '../../core/safe-text.ts'
import type { InstallPlan } from '../hooks/plan-install.ts'
import { type Left, shown } from '../hooks/step.ts'
import { managerName } from '../manager-name.ts'
import { installCommand } from '../managers/install-command.ts'
import type { DoctorCheck } from './check.ts'
import type { Fired } from './fire-hook.ts'

/** One work tree: how it is set up, and what came of firing its pre-commit hook. */
export type HookState = {
  readonly top: string
  readonly plan: InstallPlan
  readonly fired: Fired
  /** Folders of hook files that a sparse checkout leaves out. */
  readonly hidden?: readonly string[]
}

/** Whether the hooks of a work tree call memkeep: the first by proof, the others by their texts. */
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
        mend: 'Fire it yourself: MEMKEEP_CANARY=0123456789abcdef git hook run pre-commit',
      }
    case 'unfired':
      return {
        check,
        status: 'unknown',
        message: `the pre-commit hook ${where} was not fired: it runs other commands before it gets to memkeep`,
        mend: 'Commit a change of memory and see whether memkeep speaks; only its files and settings were compared.',
      }
    case 'missing':
      return {
        check,
        status: 'wrong',
        message: `git runs no pre-commit hook ${where}`,
        mend: mendFor(plan, hidden),
      }
    default:
      return {
        check,
        status: 'wrong',
        message: `the pre-commit hook ${where} does not get to memkeep`,
        mend: mendFor(plan, hidden),
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
      mend: showFolders(hidden) ?? 'Run memkeep init.',
    }
  }
  if (first) return { check, status: 'wrong', message: first.message, mend: byHand(first) }
  const command = installCommand(plan.manager)
  if (plan.notInstalled.length > 0) {
    const message = `git does nothing in ${top} for ${plan.notInstalled.join(', ')}: ${plan.manager.kind} is not installed for them`
    return { check, status: 'wrong', message, mend: `Run ${command}` }
  }
  const all = `all ${HOOK_NAMES.length} hooks in ${top}`
  const isKnown = command === null || plan.manager.kind === 'pre-commit' || plan.manager.kind === 'prek'
  const message = isKnown
    ? `${all} are up to date with the settings`
    : `what ${plan.manager.kind} calls for ${all} is up to date with the settings`
  return { check, status: 'ok', message }
}

/** What is long is better read where it is printed as lines. */
function byHand({ lines = [], mend }: Left): string {
  if (mend !== undefined) return mend
  const all = lines.join('; ')
  return all.length > 200 ? 'memkeep init --dry-run prints the lines to add by hand.' : `By hand: ${all}`
}

/** Files of hooks that `init` would change. */
function stale({ changes }: InstallPlan): string[] {
  const besides = new Set(['.gitattributes', 'memkeep.yaml', 'package.json'])
  const own = changes.filter(({ base, path }) => base === 'git' || !besides.has(path))
  return [...new Set(own.map(shown))]
}

function showFolders(hidden: readonly string[]): string | null {
  if (hidden.length === 0) return null
  return `The sparse checkout leaves them out: run git sparse-checkout add ${hidden.map(shellWord).join(' ')}`
}

function mendFor({ manager, changes }: InstallPlan, hidden: readonly string[]): string {
  const shown = showFolders(hidden)
  if (shown !== null) return shown
  if (manager.kind === 'outside') {
    return 'core.hooksPath leads out of the repository: git config core.hooksPath .husky/_ and run memkeep init.'
  }
  const command = installCommand(manager)
  // Where the checked-out files are as they should be, only what git does not clone is missing.
  const isOfClone = !changes.some(({ base }) => base === 'root')
  if (command === null) return isOfClone ? 'Run memkeep init --clone.' : 'Run memkeep init.'
  return `Run ${command}, and memkeep init if that does not help.`
}

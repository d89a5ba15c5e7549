import { HOOK_NAMES } from '../../hooks/hook-names.ts'
import { installCommand } from '../../hooks/managers/install-command.ts'
import type { InstallPlan } from '../../hooks/plan-install.ts'
import { type Left, shown } from '../../hooks/step.ts'
import { managerName } from '../install/manager-name.ts'
import type { DoctorCheck } from './check.ts'
import type { Fired } from './fire-hook.ts'

/** One work tree: how it is set up, and what came of firing its pre-commit hook. */
export type HookState = {
  readonly top: string
  readonly plan: InstallPlan
  readonly fired: Fired
  /** The work tree whose hook files serve this one; null when those are its own. */
  readonly servedBy?: string | null
}

/** Whether the hooks of a work tree call memkeep: the first by proof, the others by their texts. */
export function checkHooks(state: HookState): readonly DoctorCheck[] {
  return [firing(state), texts(state)]
}

function firing({ top, plan, fired, servedBy = null }: HookState): DoctorCheck {
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
        mend: mendFor(plan, servedBy),
      }
    default:
      return {
        check,
        status: 'wrong',
        message: `the pre-commit hook ${where} does not get to memkeep`,
        mend: mendFor(plan, servedBy),
      }
  }
}

function texts({ top, plan }: HookState): DoctorCheck {
  const check = 'hooks-current'
  const [first] = plan.left
  const old = stale(plan)
  if (old.length > 0) {
    return {
      check,
      status: 'wrong',
      message: `missing or not up to date in ${top}: ${old.join(', ')}`,
      mend: 'Run memkeep init.',
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
  return changes.filter(({ base, path }) => base === 'git' || !besides.has(path)).map(shown)
}

function mendFor({ manager }: InstallPlan, servedBy: string | null): string {
  if (manager.kind === 'husky' && servedBy !== null) {
    return `Its hooks are those in ${servedBy}/${manager.folder}: run memkeep init there.`
  }
  if (manager.kind === 'outside') {
    return 'core.hooksPath leads out of the repository: git config core.hooksPath .husky/_ and run memkeep init.'
  }
  const command = installCommand(manager)
  if (command === null) return 'Run memkeep init.'
  return `Run ${command}, and memkeep init if that does not help.`
}

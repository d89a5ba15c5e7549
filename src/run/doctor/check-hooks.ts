import { HOOK_NAMES } from '../../hooks/hook-names.ts'
import type { Manager } from '../../hooks/managers/detect.ts'
import { type InstallPlan, shown } from '../../hooks/plan-install.ts'
import { managerName } from '../install/manager-name.ts'
import type { DoctorCheck } from './check.ts'
import type { Fired } from './fire-hook.ts'

/** One work tree: how it is set up, and what came of firing its pre-commit hook. */
export type HookState = { readonly top: string; readonly plan: InstallPlan; readonly fired: Fired }

/** Whether the hooks of a work tree call memkeep: the first by proof, the others by their texts. */
export function checkHooks({ top, plan, fired }: HookState): readonly DoctorCheck[] {
  const manager = managerName(plan.manager)
  return [firing({ top, plan, fired }, manager), texts(top, plan)]
}

function firing({ top, plan, fired }: HookState, manager: string): DoctorCheck {
  const check = 'hooks-fire'
  const where = `in ${top}`
  switch (fired) {
    case 'answered':
      return { check, status: 'ok', message: `the pre-commit hook fires ${where}, run by ${manager}` }
    case 'slow': {
      const isThere = stale(plan).length === 0
      const message = `the pre-commit hook ${where} did not get to memkeep in 10 seconds: what comes before it takes longer`
      return {
        check,
        status: isThere ? 'unknown' : 'wrong',
        message,
        mend: 'Fire it yourself: MEMKEEP_CANARY=0123456789abcdef git hook run pre-commit',
      }
    }
    case 'missing':
      return {
        check,
        status: 'wrong',
        message: `git runs no pre-commit hook ${where}`,
        mend: mendFor(plan.manager),
      }
    default:
      return {
        check,
        status: 'wrong',
        message: `the pre-commit hook ${where} does not get to memkeep`,
        mend: mendFor(plan.manager),
      }
  }
}

function texts(top: string, plan: InstallPlan): DoctorCheck {
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
  if (first)
    return {
      check,
      status: 'wrong',
      message: first.message,
      mend: 'Run memkeep init: it prints what to add by hand.',
    }
  return {
    check,
    status: 'ok',
    message: `all ${HOOK_NAMES.length} hooks in ${top} are up to date with the settings`,
  }
}

/** Files of hooks that `init` would change. */
function stale({ changes }: InstallPlan): string[] {
  const besides = new Set(['.gitattributes', 'memkeep.yaml', 'package.json'])
  return changes.filter(({ base, path }) => base === 'git' || !besides.has(path)).map(shown)
}

function mendFor({ kind }: Manager): string {
  switch (kind) {
    case 'lefthook':
      return 'Run lefthook install, and memkeep init if that does not help.'
    case 'pre-commit':
    case 'prek':
      return `Run ${kind} install, and memkeep init if that does not help.`
    case 'simple-git-hooks':
      return 'Run npx simple-git-hooks, and memkeep init if that does not help.'
    case 'outside':
      return 'core.hooksPath leads out of the repository: git config core.hooksPath .husky/_ and run memkeep init.'
    default:
      return 'Run memkeep init.'
  }
}

import { findCommand } from '../../fs/find-command.ts'
import { runProgram } from '../../git/run-program.ts'
import type { InstallPlan } from '../hooks/plan-install.ts'
import { isAtLeast, plainEnvironment, versionOf } from './check-programs.ts'

const TIME_LIMIT = 10_000

/**
 * The plan without our part in the settings of pre-commit where the installed one cannot read it: older ones know no `stages: [pre-commit]`,
 * and refuse every commit. Where none is on PATH, nothing is known.
 */
export async function withoutOldPreCommit(plan: InstallPlan, top: string): Promise<InstallPlan> {
  const { manager } = plan
  if (manager.kind !== 'pre-commit') return plan
  const { PATH } = plainEnvironment(process.env)
  const program = findCommand('pre-commit', top, PATH ?? '')
  if (program === null) return plan
  const { code, output } = await runProgram(program, ['--version'], { cwd: top, milliseconds: TIME_LIMIT })
  const version = /\d+\.\d[\w.]*/.exec(output)?.[0]
  if (code !== 0 || version === undefined || isAtLeast(versionOf(version), [3, 2])) return plan
  const left = {
    message: `pre-commit ${version} cannot read memkeep's hooks in ${manager.file}, and would refuse every commit`,
    fix: 'Install pre-commit 3.2.0 or newer (or prek, and run prek install), and run memkeep init again',
  }
  return {
    ...plan,
    changes: plan.changes.filter(({ path }) => path !== manager.file),
    left: [left, ...plan.left],
  }
}

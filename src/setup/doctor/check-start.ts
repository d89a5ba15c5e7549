import type { InstallPlan } from '../hooks/plan-install.ts'
import { START_FOLDER } from '../hooks/start-hook.ts'
import type { ReadSite } from '../read-site.ts'
import type { DoctorCheck } from './check.ts'

/** Whether git starts hooks in its own directory, so that it can say when none is checked out. Nothing before `init`. */
export function checkStart(
  { hooksPath, startedIn }: ReadSite,
  { isStarted }: InstallPlan,
): readonly DoctorCheck[] {
  const check = 'hooks-start'
  if (!isStarted || hooksPath === null) return []
  if (startedIn === null) {
    const message =
      'git starts hooks from the checked-out files: where those are missing, nothing says that checks are off'
    return [{ check, status: 'wrong', message, mend: 'Run memkeep init.' }]
  }
  const message = `git starts hooks in .git/${START_FOLDER}, which says when none is checked out`
  return [{ check, status: 'ok', message }]
}

import type { InstallPlan } from '../../hooks/plan-install.ts'
import { isForThisTreeOnly, wantedHooksPath } from '../install/hooks-path.ts'
import type { ReadSite, SiteRoots } from '../install/read-site.ts'
import type { DoctorCheck } from './check.ts'

/** Whether husky's hooks run in a work tree that is added later. Nothing where husky is not, or not yet, in use. */
export function checkNewWorkTrees(
  site: ReadSite,
  roots: SiteRoots,
  { husky, manager }: InstallPlan,
): readonly DoctorCheck[] {
  const check = 'new-work-trees'
  if (husky === null || manager.kind !== 'husky' || site.hooksPath === null) return []
  const wanted = wantedHooksPath(site, roots, husky)
  if (wanted !== null && site.hooksPath !== wanted) {
    const message = `a work tree that is added later has no hooks: core.hooksPath is ${site.hooksPath}, not ${wanted}`
    return [{ check, status: 'wrong', message, mend: 'Run memkeep init.' }]
  }
  if (isForThisTreeOnly(site, wanted)) {
    const message = `a work tree that is added later has no hooks: git ignores ${husky}/_, where core.hooksPath leads`
    return [{ check, status: 'unknown', message, mend: 'Run memkeep init (or npx husky) in it once.' }]
  }
  return [{ check, status: 'ok', message: 'a work tree that is added later has the same hooks' }]
}

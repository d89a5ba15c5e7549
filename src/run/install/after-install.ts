import { HOOK_NAMES } from '../../hooks/hook-names.ts'
import type { InstallPlan } from '../../hooks/plan-install.ts'
import type { Done } from './write-changes.ts'

/** What the person does next: what to commit, what the manager must be told, what other clones need. */
export function afterInstall(
  plan: InstallPlan,
  files: readonly Done[],
  hasPackage: boolean,
): readonly string[] {
  const shared = files
    .filter(({ path, did }) => did !== 'refused' && !path.startsWith('.git/'))
    .map(({ path }) => path)
  const commit = shared.length > 0 ? [`commit ${shared.join(', ')}`] : []
  const others = plan.others.map(({ kind }) => kind)
  const told =
    others.length > 0
      ? [`${[...new Set(others)].join(' and ')} has settings here, too, but git does not run it`]
      : []
  return files.length === 0 ? [] : [...commit, ...managerStep(plan), ...clones(plan, hasPackage), ...told]
}

function managerStep({ manager }: InstallPlan): string[] {
  switch (manager.kind) {
    case 'lefthook':
      return ['run lefthook install']
    case 'pre-commit':
    case 'prek': {
      const types = HOOK_NAMES.map((name) => `--hook-type ${name}`).join(' ')
      return [`run ${manager.kind} install ${types}`]
    }
    case 'simple-git-hooks':
      return ['run npx simple-git-hooks']
    default:
      return []
  }
}

/** What git's own directory holds is not cloned. */
function clones({ manager }: InstallPlan, hasPackage: boolean): string[] {
  const isHusky = manager.kind === 'none' || manager.kind === 'husky'
  if (isHusky && hasPackage) {
    return [
      'keep memkeep among the devDependencies: installing it arms the hooks of a clone; memkeep init registers its merge driver',
    ]
  }
  return ['run memkeep init once in every other clone: git does not clone hooks and merge drivers']
}

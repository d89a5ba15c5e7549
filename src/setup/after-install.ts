import { SETTINGS_FILE } from '../engine/load-settings.ts'
import { type Staging, stageCommand } from '../engine/stage-command.ts'
import { checkExecutable, findMemkeep, type Surroundings } from './doctor/check-executable.ts'
import type { InstallPlan } from './hooks/plan-install.ts'
import { installCommand } from './managers/install-command.ts'
import type { Next } from './setup-result.ts'
import { type Done, shared } from './write-changes.ts'

/** What came of `init`, as far as it decides what comes next. */
export type Installed = {
  readonly plan: InstallPlan
  readonly files: readonly Done[]
  readonly staging: Staging
  /** The package sets up a clone when it is installed. */
  readonly isPrepared: boolean
  /** Husky is set up for the work trees that are there, not for those to come. */
  readonly isForThisTreeOnly: boolean
}

/** What the person does next: make memkeep findable, commit, tell the manager, think of work trees and clones. */
export async function afterInstall(installed: Installed, around: Surroundings): Promise<readonly Next[]> {
  const { plan, files, staging } = installed
  const run = await stageCommand(shared(plan.changes, files), staging)
  const lacking = await executableStep(around, files)
  return [
    ...lacking,
    ...(run === null ? [] : [{ text: 'commit what was written:', run }]),
    ...managerStep(installed),
    ...(plan.unwritten === null ? [] : [{ text: plan.unwritten }]),
    ...(files.length === 0 ? [] : [...workTrees(installed), ...clones(installed), ...others(plan)]),
  ]
}

/** Whoever commits now must not be surprised. */
async function executableStep(around: Surroundings, files: readonly Done[]): Promise<Next[]> {
  const { status, message, mend = '' } = await checkExecutable(around)
  if (status !== 'wrong') return []
  if (findMemkeep(around) !== null) return [{ text: `${message}. ${mend}` }]
  const own = files.some(({ path }) => path === SETTINGS_FILE) ? ', that of these files too' : ''
  const refused = `Until they do, every commit that touches memory or ${SETTINGS_FILE} is refused${own}`
  return [{ text: `${message}. ${refused}. ${mend}` }]
}

function managerStep({ plan, files }: Installed): Next[] {
  const run = installCommand(plan.manager)
  const isToDo = files.length > 0 || plan.notInstalled.length > 0
  return run !== null && isToDo ? [{ text: `make git call ${plan.manager.kind} for every hook:`, run }] : []
}

function workTrees({ isForThisTreeOnly }: Installed): Next[] {
  if (!isForThisTreeOnly) return []
  return [
    {
      text: "a work tree that is added later lacks husky's own files, which git ignores, and says so when memory is committed: run memkeep init (or npx husky) in it once",
    },
  ]
}

/** What git's own directory holds is not cloned. */
function clones({ isPrepared }: Installed): Next[] {
  if (isPrepared) {
    return [
      {
        text: 'keep memkeep among the devDependencies: installing it sets up hooks and merge driver of a clone',
      },
    ]
  }
  return [{ text: 'run memkeep init once in every other clone: git does not clone hooks and merge drivers' }]
}

function others(plan: InstallPlan): Next[] {
  const kinds = [...new Set(plan.others.map(({ kind }) => kind))]
  if (kinds.length === 0) return []
  return [{ text: `${kinds.join(' and ')} has settings here, too, but git does not run it` }]
}

import type { OpenForm } from '../core/layout.ts'
import type { Agent } from './agents/agents.ts'
import { type ManualStep, WORKFLOW_FILE } from './hooks/site.ts'
import { type InitOptions, isOnGithub, NO_GITHUB, presentAgents, runInit } from './init.ts'
import { openInstallation } from './installation.ts'
import type { InstallScript } from './managers/husky.ts'
import { managerAtTop, scriptOfInstall } from './package-files.ts'
import { ARMED_KEY, type SetupResult } from './site-on-disk.ts'

/** What `init` would write, sorted by what a person decides on. */
export type InitPreview = {
  /** What was found, as a sentence. */
  readonly found: string
  /** What cannot be seen from the files, one sentence each: what runs the hooks, and why no workflow comes. */
  readonly remarks: readonly string[]
  /** Files of every set-up, and the settings of git. */
  readonly files: readonly string[]
  readonly config: readonly string[]
  /** The workflow for pull requests; null when it is there, or does not apply. */
  readonly workflow: string | null
  /** What is left to a person. */
  readonly left: readonly ManualStep[]
  /** Files whose items are not certain. */
  readonly open: readonly OpenForm[]
  /** Agents whose folders are here and whose settings do not call memkeep. */
  readonly agents: readonly Agent[]
}

/** Looks at what `init` would write. Agents that the options name are part of the files. */
export async function previewInit(options: InitOptions): Promise<InitPreview> {
  const { roots } = await openInstallation(options.cwd, 'init')
  const present = options.agentHooks === undefined ? presentAgents(roots.root) : []
  const agentHooks = options.agentHooks ?? present.map(({ id }) => id)
  const result = await runInit({ ...options, agentHooks, dryRun: true })
  const { memory, files, config, left } = result
  const paths = files.map(({ path }) => path)
  const agents = present.filter(({ file }) => paths.includes(file))
  const asked = [WORKFLOW_FILE, ...agents.map(({ file }) => file)]
  return {
    found: memory?.description ?? '',
    remarks: [
      ...managerRemarks(result, await scriptOfInstall(roots.root, await managerAtTop(roots.root))),
      ...((await isOnGithub(roots.root)) ? [] : [`No workflow for pull requests is written: ${NO_GITHUB}.`]),
    ],
    files: paths.filter((path) => !asked.includes(path)),
    config: config.map(({ key }) => key),
    left,
    open: memory?.open ?? [],
    workflow: paths.includes(WORKFLOW_FILE) ? WORKFLOW_FILE : null,
    agents,
  }
}

/** A person who has never heard of husky learns before the question that it comes, and what it does to an install. */
function managerRemarks(
  { manager, isManagerNew, isManagerIdle, files, config }: SetupResult,
  script: InstallScript | null,
): readonly string[] {
  if (isManagerIdle) return [`The hooks will be run by ${manager}, once git calls it for all of them.`]
  if (!isManagerNew) return manager === null ? [] : [`The hooks are run by ${manager}.`]
  const isOwn = config.some(({ key }) => key === ARMED_KEY)
  const isPreparing = script !== null && files.some(({ path }) => path === 'package.json')
  return [
    `The hooks are run by husky, ${isOwn ? 'which comes with memkeep, ' : ''}since no other hook manager is set up here.`,
    ...(isPreparing
      ? [
          `package.json gets a \`${script}\` script: it sets up every other clone when its packages are installed.`,
        ]
      : []),
  ]
}

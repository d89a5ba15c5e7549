import type { HookName } from '../../core/installed.ts'
import { agentLines, newAgentFile, withAgentHooks } from '../agents/agent-file.ts'
import type { Agent } from '../agents/agents.ts'
import {
  type DetectedManagers,
  detectManager,
  hooksNotInstalled,
  installCommand,
} from '../managers/manager.ts'
import { editorLines, editorSettings, withEditorSettings } from './editor-settings.ts'
import { type Spliced, withBlock } from './marked-block.ts'
import { attributeLines, mergeLine } from './merge-driver.ts'
import {
  type Change,
  EDITOR_FILE,
  fileKey,
  isInPackage,
  type ManualStep,
  type Site,
  textAt,
  type Wanted,
  WORKFLOW_FILE,
} from './site.ts'
import { hookSteps, type Step, spliceStep, startSteps } from './steps.ts'
import { workflowWithMemkeep } from './workflow-file.ts'

/** How to set memkeep up in one work tree. For its own result it has no changes. */
export type InstallPlan = DetectedManagers & {
  readonly changes: readonly Change[]
  /** The folder of hook files for husky; null for other managers. */
  readonly husky: string | null
  /** Let git start hooks in its own directory, with any commit checked out. */
  readonly isStarted: boolean
  /** What could not be done. */
  readonly left: readonly ManualStep[]
  /** Hooks for which git does not call the manager yet, as far as memkeep can see. */
  readonly notInstalled: readonly HookName[]
  /** The command that makes git call the manager; null for one that needs none. */
  readonly installing: string | null
}

/** A workflow for GitHub, by what it installs: what npm's lock file names, where there is one, or something else. */
export type AskedWorkflow = { readonly locked: string | null; readonly unlocked: string }

/** What is set up only on request. */
type Asked = {
  /** Settings that let editors check memory files while they are edited. */
  readonly editor: boolean
  /** Null for a repository that is not on GitHub. */
  readonly workflow: AskedWorkflow | null
  /** Whose files get entries. */
  readonly agents: readonly Agent[]
}

const NOTHING: Asked = { editor: false, workflow: null, agents: [] }

/** Plans everything that `init` writes, purely. */
export function planInstall(site: Site, wanted: Wanted, asked: Asked = NOTHING): InstallPlan {
  const detected = detectManager(site)
  const hooks = hookSteps(site, wanted, detected.manager)
  const start = startSteps(site, wanted, detected.manager)
  const steps = [
    ...hooks.steps,
    ...start.steps,
    attributes(site, wanted, hooks.steps, hooks.files),
    settings(site, wanted),
    asked.editor ? editor(site, wanted) : null,
    ...asked.agents.map((agent) => agentStep(site, agent)),
    asked.workflow && workflow(site, asked.workflow),
  ]
  return {
    ...detected,
    husky: hooks.husky,
    isStarted: start.isWanted,
    changes: steps.flatMap((step) => (step && 'change' in step ? [step.change] : [])),
    left: steps.flatMap((step) => (step && 'left' in step ? [step.left] : [])),
    notInstalled: hooksNotInstalled(site, detected.manager),
    installing: installCommand(site, detected.manager, wanted.runner),
  }
}

function attributes(
  site: Site,
  { mergePatterns, possiblePatterns }: Wanted,
  steps: readonly Step[],
  hookFiles: readonly string[],
): Step {
  const becomes = new Map(
    steps.flatMap((step) =>
      step && 'change' in step ? [[fileKey(step.change.base, step.change.path), step.change.text]] : [],
    ),
  )
  const own = hookFiles.filter((path) => {
    const text = becomes.get(fileKey('root', path)) ?? textAt(site, 'root', path)
    return text !== null && text !== undefined && !text.includes('\r')
  })
  const present = new Set(textAt(site, 'root', '.gitattributes')?.split(/\r?\n/))
  const needed = new Set(mergePatterns)
  const kept = possiblePatterns.filter((one) => needed.has(one) || present.has(mergeLine(one)))
  const lines = attributeLines(kept, own)
  if (lines.length === 0) return null
  return spliceStep(
    site,
    { base: 'root', path: '.gitattributes' },
    {
      splice: (text) => withBlock(text, lines),
      create: () => created(lines),
      byHand: lines,
    },
  )
}

/**
 * A file that memkeep made ends with a line break, and one that was empty does not: so `uninstall` can distinguish
 * them.
 */
function created(lines: readonly string[]): Spliced {
  const made = withBlock('', lines)
  return 'text' in made ? { text: `${made.text}\n` } : made
}

function editor(site: Site, { schemas }: Wanted): Step {
  const target = { base: 'root', path: EDITOR_FILE } as const
  return spliceStep(site, target, {
    splice: (text) => withEditorSettings(text, schemas),
    create: () => ({ text: editorSettings(schemas) }),
    byHand: editorLines(schemas),
  })
}

function agentStep(site: Site, agent: Agent): Step {
  const target = { base: 'root', path: agent.file } as const
  return spliceStep(site, target, {
    splice: (text) => withAgentHooks(text, agent),
    create: () => ({ text: newAgentFile(agent) }),
    byHand: agentLines(agent),
  })
}

function settings(site: Site, { settingsFile, settingsText }: Wanted): Step {
  if (site.files.has(fileKey('root', settingsFile))) return null
  return { change: { base: 'root', path: settingsFile, text: settingsText } }
}

function workflow(site: Site, { locked, unlocked }: AskedWorkflow): Step {
  if (workflowWithMemkeep(site) !== null) return null
  if (site.files.has(fileKey('root', WORKFLOW_FILE))) return null
  const text = locked !== null && isInPackage(site) ? locked : unlocked
  return { change: { base: 'root', path: WORKFLOW_FILE, text } }
}

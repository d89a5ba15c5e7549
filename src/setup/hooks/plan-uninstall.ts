import { HOOK_NAMES, MANAGER_FILES } from '../../core/installed.ts'
import { isSettingsText } from '../../formats/settings-text.ts'
import { withoutAgentHooks } from '../agents/agent-file.ts'
import { AGENTS } from '../agents/agents.ts'
import { withoutPrepareScript } from '../managers/husky.ts'
import { preCommitPrelude } from '../managers/pre-commit.ts'
import { withoutSimpleGitHooks } from '../managers/simple-git-hooks.ts'
import { withoutEditorSettings } from './editor-settings.ts'
import { findBlocks, type Spliced, shimFile, withoutBlocks, withoutShim } from './marked-block.ts'
import {
  type Base,
  type Change,
  displayPath,
  EDITOR_FILE,
  fileKey,
  leftUnchanged,
  type ManualStep,
  namesIn,
  type Site,
  type Target,
  textAt,
  WORKFLOW_FILE,
} from './site.ts'
import { startFiles } from './steps.ts'
import { isOwnWorkflow } from './workflow-file.ts'

type HuskyPlan = {
  /** The folder for which memkeep set husky up, when no other hook needs it; null when husky stays. */
  readonly husky: string | null
  /** The same folder when husky stays only because of what is left there; else null. */
  readonly waiting: string | null
}

/** What `uninstall` removes. */
export type UninstallPlan = HuskyPlan & {
  readonly changes: readonly Change[]
  /** What was changed since. */
  readonly left: readonly ManualStep[]
}

type Outcome = Spliced | null

/** Plans to remove exactly what `init` added, for any manager. Pure. */
export function planUninstall(site: Site, settingsFile: string): UninstallPlan {
  const changes: Change[] = []
  const left: ManualStep[] = []
  const edited = new Set<string>()
  /** Returns the rest of the file. */
  const take = (at: Target, without: (text: string) => Outcome): string => {
    const text = textAt(site, at.base, at.path)
    const rest = text === null ? undefined : without(text)
    if (rest === null) changes.push({ ...at, text: null })
    else if (rest && 'byHand' in rest) {
      edited.add(fileKey(at.base, at.path))
      left.push(leftBecause(at, rest))
    } else if (rest && rest.text !== text) changes.push({ ...at, text: rest.text })
    return rest && 'text' in rest ? rest.text : ''
  }
  for (const at of hookFiles(site)) left.push(...stillCalling(at, take(at, withoutShim)))
  for (const at of startFiles(site)) take(at, () => null)
  for (const name of HOOK_NAMES) {
    take({ base: 'root', path: shimFile(name) }, (text) =>
      withoutShim(text) === null ? null : withoutShim(text, preCommitPrelude(name)),
    )
  }
  for (const path of MANAGER_FILES) {
    const at: Target = { base: 'root', path }
    left.push(
      ...stillCalling(
        at,
        take(at, (text) => withoutManaged(text, path)),
      ),
    )
  }
  take({ base: 'root', path: '.gitattributes' }, withoutAttributes)
  take({ base: 'root', path: settingsFile }, (text) => (isSettingsText(text) ? null : { text }))
  take({ base: 'root', path: EDITOR_FILE }, withoutEditorSettings)
  for (const agent of AGENTS)
    take({ base: 'root', path: agent.file }, (text) => withoutAgentHooks(text, agent))
  take({ base: 'root', path: WORKFLOW_FILE }, (text) => (isOwnWorkflow(text) ? null : { text }))
  return { changes, left, ...huskyOfOurs(site, { changes, edited }) }
}

function leftBecause(at: Target, { byHand, inBlock }: Extract<Spliced, { byHand: string }>): ManualStep {
  const fix = inBlock ? { fix: 'Delete the block and run memkeep uninstall again' } : {}
  return { message: leftUnchanged(at, byHand), ...fix }
}

/** Lines that were added by hand must be removed by hand. */
function stillCalling(at: Target, text: string): ManualStep[] {
  const called = HOOK_NAMES.map(shimFile).find((path) => text.includes(path))
  if (called === undefined) return []
  return [{ message: `${displayPath(at)} still calls ${called}`, fix: 'Remove that from it' }]
}

function hookFiles({ folder, hooksPath }: Site): Target[] {
  const folders: { readonly base: Base; readonly path: string }[] = [
    { base: 'root', path: '.husky' },
    { base: 'git', path: 'hooks' },
  ]
  if ('path' in folder && hooksPath !== null)
    folders.push({ ...folder, path: folder.path.replace(/\/_$/, '') })
  const seen = new Map(folders.map(({ base, path }) => [`${base}:${path}`, { base, path }]))
  return [...seen.values()].flatMap(({ base, path }) =>
    HOOK_NAMES.map((name) => ({ base, path: `${path}/${name}` })),
  )
}

function withoutManaged(text: string, path: string): Outcome {
  if (path === 'package.json') return withoutSimpleGitHooks(withoutPrepareScript(text), path)
  if (path.endsWith('.json')) return withoutSimpleGitHooks(text, path)
  return /\.ya?ml$/.test(path) ? withoutBlocks(text) : { text }
}

/** See `created` in the plan of `init`: a file that was there and empty has no line break at its end. */
function withoutAttributes(text: string): Outcome {
  const rest = withoutBlocks(text)
  return 'text' in rest && rest.text === '' && text.endsWith('\n') && findBlocks(text)?.length ? null : rest
}

type Gone = { readonly changes: readonly Change[]; readonly edited: ReadonlySet<string> }

/**
 * Husky is removed only when it came with memkeep and no other hook file is left. It stays while hook files that hold
 * our block stay.
 */
function huskyOfOurs(site: Site, { changes, edited }: Gone): HuskyPlan {
  const none = { husky: null, waiting: null }
  const { folder, brought } = site
  if (!('path' in folder) || folder.base !== 'root' || !folder.path.endsWith('/_')) return none
  const husky = folder.path.slice(0, -'/_'.length)
  if (brought === null) return none
  const gone = new Set(changes.filter(({ text }) => text === null).map(({ path }) => path))
  const remaining = namesIn(site, 'root', husky).filter((name) => !gone.has(`${husky}/${name}`))
  if (remaining.length === 0) return { husky, waiting: null }
  const waits = remaining.some((name) => edited.has(fileKey('root', `${husky}/${name}`)))
  return { husky: null, waiting: waits ? husky : null }
}

import { HOOK_NAMES, type HookName } from '../../core/installed.ts'
import { readJson } from '../../formats/json/read-json.ts'
import { namesHusky, PREPARE_SCRIPT, scriptIn, withPrepareScript } from '../managers/husky.ts'
import { type Manager, type ManagerForm, managerForm } from '../managers/manager.ts'
import { preCommitPrelude } from '../managers/pre-commit.ts'
import { type Spliced, shimCommand, shimFile, withShim } from './marked-block.ts'
import {
  type Base,
  type Change,
  displayPath,
  fileKey,
  leftUnchanged,
  type ManualStep,
  namesIn,
  type Site,
  START_CONFIG,
  START_FOLDER,
  type Target,
  textAt,
  type Wanted,
} from './site.ts'
import { CLIENT_HOOKS, OTHER_HOOKS, startConfig, startHook } from './start-hook.ts'

/** The change of one file, or what a person has to do. */
export type Step = { readonly change: Change } | { readonly left: ManualStep } | null

/** The step for one file: its text with our part spliced in, a new file, or what its owner has to do. */
export function spliceStep(
  site: Site,
  target: Target,
  { splice, create, byHand }: ManagerForm & { readonly create?: () => Spliced },
): Step {
  const { base, path } = target
  const state = site.files.get(fileKey(base, path))
  const leave = (reason: string): Step => ({
    left: { message: leftUnchanged(target, reason), lines: byHand },
  })
  if (state && 'trouble' in state) return leave(state.trouble)
  const result = state ? splice(state.text) : create?.()
  if (!result) return null
  if ('byHand' in result) {
    if (!result.inBlock) return leave(result.byHand)
    const fix = 'Delete the block and run memkeep init'
    return { left: { message: leftUnchanged(target, result.byHand), fix } }
  }
  if (result.text === state?.text) return null
  return { change: { base, path, text: result.text, ...(!state && isHook(path) && { executable: true }) } }
}

function isHook(path: string): boolean {
  return HOOK_NAMES.some((name) => path.endsWith(`/${name}`))
}

type FileSteps = {
  readonly steps: readonly Step[]
  /** Hook files in the work tree. */
  readonly files: readonly string[]
}

/** Everything that makes git call memkeep; `husky` is the folder of hook files for husky, null for other managers. */
type HookSteps = FileSteps & { readonly husky: string | null }

/** Plans the hook files, and the settings of the manager that runs them. */
export function hookSteps(site: Site, wanted: Wanted, manager: Manager): HookSteps {
  switch (manager.kind) {
    case 'none':
      return huskySteps(site, wanted, '.husky')
    case 'husky':
      return huskySteps(site, wanted, manager.folder)
    case 'hook-files': {
      const { base, folder } = manager
      const all = HOOK_NAMES.map((name) =>
        fileSteps(site, wanted, { name, base, path: `${folder}/${name}`, mustBeExecutable: true }),
      )
      const { steps, files } = joined(all)
      return { steps: [...steps, prepareOfHookFiles(site, wanted, manager)], husky: null, files }
    }
    case 'outside':
      return { steps: [{ left: outside(manager.folder) }], husky: null, files: [] }
    default:
      return managedSteps(site, wanted, manager)
  }
}

function huskySteps(site: Site, wanted: Wanted, folder: string): HookSteps {
  const all = HOOK_NAMES.map((name) =>
    fileSteps(site, wanted, { name, base: 'root', path: `${folder}/${name}` }),
  )
  const { steps, files } = joined(all)
  return { steps: folder === '.husky' ? [...steps, prepare(site, wanted)] : steps, husky: folder, files }
}

/** Makes the installation of the package set up the hooks of a clone, where no other script does. */
function prepare(site: Site, { installScript }: Wanted): Step {
  const target: Target = { base: 'root', path: 'package.json' }
  if (installScript === null || !site.files.has(fileKey('root', 'package.json'))) return null
  return spliceStep(site, target, {
    splice: (text) => withPrepareScript(text, installScript),
    byHand: [
      'in "scripts", to run with the others:',
      `"${installScript}": ${JSON.stringify(PREPARE_SCRIPT)}`,
    ],
  })
}

/** A script of the team may set its hooks up, and works without ours: then what `init` says next names it. */
function prepareOfHookFiles(site: Site, wanted: Wanted, { base }: { readonly base: Target['base'] }): Step {
  const manifest = textAt(site, 'root', 'package.json')
  const { installScript } = wanted
  // Hook files of git's own directory are in no clone.
  if (base !== 'root' || installScript === null || manifest === null) return null
  return scriptIn(readJson(manifest), installScript) === 'another' ? null : prepare(site, wanted)
}

function managedSteps(
  site: Site,
  wanted: Wanted,
  { kind, file }: Extract<Manager, { readonly file: string }>,
): HookSteps {
  const prelude = kind === 'pre-commit' || kind === 'prek' ? preCommitPrelude : () => []
  const steps = HOOK_NAMES.map((name) => calledStep(site, wanted, name, prelude(name)))
  const settings: Target = { base: 'root', path: file }
  const isRefused = HOOK_NAMES.some((name) => {
    const state = site.files.get(fileKey('root', shimFile(name)))
    return state !== undefined && 'trouble' in state
  })
  const config: Step = isRefused
    ? { left: { message: leftUnchanged(settings, 'it would call files that could not be written') } }
    : spliceStep(site, settings, managerForm(kind, file))
  return { steps: [...steps, config], husky: null, files: HOOK_NAMES.map(shimFile) }
}

type ShimTarget = Target & {
  readonly name: HookName
  /** Git runs the file itself. */
  readonly mustBeExecutable?: boolean
}

/** A hook file that cannot hold our block can call it: then the block lies in a separate file. */
function fileSteps(site: Site, wanted: Wanted, target: ShimTarget): FileSteps {
  const { name, base, path } = target
  const step = shimStep(site, wanted, target)
  const files = base === 'root' ? [path] : []
  if (!step || !('left' in step) || step.left.lines === undefined) return { steps: [step], files }
  const isCalled = textAt(site, base, path)?.includes(shimFile(name)) ?? false
  return {
    steps: [isCalled ? null : step, calledStep(site, wanted, name)],
    files: [...files, shimFile(name)],
  }
}

function joined(all: readonly FileSteps[]): FileSteps {
  return { steps: all.flatMap(({ steps }) => steps), files: all.flatMap(({ files }) => files) }
}

function shimStep(site: Site, { pathspecs, packages }: Wanted, target: ShimTarget): Step {
  const { name, base, path, mustBeExecutable = false } = target
  const state = site.files.get(fileKey(base, path))
  if (state && 'text' in state && mustBeExecutable && !state.executable) {
    const message = `${displayPath(target)} is not executable, so git does not run it`
    return { left: { message, fix: 'chmod +x it, or delete it, and run memkeep init again' } }
  }
  return spliceStep(site, target, {
    splice: (text) => withShim(text, { name, pathspecs, packages }),
    create: () => withShim(null, { name, pathspecs, packages }),
    byHand: [
      `run from there, with the same arguments and standard input: ${shimCommand(name)}`,
      'and end with its exit code',
    ],
  })
}

/** The file that a manager or another hook calls. */
function calledStep(
  site: Site,
  { pathspecs, packages }: Wanted,
  name: HookName,
  prelude: readonly string[] = [],
): Step {
  const target: Target = { base: 'root', path: shimFile(name) }
  const step = spliceStep(site, target, {
    splice: (text) => withShim(text, { name, pathspecs, packages, prelude }),
    create: () => withShim(null, { name, pathspecs, packages, prelude }),
    byHand: [],
  })
  if (!step || !('left' in step) || step.left.lines === undefined) return step
  return { left: { message: step.left.message, fix: 'Delete it and run memkeep init' } }
}

function outside(folder: string): ManualStep {
  return {
    message: `core.hooksPath ${leading(folder)}, and were left alone`,
    fix: 'To use hooks of this repository: git config core.hooksPath .husky/_ and run memkeep init again',
  }
}

function leading(folder: string): string {
  if (folder === '') return 'is empty: hooks are then files at the root of the file system'
  if (folder === '.') return 'is the top of the work tree: hooks there lie among other files'
  return `leads out of the repository, to ${folder}: hooks there serve other repositories too`
}

/** The hooks that git starts in its own directory; `isWanted` when it should start them there. */
type Start = { readonly isWanted: boolean; readonly steps: readonly Step[] }

/**
 * Plans them for hooks in the work tree, which a checkout can remove. What a manager keeps in git's own directory
 * stays with any commit checked out, and such managers refuse to work with `core.hooksPath` set.
 */
export function startSteps(site: Site, { pathspecs }: Wanted, manager: Manager): Start {
  const hooks = startableHooks(site, manager)
  const texts = new Map<string, string>(
    hooks === null
      ? []
      : [
          ...CLIENT_HOOKS.map(
            (name) => [`${START_FOLDER}/${name}`, startHook(name, { pathspecs, ...hooks })] as const,
          ),
          [START_CONFIG, startConfig(`${site.commonDir}/${START_FOLDER}`)],
        ],
  )
  return {
    isWanted: hooks !== null,
    steps: startFiles(site).map(({ base, path }) => written(site, base, path, texts.get(path))),
  }
}

/** Every file that may belong to them. */
export function startFiles(site: Site): readonly Target[] {
  const known = [...CLIENT_HOOKS.map((name) => `${START_FOLDER}/${name}`), START_CONFIG]
  const present = namesIn(site, 'git', START_FOLDER).map((name) => `${START_FOLDER}/${name}`)
  return [...new Set([...known, ...present])].map((path) => ({ base: 'git', path }))
}

/** Only memkeep writes these files: other content in them is replaced. */
function written({ files }: Site, base: Base, path: string, text: string | undefined): Step {
  const present = files.get(fileKey(base, path))
  if (text === undefined) return present === undefined ? null : { change: { base, path, text: null } }
  if (present && 'text' in present && present.text === text) return null
  return { change: { base, path, text, ...(path !== START_CONFIG && { executable: true }) } }
}

/** Null for hooks that no checkout can remove, or that cannot all be passed on. */
function startableHooks(site: Site, manager: Manager): { readonly isOurs: boolean } | null {
  if (manager.kind === 'none') return { isOurs: isOwnHusky(site, '.husky') }
  if (manager.kind === 'husky') return { isOurs: isOwnHusky(site, manager.folder) }
  if (manager.kind !== 'hook-files' || manager.base === 'git') return null
  const others = namesIn(site, 'root', manager.folder).some((name) => OTHER_HOOKS.includes(name))
  return others ? null : { isOurs: false }
}

/** True when husky came with memkeep, or will. */
export function isOwnHusky(site: Site, folder: string): boolean {
  const manifest = textAt(site, 'root', 'package.json')
  if (namesHusky(manifest ?? '')) return false
  if (site.hooksPath === null || site.brought === folder) return true
  // From then on every clone gets husky from memkeep.
  return folder === '.husky' && manifest !== null && 'text' in withPrepareScript(manifest)
}

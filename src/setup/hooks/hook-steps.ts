import { HOOK_NAMES, type HookName } from '../../core/installed.ts'
import type { Manager } from '../managers/detect.ts'
import { managerForm } from '../managers/manager-form.ts'
import { preCommitPrelude } from '../managers/pre-commit.ts'
import { PREPARE_SCRIPT, withPrepareScript } from '../managers/prepare-script.ts'
import { withShim } from './hook-file.ts'
import { shimCommand, shimFile } from './shim-files.ts'
import { fileKey, type Site, textAt } from './site.ts'
import { type Left, leftAs, type Step, shown, spliced, type Target } from './step.ts'
import type { Wanted } from './wanted.ts'

/** Everything that makes git call memkeep. */
export type HookSteps = {
  readonly steps: readonly Step[]
  /** The folder of hook files that husky is to be set up for; null for other managers. */
  readonly husky: string | null
  /** Hook files in the work tree. */
  readonly files: readonly string[]
}

/** Plans the hook files, and the settings of what runs them. */
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
      return { ...joined(all), husky: null }
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
  return { steps: [...steps, prepare(site, folder)], husky: folder, files }
}

/** A package that is installed sets husky up, where nothing else does. */
function prepare(site: Site, folder: string): Step {
  const target: Target = { base: 'root', path: 'package.json' }
  if (folder !== '.husky' || !site.files.has(fileKey('root', 'package.json'))) return null
  return spliced(site, target, {
    splice: withPrepareScript,
    byHand: ['in "scripts", to run with the others:', `"prepare": ${JSON.stringify(PREPARE_SCRIPT)}`],
  })
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
    ? { left: { message: leftAs(settings, 'it would call files that could not be written') } }
    : spliced(site, settings, managerForm(kind, file))
  return { steps: [...steps, config], husky: null, files: HOOK_NAMES.map(shimFile) }
}

type ShimTarget = Target & {
  readonly name: HookName
  /** Git runs the file itself. */
  readonly mustBeExecutable?: boolean
}

type FileSteps = Pick<HookSteps, 'steps' | 'files'>

/** A hook file that cannot take our part can call it: then that lies in a file of its own. */
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
    const message = `${shown(target)} is not executable, so git does not run it`
    return { left: { message, mend: 'chmod +x it, or delete it, and run memkeep init again' } }
  }
  return spliced(site, target, {
    splice: (text) => withShim(text, { name, pathspecs, packages }),
    create: () => withShim(null, { name, pathspecs, packages }),
    byHand: [
      `run from there, with the same arguments and standard input: ${shimCommand(name)}`,
      'and end with its exit code',
    ],
  })
}

/** The file that somebody else than git calls. */
function calledStep(
  site: Site,
  { pathspecs, packages }: Wanted,
  name: HookName,
  prelude: readonly string[] = [],
): Step {
  const target: Target = { base: 'root', path: shimFile(name) }
  const step = spliced(site, target, {
    splice: (text) => withShim(text, { name, pathspecs, packages, prelude }),
    create: () => withShim(null, { name, pathspecs, packages, prelude }),
    byHand: [],
  })
  if (!step || !('left' in step) || step.left.lines === undefined) return step
  return { left: { message: step.left.message, mend: 'Delete it and run memkeep init' } }
}

function outside(folder: string): Left {
  return {
    message: `core.hooksPath ${leading(folder)}, and were left alone`,
    mend: 'To use hooks of this repository: git config core.hooksPath .husky/_ and run memkeep init again',
  }
}

function leading(folder: string): string {
  if (folder === '') return 'is empty: hooks are then files at the root of the file system'
  if (folder === '.') return 'is the top of the work tree: hooks there lie among other files'
  return `leads out of the repository, to ${folder}: hooks there serve other repositories too`
}

import { attributeLines } from './attributes.ts'
import { withShim } from './hook-file.ts'
import { HOOK_NAMES, type HookName } from './hook-names.ts'
import { type Detected, detect, type Manager } from './managers/detect.ts'
import { type Form, managerForm } from './managers/manager-form.ts'
import { preCommitPrelude } from './managers/pre-commit.ts'
import { PREPARE_SCRIPT, withPrepareScript } from './managers/prepare-script.ts'
import { type Spliced, withBlock } from './marked-block.ts'
import { shimCommand, shimFile } from './shim-files.ts'
import { type Base, fileKey, type Site, textAt } from './site.ts'

/** What the settings of memkeep ask for. */
export type Wanted = {
  readonly pathspecs: readonly string[]
  readonly mergePatterns: readonly string[]
  /** Name and text of a settings file, for a repository that has none. */
  readonly settingsFile: string
  readonly settingsText: string
}

/** One file that changes; null for one that goes. */
export type Change = {
  readonly base: Base
  readonly path: string
  readonly text: string | null
  readonly executable?: boolean
}

/** What only a person can do: why, and the very lines to add, if any. */
export type Left = { readonly message: string; readonly lines?: readonly string[] }

/** How to set memkeep up in one work tree. On its own result it gives no changes. */
export type InstallPlan = Detected & {
  readonly changes: readonly Change[]
  /** The folder of hook files that husky is to be armed for; null for other managers. */
  readonly husky: string | null
  /** What could not be done. */
  readonly left: readonly Left[]
}

/** What one file becomes, or who has to change it. */
type Step = { readonly change: Change } | { readonly left: Left } | null

type Target = { readonly base: Base; readonly path: string }

/** Plans everything that `init` writes, purely. */
export function planInstall(site: Site, wanted: Wanted): InstallPlan {
  const detected = detect(site)
  const hooks = hookSteps(site, wanted, detected.manager)
  const steps = [...hooks.steps, attributes(site, wanted, hooks.steps, hooks.files), settings(site, wanted)]
  return {
    ...detected,
    husky: hooks.husky,
    changes: steps.flatMap((step) => (step && 'change' in step ? [step.change] : [])),
    left: steps.flatMap((step) => (step && 'left' in step ? [step.left] : [])),
  }
}

type HookSteps = {
  readonly steps: readonly Step[]
  readonly husky: string | null
  /** Hook files in the work tree. */
  readonly files: readonly string[]
}

function hookSteps(site: Site, wanted: Wanted, manager: Manager): HookSteps {
  switch (manager.kind) {
    case 'none':
      return huskySteps(site, wanted, '.husky')
    case 'husky':
      return huskySteps(site, wanted, manager.folder)
    case 'hook-files': {
      const { base, folder } = manager
      const targets = HOOK_NAMES.map((name) => ({
        name,
        base,
        path: `${folder}/${name}`,
        mustBeExecutable: true,
      }))
      return {
        steps: targets.map((target) => shimStep(site, wanted, target)),
        husky: null,
        files: base === 'root' ? targets.map(({ path }) => path) : [],
      }
    }
    case 'outside':
      return { steps: [{ left: outside(manager.folder) }], husky: null, files: [] }
    default:
      return managedSteps(site, wanted, manager)
  }
}

function huskySteps(site: Site, wanted: Wanted, folder: string): HookSteps {
  const targets = HOOK_NAMES.map((name) => ({ name, base: 'root' as const, path: `${folder}/${name}` }))
  const steps = targets.map((target) => shimStep(site, wanted, target))
  return { steps: [...steps, prepare(site, folder)], husky: folder, files: targets.map(({ path }) => path) }
}

/** A package that is installed arms husky, where nothing else does. */
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
  const steps = HOOK_NAMES.map((name) =>
    shimStep(site, wanted, { name, base: 'root', path: shimFile(name), prelude: prelude(name) }),
  )
  const config = spliced(site, { base: 'root', path: file }, managerForm(kind, file))
  return { steps: [...steps, config], husky: null, files: HOOK_NAMES.map(shimFile) }
}

type ShimTarget = Target & {
  readonly name: HookName
  readonly prelude?: readonly string[]
  /** Git runs the file itself. */
  readonly mustBeExecutable?: boolean
}

function shimStep(site: Site, { pathspecs }: Wanted, target: ShimTarget): Step {
  const { name, base, path, prelude = [], mustBeExecutable = false } = target
  const state = site.files.get(fileKey(base, path))
  if (state && 'text' in state && mustBeExecutable && !state.executable) {
    return {
      left: {
        message: `${shown(target)} is not executable, so git does not run it: chmod +x it, or delete it, and run memkeep init again`,
      },
    }
  }
  return spliced(site, target, {
    splice: (text) => withShim(text, { name, pathspecs, prelude }),
    create: () => withShim(null, { name, pathspecs, prelude }),
    byHand: [`call it from there: ${shimCommand(name)} "$@"`],
  })
}

function attributes(
  site: Site,
  { mergePatterns }: Wanted,
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
  const lines = attributeLines(mergePatterns, own)
  if (lines.length === 0) return null
  return spliced(
    site,
    { base: 'root', path: '.gitattributes' },
    {
      splice: (text) => withBlock(text, lines),
      create: () => created(lines),
      byHand: lines,
    },
  )
}

/** A file that was made ends with a line break, an empty one that was there does not: so `uninstall` knows. */
function created(lines: readonly string[]): Spliced {
  const made = withBlock('', lines)
  return 'text' in made ? { text: `${made.text}\n` } : made
}

function settings(site: Site, { settingsFile, settingsText }: Wanted): Step {
  if (site.files.has(fileKey('root', settingsFile))) return null
  return { change: { base: 'root', path: settingsFile, text: settingsText } }
}

function spliced(
  site: Site,
  target: Target,
  { splice, create, byHand }: Form & { readonly create?: () => Spliced },
): Step {
  const { base, path } = target
  const state = site.files.get(fileKey(base, path))
  const leave = (reason: string): Step => ({
    left: { message: `${shown(target)} was left as it is: ${reason}. To add by hand:`, lines: byHand },
  })
  if (state && 'trouble' in state) return leave(state.trouble)
  const result = state ? splice(state.text) : create?.()
  if (!result) return null
  if ('byHand' in result) return leave(result.byHand)
  if (result.text === state?.text) return null
  return { change: { base, path, text: result.text, ...(!state && isHook(path) && { executable: true }) } }
}

function isHook(path: string): boolean {
  return HOOK_NAMES.some((name) => path.endsWith(`/${name}`))
}

function outside(folder: string): Left {
  return {
    message: `core.hooksPath leads out of the repository, to ${folder}: hooks there serve other repositories too, and were left alone. To use hooks of this repository: git config core.hooksPath .husky/_ and run memkeep init again`,
  }
}

/** A file's name for people. */
export function shown({ base, path }: Target): string {
  return base === 'git' ? `.git/${path}` : path
}

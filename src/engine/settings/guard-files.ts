import type { Diagnostic } from '../../core/diagnostic.ts'
import {
  hookBlock,
  hookNamed,
  isGuardFile,
  isHookFile,
  isInstalling,
  isPackageOfMemkeep,
  isRulesFile,
  isWorkflow,
  RULES_FILES,
  runsMemkeep,
  SHIM_START,
} from '../../core/installed.ts'
import { safePath, safeText } from '../../core/messages.ts'
import { folderOf } from '../../core/path.ts'
import { LOOSENED_RULE } from '../../core/rule.ts'
import { shim } from '../../core/shim.ts'
import { isRegular, type Snapshot } from '../../core/snapshot.ts'
import { type PathRules, readPathRules } from '../../snapshot/path-rules.ts'
import { type OpenSnapshot, textOfBytes } from '../../snapshot/project.ts'
import type { LoadedSide } from '../check-memory.ts'
import { claimFiles } from '../claims.ts'
import { engineDiagnostics, type MemoryContext, withFocus } from '../context.ts'
import { hookPaths } from './load-settings.ts'
import { packageChange } from './loosened-package.ts'
import { LOOSENS } from './loosened-settings.ts'
import { judgingLoosening } from './loosening-alone.ts'

type Change = {
  readonly before: LoadedSide
  readonly after: LoadedSide
  /** Every path that the sides do not have alike. */
  readonly changed: readonly string[]
}

/** A loosening by one file, before it is a finding. */
type Loosening = {
  readonly path: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly help: string
}

/**
 * What a change loosens without a word in memkeep's own settings: how git merges, shows and converts memory, what of it git would
 * ignore, the hooks that call memkeep, the workflow that does, the package of memkeep, and the packages whose settings it extends.
 */
export async function loosenedByFiles(change: Change, load: MemoryContext): Promise<readonly Diagnostic[]> {
  const files = change.changed.filter(isGuardFile)
  if (files.length === 0) return []
  const found = [
    ...(await loosenedRules(change, files, load)),
    ...(await loosenedHooks(change, files, load)),
    ...(await loosenedWorkflows(change, files)),
    ...(await loosenedPackages(change, files)),
    ...(await loosenedMemkeep(change, files)),
  ]
  // A change does not turn off its own judge.
  const own = { ...load, settings: judgingLoosening(change, load.mode?.isAlone ?? false) }
  return found.flatMap((one) => engineDiagnostics(LOOSENED_RULE, { ...one, layout: '' }, own))
}

/** Values that loosen nothing, for each attribute that decides how memory is joined, shown or converted. */
const HARMLESS: { readonly [attribute: string]: RegExp } = {
  merge: /^memkeep$/,
  diff: /^(?!unset$)/,
  'working-tree-encoding': /^(?:unspecified|unset|utf-?8)$/i,
  filter: /^(?:unspecified|unset)$/,
  eol: /^(?:unspecified|unset|lf)$/,
}

/** Nothing is joined by hand where there was no driver before, and git's own one is no loss. */
function isLooser(attribute: string, was: string, is: string): boolean {
  if (was === is || HARMLESS[attribute]?.test(is)) return false
  return attribute !== 'merge' || was === 'memkeep' || !/^(?:unspecified|set|text)$/.test(is)
}

async function loosenedRules(
  { before, after }: Change,
  files: readonly string[],
  load: MemoryContext,
): Promise<readonly Loosening[]> {
  const changed = files.filter(isRulesFile)
  const repository = load.ask?.history
  if (changed.length === 0 || !repository) return []
  const whole = withFocus(load, null)
  const claimed = [before, after].flatMap(({ snapshot }) => claimFiles(snapshot, whole))
  const paths = [...new Set(claimed.map(({ file }) => file.path))]
  const read = async ({ snapshot }: LoadedSide): Promise<ReadonlyMap<string, PathRules>> =>
    readPathRules({
      rules: await rulesAbove(paths, snapshot),
      paths,
      attributes: Object.keys(HARMLESS),
      gitDir: repository.commonDir,
    })
  const [was, is] = [await read(before), await read(after)]
  return changed.flatMap((file) => {
    const below = paths.filter((path) => nearest(path, file, changed))
    return file.endsWith('.gitignore')
      ? ignoredNow(file, below, [was, is], load)
      : attributesNow(file, below, [was, is])
  })
}

/** The files of rules in the folders that paths lie in. */
async function rulesAbove(
  paths: readonly string[],
  snapshot: OpenSnapshot,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const folders = new Set([''])
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder)
  }
  const names = [...folders].flatMap((folder) => RULES_FILES.map((name) => inFolder(folder, name)))
  const there = names.filter((path) => isRegularAt(path, snapshot))
  const contents = await snapshot.read(there)
  return new Map([...contents].flatMap(([path, one]) => ('bytes' in one ? [[path, one.bytes] as const] : [])))
}

/** Git follows no link to rules. */
function isRegularAt(path: string, { files }: Snapshot): boolean {
  return isRegular(files.get(path)?.mode)
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** True where no other changed file of the same name is nearer to a path. */
function nearest(path: string, file: string, changed: readonly string[]): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1)
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const here = inFolder(folder, name)
    if (changed.includes(here)) return here === file
    if (folder === '') return false
  }
}

type Both = readonly [was: ReadonlyMap<string, PathRules>, is: ReadonlyMap<string, PathRules>]

function attributesNow(file: string, paths: readonly string[], [was, is]: Both): Loosening[] {
  const looser = new Map<string, string[]>()
  for (const path of paths) {
    const [old, now] = [was.get(path)?.attributes, is.get(path)?.attributes]
    const own = [...(now ?? [])].flatMap(([name, value]) => {
      const before = old?.get(name) ?? 'unspecified'
      if (!isLooser(name, before, value)) return []
      return `${name} is ${shown(value)}${before === 'unspecified' ? '' : ` (was ${shown(before)})`}`
    })
    const what = own.join(', ')
    if (what !== '') looser.set(what, [...(looser.get(what) ?? []), path])
  }
  if (looser.size === 0) return []
  const named = [...looser].map(([what, some]) => `${what} for ${listed(some)}`)
  return [
    {
      path: file,
      severity: 'warning',
      message: `${LOOSENS}: ${named.join('; ')}`,
      help: 'Git joins, shows or converts these files in another way from now on. Where lines for the merge driver are gone, run `memkeep init` at the top of the repository: it writes them again.',
    },
  ]
}

function shown(value: string): string {
  if (value === 'unspecified') return 'not set'
  return value === 'unset' ? 'off' : `"${value.replaceAll(/[^\w.+-]/g, '?').slice(0, 40)}"`
}

/** What a layout keeps out of git on purpose is no part of a commit. */
function ignoredNow(
  file: string,
  paths: readonly string[],
  [was, is]: Both,
  { layouts, settings }: MemoryContext,
): Loosening[] {
  const local = layouts.flatMap((layout) => {
    const roots = layout.roots?.(settings) ?? []
    return roots.filter(({ git }) => git !== undefined).map(({ path }) => path)
  })
  const ignored = paths.filter(
    (path) =>
      is.get(path)?.isIgnored &&
      !was.get(path)?.isIgnored &&
      !local.some((root) => path === root || path.startsWith(`${root}/`)),
  )
  if (ignored.length === 0) return []
  return [
    {
      path: file,
      severity: 'warning',
      message: `${LOOSENS}: git would ignore ${listed(ignored)}, so no commit brings what is new there`,
      help: 'Take the memory out of the pattern, or write `!` and its path below it.',
    },
  ]
}

/** So many files are named. */
const FEW = 3

function listed(paths: readonly string[]): string {
  const more = paths.length > FEW ? ` and ${paths.length - FEW} more files` : ''
  return paths.slice(0, FEW).map(safePath).join(', ') + more
}

async function loosenedHooks(
  { before, after }: Change,
  files: readonly string[],
  load: MemoryContext,
): Promise<Loosening[]> {
  const own = files.filter(isHookFile)
  const was = await blocksIn(before.snapshot, own)
  if (was.size === 0) return []
  const is = await blocksIn(after.snapshot, own)
  const gone = [...was.keys()].filter((path) => !is.has(path))
  const isMoved = [...is.keys()].some((path) => !was.has(path))
  const differing = [...was].filter(([path, text]) => is.has(path) && is.get(path) !== text)
  const written = await writtenBlocks(differing, { before, is, load })
  const edited = differing.filter(([path]) => !written.has(path))
  const isTakenOut = (await loosenedWorkflows({ before, after }, files)).some(({ isGone }) => isGone)
  const skipping = await newLinesAbove(
    { before, after },
    [...is.keys()].filter((path) => hookNamed(path) !== null),
  )
  return [
    ...gone.slice(0, isMoved ? 0 : 1).map(
      (path): Loosening => ({
        path,
        severity: isTakenOut ? 'warning' : 'error',
        message: `memkeep is gone from ${gone.map(safePath).join(', ')}: clones commit memory without these checks`,
        help: 'Run `memkeep init` at the top of this repository, which writes its part again, and commit these files. To take memkeep out of the project, take out its workflow in the same change, or set `rules: { loosened: warning }` in a change before it.',
      }),
    ),
    ...edited.slice(0, 1).map(
      ([path]): Loosening => ({
        path,
        severity: 'warning',
        message: `${LOOSENS}: the part of memkeep is another one in ${listed(edited.map(([one]) => one))}`,
        help: 'Hooks run these lines in every clone. Where the change updates memkeep, `memkeep init` wrote them, and they are right. Else delete the lines between the marks, with both marks, and run `memkeep init` at the top of the repository: it writes them again.',
      }),
    ),
    ...skipping.slice(0, 1).map(
      ({ path, line }): Loosening => ({
        path,
        severity: 'warning',
        message: `${LOOSENS}: above the part of memkeep, ${JSON.stringify(safeText(line))} can end or skip it in ${listed(skipping.map((one) => one.path))}`,
        help: 'Hooks run this line in every clone, before memkeep. Put it below the part of memkeep, or take it out.',
      }),
    ),
  ]
}

/** What ends a hook, leaves out what follows, or is a setting of memkeep; a first line that names no shell, too. */
const SKIPPING =
  /\b(?:exit|exec|return|kill|if|case|while|until|for)\b|\bMEMKEEP|<<|[({]\s*$|^#!(?!.*\b(?:ba|da|k|z)?sh\b)/

/** In each hook file the first line above memkeep's part that was not above it before, and can end or skip it. */
async function newLinesAbove(
  { before, after }: Pick<Change, 'before' | 'after'>,
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly line: string }[]> {
  const [was, is] = [await textsIn(before.snapshot, paths), await textsIn(after.snapshot, paths)]
  return paths.flatMap((path) => {
    const known = new Set(linesAbove(was.get(path) ?? ''))
    const line = linesAbove(is.get(path) ?? '').find(
      (one) => !known.has(one) && !/^#(?!!)/.test(one) && SKIPPING.test(one),
    )
    return line === undefined ? [] : [{ path, line: line.slice(0, 80) }]
  })
}

function linesAbove(text: string): readonly string[] {
  const at = text.indexOf(SHIM_START)
  return at === -1
    ? []
    : text
        .slice(0, at)
        .split('\n')
        .map((line) => line.trim())
}

type Blocks = {
  readonly before: LoadedSide
  readonly is: ReadonlyMap<string, string>
  readonly load: MemoryContext
}

/** The hook files whose part is what `init` writes for the settings of the change: an update brings it, and so does a new place. */
async function writtenBlocks(
  differing: readonly (readonly [path: string, was: string])[],
  { before, is, load }: Blocks,
): Promise<ReadonlySet<string>> {
  const { layouts, allLayouts = layouts, settings } = load
  const paths = hookPaths(allLayouts, settings)
  const written = new Set<string>()
  for (const [path, was] of differing) {
    const name = hookNamed(path)
    const lines = bare(is.get(path) ?? '')
    const packages = packagesIn(lines)
    // The block names programs to start: none of a package that did not have memkeep.
    const known = new Set([...packagesIn(was), ...(await packagesWithMemkeep(before.snapshot, packages))])
    if (name === null || packages.some((folder) => !known.has(folder))) continue
    if (lines === bare(hookBlock(shim(name, paths, packages)) ?? '')) written.add(path)
  }
  return written
}

/** Without the checksum below the first mark. */
function bare(block: string): string {
  return block.replace(/^(.*\n)# checksum [^\n]*\n/, '$1')
}

/** The packages below the top in which a block looks for memkeep, in its order. */
function packagesIn(block: string): readonly string[] {
  const [line = ''] = /^ *for bin in .*$/m.exec(block) ?? []
  const named = [...line.matchAll(/ '((?:[^']|'\\'')+)\/node_modules\/\.bin\/memkeep'/g)]
  return named.map(([, folder = '']) => folder.replaceAll("'\\''", "'"))
}

async function packagesWithMemkeep(
  snapshot: Snapshot,
  folders: readonly string[],
): Promise<readonly string[]> {
  const texts = await textsIn(
    snapshot,
    folders.map((folder) => `${folder}/package.json`),
  )
  return folders.filter((folder) => texts.get(`${folder}/package.json`)?.includes('"memkeep"'))
}

async function blocksIn(snapshot: Snapshot, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = await textsIn(snapshot, paths)
  return new Map(
    [...texts].flatMap(([path, text]) => {
      const block = hookBlock(text.replaceAll('\r\n', '\n'))
      return block === null ? [] : [[path, block] as const]
    }),
  )
}

/** What the host runs: no other name, and no file in a folder below. */
const WORKFLOW_OF_HOST = /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml)$/

async function loosenedWorkflows(
  { before, after }: Pick<Change, 'before' | 'after'>,
  files: readonly string[],
): Promise<(Loosening & { readonly isGone: boolean })[]> {
  const own = files.filter(isWorkflow)
  const [was, is] = [await textsIn(before.snapshot, own), await textsIn(after.snapshot, own)]
  const elsewhere = [...is].find(
    ([path, text]) => WORKFLOW_OF_HOST.test(path) && runsMemkeep(text) && !runsMemkeep(was.get(path) ?? ''),
  )?.[0]
  return [...was].flatMap(([path, text]) => {
    if (!runsMemkeep(text)) return []
    const now = is.get(path)
    const isOut = now === undefined || !runsMemkeep(now)
    const isGone = isOut && elsewhere === undefined
    const what = isOut ? `is now ${safePath(elsewhere ?? '')}` : 'is another one'
    return [
      {
        path,
        isGone,
        severity: 'warning' as const,
        message: `${LOOSENS}: the workflow that runs memkeep ${isGone ? 'is gone' : what}`,
        help: isGone
          ? 'Without it no pull request is checked, however it was made. `memkeep init` at the top of the repository writes one.'
          : 'Look at what it runs now, and at whose code that is.',
      },
    ]
  })
}

/** Settings of a package are read from the one version that is on the disk, for both sides. */
async function loosenedPackages(
  { before, after }: Change,
  files: readonly string[],
): Promise<readonly Loosening[]> {
  const packages = new Set(before.settings.extended.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))
  const own = packages.size === 0 ? [] : files.filter(isInstalling)
  const [was, is] = [await textsIn(before.snapshot, own), await textsIn(after.snapshot, own)]
  return [...packages].flatMap((name): Loosening[] => {
    const changed = own.filter(
      (path) =>
        // One that is too large to be read may say anything.
        (!was.has(path) && !is.has(path)) ||
        linesAbout(name, was.get(path)) !== linesAbout(name, is.get(path)),
    )
    const [path] = changed
    if (path === undefined) return []
    return [
      {
        path,
        severity: 'warning',
        message: `${LOOSENS}: the settings extend ${safePath(name)}, which ${listed(changed)} ${changed.length > 1 ? 'install' : 'installs'} in another version or from another place`,
        help: 'Both sides were judged by the one version that is installed here. Look at what the other one says, and merge the update of the package by itself.',
      },
    ]
  })
}

/** The package of memkeep that CI and clones run. With its workflow it may go. */
async function loosenedMemkeep(change: Change, files: readonly string[]): Promise<readonly Loosening[]> {
  const own = files.filter((path) => isInstalling(path) || isPackageOfMemkeep(path))
  if (own.length === 0) return []
  if ((await loosenedWorkflows(change, files)).some(({ isGone }) => isGone)) return []
  const [before, after] = [change.before, change.after].map(({ snapshot }) => snapshot)
  if (!before || !after) return []
  const manifests = own.filter(isInstalling)
  const { gone, other, unarmed } = packageChange(
    own,
    [await textsIn(before, manifests), await textsIn(after, manifests)],
    {
      before: [...before.files.keys()].filter(isPackageOfMemkeep),
      after: [...after.files.keys()].filter(isPackageOfMemkeep),
      linesAbout: (text) => linesAbout('memkeep', text),
    },
  )
  const found = [
    {
      paths: gone,
      message: `memkeep is gone from ${listed(gone)}, and what calls it is not`,
      help: 'CI and clones no longer get the memkeep that checked so far. Put it back, or take memkeep out as a whole: `memkeep uninstall`, with the workflow, in one change.',
    },
    {
      paths: other,
      message: `${listed(other)} ${other.length > 1 ? 'bring' : 'brings'} another memkeep, which judges what comes after this change`,
      help: 'Where this updates memkeep, look at where the new package comes from: CI and clones run it once this is merged. `npm pack` in a clone of memkeep makes one to compare with.',
    },
    {
      paths: unarmed,
      message: `${listed(unarmed)} no longer runs \`memkeep init --clone\` after an installation: new clones commit memory without these checks`,
      help: 'Put `memkeep init --clone || exit 0` back into the script that had it.',
    },
  ]
  return found.flatMap(({ paths: [path], message, help }) =>
    path === undefined ? [] : [{ path, severity: 'warning', message: `${LOOSENS}: ${message}`, help }],
  )
}

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** What a manifest or a lockfile of any package manager says of a package: lines that name it, with what is indented below them. */
function linesAbout(name: string, text = ''): string {
  let above: number | null = null
  const lines = text.split(/\r?\n/).filter((line) => {
    const indent = line.search(/\S|$/)
    if (above !== null && indent <= above) above = null
    if (above === null && hasName(line, name)) above = indent
    return above !== null
  })
  return lines.join('\n')
}

/** `acme` is in `"node_modules/acme"` and `acme@1.0.0`, and not in `acme-cli`. */
function hasName(line: string, name: string): boolean {
  const parts = line.split(name)
  return parts.some((part, i) => i > 0 && !/[\w.-]$/.test(parts[i - 1] ?? '') && !/^[\w-]|^\.\w/.test(part))
}

async function textsIn(snapshot: Snapshot, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const contents = await snapshot.read(paths.filter((path) => isRegularAt(path, snapshot)))
  return new Map(
    [...contents].flatMap(([path, one]) => ('bytes' in one ? [[path, textOfBytes(one.bytes)] as const] : [])),
  )
}

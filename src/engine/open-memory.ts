import { isAbsolute, relative, resolve } from 'node:path'
import { openCitedList } from '../cache/cited.ts'
import { openOutcomeCache } from '../cache/parts.ts'
import { openProofCache } from '../cache/proofs.ts'
import { openRemovedList } from '../cache/removed.ts'
import { openSignatureCache } from '../cache/signature-cache.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { JsonObject } from '../core/json.ts'
import { type Layout, wantedLayouts } from '../core/layout.ts'
import { safePath, safeText, UserError } from '../core/messages.ts'
import { amongLayoutsOn, belowForeignFolder, testPlaces } from '../core/places.ts'
import type { Settings } from '../core/settings.ts'
import { type FileListing, inOtherForm } from '../core/snapshot.ts'
import { realPath } from '../fs/paths.ts'
import type { GitOptions } from '../git/run-git.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import { openHead, storedSnapshots } from '../snapshot/open-snapshot.ts'
import {
  assertReadable,
  type OpenSnapshot,
  openProject,
  type Project,
  projectPath,
} from '../snapshot/project.ts'
import {
  type Earlier,
  type MemoryContext,
  type MemoryView,
  type Questions,
  type RunMode,
  type Sides,
  type UsedRules,
  withSides,
} from './context.ts'
import { type FactsStore, keepingFacts } from './documents/facts.ts'
import { type FactsBasis, factsVersion, openFacts } from './documents/open-facts.ts'
import { focusOf } from './focus.ts'
import { findLayoutsOn } from './layouts-on.ts'
import { LOOKS_LIKE } from './root-findings.ts'
import { allowingAsCommitted } from './settings/committed-secrets.ts'
import { hasSameSettings, loadSettings, SETTINGS_FILE } from './settings/load-settings.ts'
import type { SettingsSource } from './settings/settings-source.ts'

/** Opens facts from somewhere else than the cache, such as the shards of a check. */
export type OpenFacts = (basis: FactsBasis & UsedRules) => Promise<FactsStore>

/** Which memory is opened, and how. */
export type MemoryRequest = RunMode & {
  readonly cwd: string
  /** The project around `cwd`, where it is open already. */
  readonly project?: Project | undefined
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Facts of earlier runs are used, and kept for later ones. */
  readonly cache: boolean
  /** A settings file on disk, relative to `cwd`, instead of the snapshot's own. */
  readonly config?: string | undefined
  /** Rules that the environment turns off. */
  readonly skip?: readonly string[] | undefined
  /** Options of layouts for this call alone, over the settings of every snapshot. */
  readonly override?: JsonObject | undefined
  /** How git is asked, in a hook. */
  readonly git?: GitOptions | undefined
  /** What is looked at, where it is open already; without it the work tree is opened alone. */
  readonly sides?: Sides | undefined
  /** True where `sides.after` is the work tree, or what it will be: memory that git ignores is looked for on disk. */
  readonly isWorkTree?: boolean | undefined
  /** Only the documents that the change can have made wrong are read. */
  readonly onlyChange?: boolean | undefined
  /** What is read is worth keeping for the next run: it is a part of the memory. So it is where only a change is read. */
  readonly keepsFacts?: boolean | undefined
  /** Secrets pass where the settings of the last commit let them pass as well. */
  readonly asCommitted?: boolean | undefined
  /** No signature is asked for: every layout that the settings do not turn off is on. */
  readonly allWanted?: boolean | undefined
  /** The only layouts that are looked at, whether the settings turn them on or not. */
  readonly layouts?: readonly Layout[] | undefined
  readonly openFacts?: OpenFacts | undefined
  /** Git is asked what became of what documents cite: in this change, or ever. */
  readonly proves?: 'change' | 'history' | undefined
  /** What an earlier run found, where contents alone have changed. */
  readonly since?: Earlier | null | undefined
}

/** A memory that is open: where it is, what of it is looked at, and what its documents are read and judged with. */
export type OpenMemory = MemoryView & { readonly project: Project }

/**
 * Opens a memory for a command, a hook, CI or an agent: finds the project, opens what is looked at, reads its settings, takes
 * in the memory that git ignores on purpose, and finds the layouts that are in use. Every snapshot it gives can be read: a
 * directory with memory that cannot be opened is an error. Throws `UserError` for that, for settings that are missing,
 * unreadable or wrong, and where there is no such directory. The caller saves `facts` when it has read what it wanted.
 */
export async function openMemory(request: MemoryRequest): Promise<OpenMemory> {
  const project = request.project ?? (await openProject(request.cwd))
  const { sides: given, isWorkTree = given === undefined, onlyChange, keepsFacts } = request
  const opened = given ?? (await (await workTree()).openWorkTreeSides(project, request.git))
  const context = await openContext(project, opened.after, { ...request, isWorkTree })
  const { layouts: wanted, settings } = context
  const after = isWorkTree
    ? (await workTree()).addIgnoredMemory(opened.after, { root: project.root, layouts: wanted, settings })
    : opened.after
  assertReadable(after, wanted, settings)
  const sides = { ...opened, after }
  const focus = onlyChange ? focusOf(sides, context) : null
  const facts = keepsFacts || focus ? keepingFacts(context.facts) : context.facts
  const memory = { ...withSides(context, sides), project, focus, facts }
  if (request.allWanted && wanted.length < 2) return { ...memory, layouts: amongLayoutsOn(wanted) }
  const found = await findLayoutsOn(memory, request.since)
  // Files of names that several layouts have go to those that are on.
  return request.allWanted ? { ...memory, layouts: amongLayoutsOn(wanted, found.layouts) } : found
}

/** A hook looks at what is staged, and loads none of it. */
const workTree = (): Promise<typeof import('./work-tree.ts')> => import('./work-tree.ts')

/** Every layout and rule, the settings of a snapshot, and the facts of earlier runs. */
async function openContext(
  project: Project,
  snapshot: OpenSnapshot,
  request: MemoryRequest,
): Promise<MemoryContext> {
  const { cwd, config, skip = [], cache, git = {}, override, today } = request
  const { parser = 'auto', isLetIn, ignoreSuppressions } = request
  // Settings of a work tree are looked for on disk as well.
  const root = request.isWorkTree ? project.root : undefined
  const source = { snapshot, cwd, config, skip, root, override, top: project.root }
  const own = await loadSettings(source)
  const { repository } = project
  const settings =
    request.asCommitted && repository
      ? await allowingAsCommitted(own, () => settingsOfHead(repository.top, project, source))
      : own
  const basis = { settings, parser, layouts, rules }
  const kept = cache && !request.openFacts ? repository : null
  const facts = request.openFacts ? await request.openFacts(basis) : openFacts(kept, basis)
  const version = factsVersion(basis)
  return {
    layouts: request.layouts ?? wantedLayouts(layouts, settings),
    allLayouts: layouts,
    rules,
    settings,
    facts:
      kept && !request.allWanted
        ? {
            ...facts,
            signatures: openSignatureCache(kept.commonDir, version),
            outcomes: openOutcomeCache(kept.commonDir, version),
          }
        : facts,
    today,
    mode: { parser, isLetIn, ignoreSuppressions },
    ask: {
      settingsOf: settingsOf(project, source, settings),
      stored: async () => (repository ? storedSnapshots({ ...repository, git }) : []),
      ...(request.proves &&
        repository && {
          history: {
            top: repository.top,
            commonDir: repository.commonDir,
            git,
            removed: kept ? openRemovedList(kept.commonDir, version) : undefined,
          },
          isHistoryWhole: request.proves === 'history',
          cited: kept ? openCitedList(kept.commonDir) : undefined,
          proofs: kept && request.proves === 'history' ? openProofCache(kept.commonDir, version) : undefined,
        }),
      areIgnored: async (folders) =>
        repository !== null && (await workTree()).areIgnored(repository.top, folders),
    },
  }
}

/** Null before the first commit. A file that `--config` names counts as far as it is committed. */
async function settingsOfHead(
  top: string,
  project: Project,
  { config, snapshot: present, cwd, ...others }: SettingsSource,
): Promise<Settings | null> {
  const head = await openHead(top)
  if (!head) return null
  const named = config === undefined ? null : pathInside(project, resolve(cwd, config))
  const path = named !== null && head.files.has(named) ? named : SETTINGS_FILE
  return loadSettings({ ...others, cwd, snapshot: head, present, path, root: undefined })
}

/**
 * A `--config` file inside the repository is read from each snapshot; one outside is read from disk. So is every file of the repository
 * that they extend.
 */
function settingsOf(
  project: Project,
  { config, cwd, skip, snapshot: present, override, top }: SettingsSource,
  given: Settings,
): Questions['settingsOf'] {
  const path = config === undefined ? SETTINGS_FILE : pathInside(project, resolve(cwd, config))
  const others = { cwd, skip, override, top, present }
  if (path === null || (config !== undefined && !present.files.has(path)))
    return async (snapshot) =>
      given.extended.length === 0 ? given : loadSettings({ ...others, snapshot, config })
  return async (snapshot) => {
    const at = snapshot.files.has(path) ? path : SETTINGS_FILE
    if (config === undefined && hasSameSettings(snapshot, present, given)) return given
    return loadSettings({ ...others, snapshot, path: at })
  }
}

/** A path on disk as snapshots name it; null for one outside of the repository. */
function pathInside({ root }: Project, path: string): string | null {
  const inside = relative(realPath(root), realPath(path)).replaceAll('\\', '/')
  return inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? null : inside
}

/**
 * Throws `UserError` when there was no memory to look at, and names what looks like some: "checked nothing" is never a pass.
 * `documents`: how many there were, on either side of a check; findings may also be about the repository as a whole.
 */
export function assertMemory(
  { after: { label, files } }: MemoryView,
  documents: number,
  diagnostics: readonly Diagnostic[],
): void {
  const [near, ...more] = diagnostics.filter(({ rule }) => rule === LOOKS_LIKE)
  if (documents > 0 || diagnostics.length > more.length + (near ? 1 : 0)) return
  if (near) {
    throw new UserError(
      `no memory found in the ${label}; nearest to it: ${safePath(near.path)}`,
      safeText(`${near.message}. ${near.help}`),
    )
  }
  const store = nearestStore(files)
  const nearest = store ? `; nearest to it: ${safePath(store)} (an agent's memory: no layout reads it)` : ''
  throw new UserError(`no memory found in the ${label}${nearest}`, WHERE_MEMORY_IS)
}

/** Where memory would be found, in a sentence for somebody who has none yet. */
export const WHERE_MEMORY_IS =
  'It reads AGENTS.md, CLAUDE.md and the rules of agents, skills, decision records (docs/adr), logs (DECISIONS.md), memory-bank/ and the folders of other formats: docs/layouts.md of memkeep has them all. `memkeep files` shows what looks like memory, and `notes: ["docs/notes/**/*.md"]` in memkeep.yaml has any folder read.'

/**
 * Turns paths from the command line into a test for paths of findings; no paths mean everything.
 * Throws `UserError` for a path that neither side of the check has.
 */
export function wantedPaths(
  { project, after, before }: OpenMemory,
  paths: readonly string[],
): (path: string) => boolean {
  const wanted = paths.map((path) => ({ given: path, prefix: projectPath(project, path) }))
  for (const { given, prefix } of wanted) {
    if (hasBelow(after.files, prefix) || (before && hasBelow(before.files, prefix))) continue
    const other = inOtherForm(after.files, prefix)
    throw new UserError(
      `no file ${given} in the ${after.label}`,
      `${other === null ? 'Check the path' : `Case and the form of accents count: ${safePath(other)}`}; ignored files are not looked at.`,
    )
  }
  return (path) => wanted.length === 0 || wanted.some(({ prefix }) => isBelow(path, prefix))
}

/** The error for given paths that exist and hold no memory: "checked nothing" is never a pass. */
export function noMemoryError([first = '.', ...others]: readonly string[]): UserError {
  const more = others.length === 0 ? 'holds' : `and ${others.length} more hold`
  return new UserError(`${first} ${more} no memory`, 'Without a path everything is checked.')
}

function hasBelow(files: ReadonlyMap<string, unknown>, prefix: string): boolean {
  if (files.has(prefix)) return true
  for (const path of files.keys()) if (isBelow(path, prefix)) return true
  return false
}

function isBelow(path: string, prefix: string): boolean {
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`)
}

/** Files of agents' memory that no layout reads. */
const isStore = testPlaces(['memory.md', '.*/memory.md', 'heartbeat.md', '**/memory-bank/*.md'])

const IN_FOREIGN = belowForeignFolder()

/** The file that comes nearest to memory in a repository where no layout has any; null for none. */
export function nearestStore(files: FileListing): string | null {
  for (const path of files.keys()) if (isStore(path) && !IN_FOREIGN.test(path)) return path
  return null
}

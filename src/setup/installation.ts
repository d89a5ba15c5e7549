import { join } from 'node:path'
import { today } from '../core/date.ts'
import type { JsonObject } from '../core/json.ts'
import { type Layout, mergedPatterns, type OpenForm, rootPaths, wantedLayouts } from '../core/layout.ts'
import { firstNames, safePath, UserError } from '../core/messages.ts'
import { folderOf, literalPattern } from '../core/path.ts'
import { DEFAULT_SETTINGS, type Settings } from '../core/settings.ts'
import { INSTALLED } from '../core/shim.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { schemaPath } from '../core/source.ts'
import { compareText } from '../core/text.ts'
import { loadSide } from '../engine/check-memory.ts'
import { type ClaimedFile, claimFiles } from '../engine/claims.ts'
import { nearestStore, type OpenMemory, openMemory, WHERE_MEMORY_IS } from '../engine/open-memory.ts'
import { findLookAlikes, type LookAlike } from '../engine/root-findings.ts'
import { hookPaths, SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { findUnread } from '../engine/unread-memory.ts'
import { settingsText } from '../formats/settings-text.ts'
import { isThere } from '../fs/read-files.ts'
import { layouts } from '../layouts/index.ts'
import { assertRepository, openProject, type Project, textOfBytes } from '../snapshot/project.ts'
import { pathGlobs } from './hooks/editor-settings.ts'
import { dependsOnMemkeep, type SchemaUse, type SiteRoots, type Wanted } from './hooks/site.ts'
import { managerAtTop, scriptOfInstall } from './package-files.ts'
import { runnerOf } from './package-manager.ts'

/** The repository in which memkeep is, or will be, set up. */
export type Installation = {
  readonly project: Project
  readonly roots: SiteRoots
}

/** Finds the repository around a directory; throws `UserError` where there is none with a work tree. */
export async function openInstallation(cwd: string, command: string): Promise<Installation> {
  const project = await openProject(cwd)
  const { top, commonDir } = assertRepository(project, command)
  return { project, roots: { root: top, git: commonDir } }
}

/** What the settings of a work tree ask for, and the memory in it. */
export type Survey = {
  readonly wanted: Wanted
  readonly memory: OpenMemory
  readonly seen: MemorySurvey
  /** The same as a sentence for people. */
  readonly description: string
  /** Files whose items are not certain: new settings say of them what was chosen. */
  readonly open: readonly OpenForm[]
  /** The files that the settings extend. */
  readonly extended: readonly string[]
}

/** What a person said of files whose items are not certain, by path: the setting; null for a form that no setting can say. */
export type ChosenForms = ReadonlyMap<string, JsonObject | null>

const NONE_CHOSEN: ChosenForms = new Map()

/** Looks at the settings and the memory of a work tree. Throws `UserError` for settings that cannot be read. */
export async function surveyMemory({ project, roots }: Installation, chosen = NONE_CHOSEN): Promise<Survey> {
  const memory = await openMemory({ project, cwd: roots.root, today: today(new Date()), cache: false })
  const { settings } = memory
  const wanted = wantedLayouts(layouts, settings)
  const seen = surveyLayouts(memory)
  const merged = seen.layouts.flatMap((layout) => layout.merged.map((path) => `/${literalPattern(path)}`))
  // A file that is there stays as it is.
  const fresh = memory.after.files.has(SETTINGS_FILE) ? null : await newSettings(memory, chosen)
  const used = await managerAtTop(roots.root)
  return {
    wanted: {
      packages: await findPackages(memory.after, roots.root),
      pathspecs: hookPaths(layouts, settings),
      // Where there is memory, for what is in use; its first file may have come with any commit else.
      mergePatterns: [...patternsOf(seen.layouts.length > 0 ? memory.layouts : wanted, settings), ...merged],
      possiblePatterns: [...patternsOf(wanted, settings), ...merged],
      settingsFile: SETTINGS_FILE,
      settingsText: fresh?.text ?? '',
      installScript: await scriptOfInstall(roots.root, used),
      runner: runnerOf(used),
      schemas: schemaUses(wanted, settings),
    },
    memory,
    seen,
    description: describeMemory(seen),
    open: fresh?.open ?? [],
    extended: settings.extended,
  }
}

function patternsOf(some: readonly Layout[], settings: Settings): readonly string[] {
  return some.flatMap((layout) => mergedPatterns(layout, settings))
}

/** The text of a settings file with the layouts that have files, what they found and what was chosen; and what is open. */
async function newSettings(
  memory: OpenMemory,
  chosen: ChosenForms,
): Promise<{ readonly text: string; readonly open: readonly OpenForm[] }> {
  const { memories, documents } = await loadSide(memory.after, memory)
  const used = memory.layouts.filter(({ id }) => documents.some(({ layout }) => layout === id))
  const found: JsonObject[] = []
  const open: OpenForm[] = []
  for (const layout of used) {
    const own = memories.get(layout)
    if (!own) continue
    const forms = layout.log?.forms?.(own).open ?? []
    open.push(...forms)
    const said = forms.flatMap(({ path }): JsonObject[] => {
      const setting = chosen.get(path)
      return setting ? [setting] : []
    })
    found.push(layout.log?.forms?.(own, said).settings ?? {})
  }
  const ids = used.map(({ id }) => id)
  return { text: settingsText(ids, Object.assign({}, ...found)), open }
}

/** The same for another work tree of the repository. */
export function inWorkTree({ roots }: Installation, project: Project): Installation {
  const { repository } = project
  if (!repository) throw new UserError(`${project.root} is no work tree`)
  return { project, roots: { ...roots, root: repository.top } }
}

/**
 * The folders of packages below the top that have memkeep: their package.json names it, or it is installed in them. None
 * where the package at the top names it, since hooks look there first.
 */
export async function findPackages(snapshot: Snapshot, top: string): Promise<readonly string[]> {
  const paths = [...snapshot.files.keys()].filter((path) => /(?:^|\/)package\.json$/.test(path))
  const own = paths.filter((path) => !path.includes('node_modules/'))
  const contents = await snapshot.read(own)
  const named = own.filter((path) => {
    const content = contents.get(path)
    return content && 'bytes' in content && dependsOnMemkeep(textOfBytes(content.bytes))
  })
  if (named.includes('package.json')) return []
  const installed = own.filter((path) => isThere(join(top, folderOf(path), INSTALLED)))
  const folders = [...named, ...installed].map(folderOf).filter((folder) => folder !== '')
  return [...new Set(folders)].sort(compareText)
}

/** Which JSON Schema applies to which files, where a language server can use it; it cannot check front matter. */
function schemaUses(layouts: readonly Layout[], settings: Settings): readonly SchemaUse[] {
  const own = { format: 'yaml', schema: 'schemas/memkeep.schema.json', globs: [SETTINGS_FILE] } as const
  const others = layouts.flatMap((layout) =>
    layout.kinds.flatMap(({ id, format, schema, paths }): SchemaUse[] => {
      if (!schema || (format !== 'yaml' && format !== 'json')) return []
      const globs = pathGlobs(paths).map((glob) => moved(glob, layout, settings))
      return [{ format, schema: schemaPath(layout.id, id), globs }]
    }),
  )
  return [own, ...others]
}

/** A kind names the default place of its files; settings may have moved a root. */
function moved(glob: string, layout: Layout, settings: Settings): string {
  const usual = rootPaths(layout, DEFAULT_SETTINGS)
  const index = usual.findIndex((root) => glob.startsWith(`${root}/`))
  const [from = '', to] = [usual[index], rootPaths(layout, settings)[index]]
  return to === undefined ? glob : to + glob.slice(from.length)
}

/** A layout with files. */
type SeenLayout = {
  readonly layout: string
  readonly files: number
  /** Where they lie, for a layout whose files may lie anywhere: files, or folders of several; in order. */
  readonly places: readonly string[]
  /** Those of them whose two sides are joined otherwise than as text. */
  readonly merged: readonly string[]
}

/** What memkeep sees of the memory in a work tree. */
export type MemorySurvey = {
  /** How many files each layout has; nothing for layouts without files. */
  readonly layouts: readonly SeenLayout[]
  /** What lies where a layout has its files, and does not show that it is one's memory. */
  /** How many files look like memory by their names, and are not read. */
  readonly unread: number
  readonly alike: readonly LookAlike[]
  /** The file of another tool that comes nearest to memory. */
  readonly store: string | null
}

/** The layouts that have files in a memory, and what only looks like memory. */
function surveyLayouts(memory: OpenMemory): MemorySurvey {
  const claimed = claimFiles(memory.after, memory)
  const used = [...new Set(claimed.map(({ layout }) => layout))]
  const seen = used.map((layout): SeenLayout => {
    const own = claimed.filter((one) => one.layout === layout)
    const paths = layout.places ? own.map(({ file }) => file.path) : []
    return {
      layout: layout.id,
      files: own.length,
      places: foldedPaths(paths),
      merged: layout.places ? mergedPaths(own, layout) : [],
    }
  })
  return {
    layouts: seen,
    alike: findLookAlikes(memory.after, memory),
    store: nearestStore(memory.after.files),
    unread: findUnread(memory.after.files, new Set(claimed.map(({ file }) => file.path))).reduce(
      (sum, { files }) => sum + files,
      0,
    ),
  }
}

/** The paths of files that git cannot merge as text, and of the archives that they have or will have. */
function mergedPaths(files: readonly ClaimedFile[], { kinds }: Layout): readonly string[] {
  const paths = files.flatMap(({ file: { path }, claim }) => {
    const kind = kinds.find(({ id }) => id === claim.kind)
    return kind?.merge ? [path, kind.archiveOf?.(path) ?? path] : []
  })
  return [...new Set(paths)].sort(compareText)
}

/** Paths, those of three files or more in one folder as that folder. */
function foldedPaths(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
  return [
    ...new Set(paths.map((path) => ((counts.get(folderOf(path)) ?? 0) > 2 ? `${folderOf(path)}/` : path))),
  ]
}

/** What `init` and `doctor` say of the memory that is seen, and of what looks like memory and is not read. */
function describeMemory({ layouts: seen, alike, store, unread }: MemorySurvey): string {
  if (seen.length > 0) {
    const more =
      unread === 0
        ? ''
        : `; ${counted(unread)} more ${unread === 1 ? 'looks' : 'look'} like memory and ${unread === 1 ? 'is' : 'are'} not read: \`memkeep files\` says where`
    const read = seen
      .map(({ layout, files, places }) => `${layout} (${counted(files)}${shownPlaces(places)})`)
      .join(', ')
    return read + more
  }
  const [first] = alike
  if (first) {
    const path = safePath(first.paths[0] ?? '.')
    return `none is seen; nearest to it is ${path} (looks like ${first.layout.id}, ${first.why}). If it is memory, set layouts: { ${first.layout.id}: on } in memkeep.yaml`
  }
  const nearest = store ? `; nearest to it is ${safePath(store)} (an agent's memory: no layout reads it)` : ''
  return `none is seen${nearest}: ${WHERE_MEMORY_IS.slice(0, 1).toLowerCase()}${WHERE_MEMORY_IS.slice(1, -1)}`
}

/** So many places are named. */
const SHOWN = 4

function shownPlaces(places: readonly string[]): string {
  if (places.length === 0) return ''
  return `: ${firstNames(places.map(safePath), SHOWN)}`
}

function counted(files: number): string {
  return `${files} file${files === 1 ? '' : 's'}`
}

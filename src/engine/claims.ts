import type { Finding } from '../core/diagnostic.ts'
import type { Document, Memory } from '../core/document.ts'
import { type Claim, type Layout, partOf, rootPaths } from '../core/layout.ts'
import { testPlaces } from '../core/places.ts'
import type { HistoryChoice, HistorySetting, Settings } from '../core/settings.ts'
import { type FileListing, filesBelow, type Snapshot, type SnapshotFile } from '../core/snapshot.ts'
import type { Kind } from '../core/source.ts'
import { compareText } from '../core/text.ts'
import type { Focus, Matter, UsedLayouts } from './context.ts'

/** A file and the layout that keeps it; `rivals` are further layouts that claim the same path. */
export type ClaimedFile = {
  readonly file: SnapshotFile
  readonly layout: Layout
  readonly claim: Claim
  readonly rivals: readonly string[]
}

/** Which layouts are asked about which files. */
export type Claiming = UsedLayouts & {
  /** Leaves out files that the change cannot affect, before any layout is asked. */
  readonly focus?: Focus | null
}

/**
 * Asks every layout about every path of a snapshot; the first to claim a path keeps it. In order of paths. What a layout
 * keeps out of git on purpose is no document of a commit: the layout's own rule says that it should not be there.
 */
export function claimFiles(snapshot: Snapshot, { layouts, settings, focus }: Claiming): ClaimedFile[] {
  const claimed: ClaimedFile[] = []
  const asked = layouts.flatMap((layout): Asked[] => {
    const matter = focus ? focus(layout) : ALL
    const local = snapshot.stored ? ignoredBelow(layout, settings) : []
    return matter ? [{ layout, matter, local }] : []
  })
  if (asked.length === 0) return []
  const isPlaced = testPlaced(layouts, settings)
  const matters = asked.map(({ matter }) => matter)
  for (const file of filesThatMatter(snapshot, matters)) {
    const rivals: string[] = []
    let first: ClaimedFile | null = null
    const isAtPlace = isPlaced(file.path)
    for (const { layout, matter, local } of asked) {
      if (!isAtPlace && isPlacedOnly(layout)) continue
      if (!matter.holds(file.path) || local.some((prefix) => file.path.startsWith(prefix))) continue
      const claim = layout.claim(file.path, file.mode, settings)
      if (!claim) continue
      const one: ClaimedFile = { file, layout, claim, rivals }
      // What other tools keep as well is theirs where they claim it.
      if (!first || (first.claim.ordinary && !claim.ordinary)) first = one
      else if (!claim.ordinary || first.claim.ordinary) rivals.push(layout.id)
    }
    if (first) claimed.push(first)
  }
  return claimed
}

/** True for a layout whose files are known by their names alone. */
function isPlacedOnly({ places, roots }: Layout): boolean {
  return places !== undefined && roots === undefined
}

const tests = new WeakMap<Settings, Map<string, (path: string) => boolean>>()

/**
 * A test for the files that one of the layouts may know by its name: most files of a repository are at no layout's places, and
 * one search finds that for all layouts.
 */
function testPlaced(layouts: readonly Layout[], settings: Settings): (path: string) => boolean {
  const name = layouts.map(({ id }) => id).join(' ')
  const known = tests.get(settings) ?? new Map<string, (path: string) => boolean>()
  tests.set(settings, known)
  const test = known.get(name) ?? testPlaces(layouts.flatMap((layout) => layout.places?.(settings) ?? []))
  known.set(name, test)
  return test
}

/** A snapshot, as far as its files are listed. */
type Listed = { readonly files: FileListing; readonly revision?: string }

const ALL: Matter = { holds: () => true, folders: null }

/** The files that matter, in order of paths. */
export function filesThatMatter({ files }: Snapshot, matters: readonly Matter[]): Iterable<SnapshotFile> {
  const wanted = matters.map((one) => one.folders)
  if (wanted.includes(null)) return files.values()
  const folders = [...new Set(wanted.flatMap((one) => one ?? []))]
  // A folder inside another is listed with it.
  const outer = folders.filter((one) => !folders.some((other) => one.startsWith(`${other}/`)))
  // With the slash, as it comes in paths: `a-b/` is before `a/`.
  const ordered = outer.map((folder) => `${folder}/`).sort(compareText)
  return ordered.flatMap((folder) => filesBelow(files, folder.slice(0, -1)))
}

/** A layout, what may be a matter to it, and what it keeps out of git. */
type Asked = {
  readonly layout: Layout
  readonly matter: Matter
  readonly local: readonly string[]
}

/** The layout's ignored directories as path prefixes, with the slash. */
export function ignoredBelow(layout: Layout, settings: Settings): readonly string[] {
  return rootPaths(layout, settings, 'ignored').map((root) => `${root}/`)
}

const gathered = new WeakMap<FileListing, Map<Settings, Map<string, readonly SnapshotFile[]>>>()

/**
 * The files below each layout's roots, at any depth, and those at its places, by the id of the layout and in order of paths. One
 * look at all files serves all layouts that are asked for at once, and later questions about them.
 */
export function filesOfLayouts(
  { files }: Listed,
  layouts: readonly Layout[],
  settings: Settings,
): ReadonlyMap<string, readonly SnapshotFile[]> {
  const bySettings = gathered.get(files) ?? new Map<Settings, Map<string, readonly SnapshotFile[]>>()
  gathered.set(files, bySettings)
  const known = bySettings.get(settings) ?? new Map<string, readonly SnapshotFile[]>()
  bySettings.set(settings, known)
  const wanted = layouts.filter(({ id }) => !known.has(id))
  for (const [id, own] of gather(files, wanted, settings)) known.set(id, own)
  return known
}

/** Where a layout's files may lie, and those that were found. */
type Gathering = {
  readonly isBelow: (folder: string) => boolean
  readonly isPlace: (path: string) => boolean
  readonly found: SnapshotFile[]
}

function gather(
  files: FileListing,
  layouts: readonly Layout[],
  settings: Settings,
): ReadonlyMap<string, readonly SnapshotFile[]> {
  if (layouts.length === 0) return new Map()
  const all = layouts.map((layout): readonly [id: string, Gathering] => {
    const { id, places } = layout
    const prefixes = rootPaths(layout, settings).map((root) => `${root}/`)
    const isBelow = (folder: string): boolean => prefixes.some((prefix) => folder.startsWith(prefix))
    return [id, { isBelow, isPlace: testPlaces(places?.(settings) ?? []), found: [] }]
  })
  // Most files are at no layout's places.
  const isPlaced = testPlaced(layouts, settings)
  let last: string | undefined
  let rooted: readonly Gathering[] = []
  for (const file of files.values()) {
    const { path } = file
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    if (folder !== last) rooted = all.flatMap(([, one]) => (one.isBelow(folder) ? [one] : []))
    last = folder
    for (const { found } of rooted) found.push(file)
    if (!isPlaced(path)) continue
    for (const [, { isPlace, found }] of all) if (found.at(-1) !== file && isPlace(path)) found.push(file)
  }
  return new Map(all.map(([id, { found }]) => [id, found]))
}

/** Gathers one layout's documents into its memory. */
export function memoryOf(
  layout: Layout,
  snapshot: Listed,
  documents: readonly Document[],
  { settings, today }: { readonly settings: Settings; readonly today: string },
): Memory {
  return {
    layout: layout.id,
    ...(snapshot.revision !== undefined && { revision: snapshot.revision }),
    files: snapshot.files,
    documents: documents.filter((document) => document.layout === layout.id),
    settings,
    histories: historiesOf(layout, settings),
    today,
  }
}

/** What may happen to the items of a layout's kinds, as settings have it. */
export function historiesOf(layout: Layout, settings: Settings): { [kind: string]: HistorySetting } {
  return Object.fromEntries(layout.kinds.map((kind) => [kind.id, resolved(kind, settings.history[kind.id])]))
}

/** A kind's own history mode, as settings change it. */
function resolved(kind: Kind, choice: HistoryChoice | undefined): HistorySetting {
  const { history, editable: own = [], ephemeral } = kind
  const ways = {
    ...(kind.tombstones && { tombstones: kind.tombstones }),
    ...(kind.archiveWith !== undefined && { archiveWith: kind.archiveWith }),
  }
  const { mode = 'strict', editable = [] } = choice ?? {}
  if (mode === 'amend') return { mode: history, editable: [...own, ...editable], ...ways }
  if (mode === 'strict') return { mode: history, editable: own, ...(ephemeral && { ephemeral }), ...ways }
  return { mode: mode === 'off' ? 'free' : mode, editable, ...ways }
}

/** The name of the part that a path of a layout belongs to, unique among the parts of all layouts. */
export function partName(layout: Layout, path: string, settings: Settings): string {
  return `${layout.id} ${partOf(layout, path, settings)}`
}

/** A claimed file that could not be read, as a document: it counts, it is reported, and nothing is known of it. */
export function unreadDocument({ file, layout, claim }: ClaimedFile, findings: readonly Finding[]): Document {
  return {
    path: file.path,
    id: file.id ?? '',
    layout: layout.id,
    kind: claim.kind,
    scope: claim.scope,
    lines: 0,
    tokens: 0,
    frontMatter: null,
    items: [],
    unread: [],
    links: [],
    dates: [],
    suppressions: [],
    facts: null,
    complete: false,
    findings,
  }
}

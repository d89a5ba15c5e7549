import { posix } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { isKept, type Layout, ownFolders, rootPaths } from '../core/layout.ts'
import { firstNames } from '../core/messages.ts'
import type { Settings } from '../core/settings.ts'
import type { FileListing, FileMode, Snapshot, SnapshotFile } from '../core/snapshot.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'
import { type Claiming, claimFiles, filesOfLayouts, filesThatMatter } from './claims.ts'
import { engineDiagnostics, type FindingText, type MemoryContext } from './context.ts'

/** The id of the rule for files that look like memory of a layout that is off. */
export const LOOKS_LIKE = 'looks-like'

/**
 * Findings about files that are not documents: roots behind a symlink, names that are not UTF-8, files that only look like
 * memory, and other files in memory folders. A root that is a symlink to another root is fine: it is checked there.
 */
export async function rootFindings(snapshot: OpenSnapshot, load: MemoryContext): Promise<Diagnostic[]> {
  const { layouts, unsigned = [], settings } = load
  const found: Diagnostic[] = []
  const report = (rule: string, layout: Layout, trouble: Trouble): void => {
    found.push(...engineDiagnostics(rule, { layout: layout.id, ...trouble }, load))
  }
  for (const layout of layouts) {
    for (const one of await rootTroubles(layout, snapshot, settings)) report('unreadable', layout, one)
  }
  for (const layout of unsigned) {
    for (const one of await rootTroubles(layout, snapshot, settings)) report(LOOKS_LIKE, layout, one)
  }
  const unclaimed = findUnclaimedFiles(snapshot, load)
  // What lies among the files of a layout in use was meant for that one.
  const near = new Set(unclaimed.map(({ path }) => path))
  for (const one of findLookAlikes(snapshot, load)) {
    const paths = one.paths.filter((path) => !near.has(path))
    if (paths.length === 0) continue
    const unread = await unreadAmong(paths, snapshot, settings)
    for (const trouble of unread) report(LOOKS_LIKE, one.layout, trouble)
    const others = paths.filter((path) => !unread.some((file) => file.path === path))
    if (others.length > 0) report(LOOKS_LIKE, one.layout, lookAlikeTrouble({ ...one, paths: others }))
  }
  for (const [layout, one] of strays(unclaimed)) report('unclaimed', layout, one)
  return found
}

type Trouble = FindingText & { readonly path: string }

async function rootTroubles(
  layout: Layout,
  snapshot: OpenSnapshot,
  settings: Settings,
): Promise<readonly Trouble[]> {
  const roots = rootPaths(layout, settings)
  const isOf = (path: string): boolean =>
    roots.some((root) => path.startsWith(`${root}/`)) || layout.claim(path, 'file', settings) !== null
  return [...(await hiddenRoots(roots, snapshot)), ...oddNames((snapshot.oddPaths ?? []).filter(isOf))]
}

/** So many files of one layout are read to say why they are not in use. */
const MOST_READ = 20

/** Files that prove nothing because they cannot be read. */
async function unreadAmong(
  paths: readonly string[],
  snapshot: OpenSnapshot,
  { limits }: Settings,
): Promise<readonly Trouble[]> {
  const contents = await snapshot.read(paths.slice(0, MOST_READ))
  return [...contents].flatMap(([path, content]) => {
    const why =
      'failure' in content
        ? content.failure
        : content.bytes.length > limits.fileBytes
          ? `it has ${content.bytes.length} bytes, and the limit is ${limits.fileBytes}`
          : null
    if (why === null) return []
    return [
      {
        path,
        severity: 'warning' as const,
        message: `This file has the name of a memory file and was not read: ${why}`,
        help: 'Move a part of it to another file, or make it readable: what is not read is not guarded.',
      },
    ]
  })
}

function lookAlikeTrouble({ layout: { id }, paths: [path = '', ...more], why }: LookAlike): Trouble {
  const subject = more.length > 0 ? `This file and ${more.length} more look` : 'This file looks'
  return {
    path,
    message: `${subject} like memory by name, and nothing in ${more.length > 0 ? 'them' : 'it'} was checked: ${why}`,
    help: `If this is memory of the form ${id} (docs/layouts.md), write \`layouts: { ${id}: on }\` into memkeep.yaml; if not, \`layouts: { ${id}: off }\`.`,
  }
}

/** A probable misnaming is reported for each file, the rest once for each folder. */
function strays(files: readonly Unclaimed[]): readonly (readonly [Layout, Trouble])[] {
  const near = files.flatMap(({ layout, path, meant }) =>
    meant === null ? [] : [[layout, misnamedTrouble(path, meant, layout)] as const],
  )
  const folders = new Map<string, { readonly layout: Layout; readonly names: string[] }>()
  for (const { layout, path, meant } of files) {
    if (meant !== null) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    const known = folders.get(folder) ?? { layout, names: [] }
    known.names.push(path.slice(folder.length + 1))
    folders.set(folder, known)
  }
  return [
    ...near,
    ...[...folders].map(
      ([path, { layout, names }]) => [layout, unclaimedTrouble(path, names, layout)] as const,
    ),
  ]
}

function misnamedTrouble(path: string, meant: string, { id }: Layout): Trouble {
  return {
    path,
    severity: 'warning',
    message: `The layout ${id} does not read this path, which was probably meant as ${meant}`,
    help: 'Rename or move it there if it is memory; else move it out of the folder.',
  }
}

/** At most this many files are named; the rest are counted. */
const NAMED = 3

function unclaimedTrouble(path: string, names: readonly string[], { id }: Layout): Trouble {
  const files = names.length === 1 ? 'file' : 'files'
  return {
    path,
    message: `The layout ${id} does not read ${names.length} ${files} in its memory folder: ${firstNames(names, NAMED)}`,
    help: 'Move files that are not memory elsewhere; memory needs a place and a name of the layout.',
  }
}

async function hiddenRoots(roots: readonly string[], snapshot: Snapshot): Promise<Trouble[]> {
  const prefixes = [...new Set(roots.flatMap(prefixesOf))].sort()
  const links = prefixes.filter((path) => snapshot.files.get(path)?.mode === 'link')
  const submodules = prefixes.filter((path) => snapshot.files.get(path)?.mode === 'submodule')
  const targets = links.length > 0 ? await snapshot.read(links) : new Map()
  const hidden = links.filter((path) => !roots.includes(targetOf(path, targets.get(path)?.bytes)))
  return [
    ...hidden.map((path) => hiddenTrouble(path, 'a symlink')),
    ...submodules.map((path) => hiddenTrouble(path, 'a submodule')),
  ]
}

function targetOf(path: string, bytes: Uint8Array | undefined): string {
  return posix.normalize(posix.join(posix.dirname(path), new TextDecoder().decode(bytes))).replace(/\/$/, '')
}

function hiddenTrouble(path: string, what: string): Trouble {
  return {
    path,
    message: `The path to the memory is ${what}: nothing behind it was checked`,
    help: 'Make it a directory, or move the root in memkeep.yaml.',
  }
}

function oddNames(oddPaths: readonly string[]): Trouble[] {
  return oddPaths.map((path) => ({
    path,
    message: 'The file name is not valid UTF-8, so the file was not checked',
    help: 'Rename the file.',
  }))
}

function prefixesOf(root: string): string[] {
  const segments = root.split('/')
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'))
}

/** A file in a layout's own folder that no kind claims. */
type Unclaimed = {
  readonly layout: Layout
  readonly path: string
  /** The path that a kind would claim and that was probably meant; null where nothing comes near. */
  readonly meant: string | null
}

/** Files in memory folders that no kind claims, in order of paths; with a focus, those in the parts that it is on. */
export function findUnclaimedFiles(snapshot: OpenSnapshot, known: MemoryContext): readonly Unclaimed[] {
  const { layouts, unsigned = [], settings, focus } = known
  // One that yields reads files of common names anywhere: here another name was meant.
  const everyOne = [...layouts, ...unsigned]
  const all = everyOne.filter(({ yields }) => !yields)
  return layouts.flatMap((layout) => {
    const matter = focus ? focus(layout) : null
    const roots = ownFolders(layout, settings).map((root) => `${root}/`)
    if (roots.length === 0 || (focus && !matter)) return []
    const files = matter
      ? filesThatMatter(snapshot, [matter])
      : filesOfLayouts(snapshot, everyOne, settings).get(layout.id)
    return [...(files ?? [])].flatMap(({ path, mode }): Unclaimed[] => {
      const root = roots.find((one) => path.startsWith(one))
      if (root === undefined || (matter && !matter.holds(path))) return []
      // Most are the layout's own.
      if (isClaimed(layout, path, mode, known) || isToolFile(path.slice(root.length))) return []
      const isOthers = all.some((one) => {
        const claim = one.claim(path, mode, settings)
        // Without their layout such files are no one's.
        return (claim && !(claim.ordinary && unsigned.includes(one))) || isKept(one, path, settings)
      })
      if (isOthers) return []
      const below = nearest(path.slice(root.length), (one) => isClaimed(layout, root + one, mode, known))
      return [{ layout, path, meant: below === null ? null : root + below }]
    })
  })
}

/** Dot files and temporary files belong to tools; a README or index describes the files next to it. */
function isToolFile(below: string): boolean {
  return (
    /(?:^|\/)\./.test(below) ||
    /(?:^|\/)(?:readme|index)(?:\.[^./]+)?$/i.test(below) ||
    /(?:\.(?:tmp|lock|swp)|~)$/.test(below)
  )
}

function isClaimed(layout: Layout, path: string, mode: FileMode, { settings }: MemoryContext): boolean {
  return layout.claim(path, mode, settings) !== null
}

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:md|mdc|mdx|mkd|mdown|markdown|txt)$/i, '.md'],
  [/\.ya?ml$/i, '.yaml'],
  [/\.json[5c]?$/i, '.json'],
]

/** Names of archive folders. */
const ARCHIVE = /(?<=^|\/)_?archived?s?(?=\/)/i

/** The first path near to one that is claimed: other ending, other case, the archive's name, fewer folders; or null. */
function nearest(below: string, isClaimed: (below: string) => boolean): string | null {
  const ended = ENDINGS.reduce((path, [ending, usual]) => path.replace(ending, usual), below)
  const spelt = [below, ended, ended.toLowerCase()]
  const filed = spelt.flatMap((path) => ['archive', '_archive'].map((name) => path.replace(ARCHIVE, name)))
  const flat = [...spelt, ...filed].flatMap(withFewerFolders)
  return [...spelt, ...filed, ...flat].find((path) => path !== below && isClaimed(path)) ?? null
}

/** Paths with more folders than this are not searched. */
const DEEPEST = 8

/** The path without one run of its folders, the shortest runs first, and of those the last. */
function withFewerFolders(path: string): readonly string[] {
  const segments = path.split('/')
  const folders = segments.length - 1
  if (folders > DEEPEST) return []
  const shorter: string[] = []
  for (let run = 1; run <= folders; run += 1) {
    for (let start = folders - run; start >= 0; start -= 1) {
      shorter.push([...segments.slice(0, start), ...segments.slice(start + run)].join('/'))
    }
  }
  return shorter
}

/** Files at the places of a layout that is not on. */
export type LookAlike = {
  readonly layout: Layout
  /** In order of paths, one at least. */
  readonly paths: readonly string[]
  /** Why they are not the layout's. */
  readonly why: string
}

type LayoutsOff = { readonly unsigned?: readonly Layout[]; readonly settings: Settings }

/** Files that look like memory of a layout that is off: none of them was read as memory. */
export function findLookAlikes(
  snapshot: OpenSnapshot,
  { unsigned = [], settings }: LayoutsOff,
): readonly LookAlike[] {
  return unsigned.flatMap((layout) => {
    const near = filesOfLayouts(snapshot, unsigned, settings).get(layout.id) ?? []
    if (near.length === 0) return []
    const paths = lookAlikePaths({ ...snapshot, files: listed(near) }, { layouts: [layout], settings })
    return paths.length > 0 ? [{ layout, paths, why: `no ${layout.signature}` }] : []
  })
}

function listed(files: readonly SnapshotFile[]): FileListing {
  return new Map(files.map((file) => [file.path, file]))
}

/** Leaves out files that other tools keep there as well. */
function lookAlikePaths(snapshot: Snapshot, claiming: Claiming): readonly string[] {
  return claimFiles(snapshot, claiming).flatMap(({ file, claim }) => (claim.ordinary ? [] : [file.path]))
}

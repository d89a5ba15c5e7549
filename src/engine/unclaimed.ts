import type { Layout } from '../core/layout.ts'
import type { FileListing, FileMode, Snapshot, SnapshotFile } from '../core/snapshot.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { MemoryContext } from './context.ts'
import { type Claiming, claimFiles, filesOfLayouts, filesThatMatter } from './documents/claims.ts'

/** A file in a layout's own folder that no kind claims. */
export type Unclaimed = {
  readonly layout: Layout
  readonly path: string
  /** The path that a kind would claim and that was probably meant; null where nothing comes near. */
  readonly meant: string | null
}

type Known = Pick<MemoryContext, 'layouts' | 'unsigned' | 'settings' | 'focus'>

/** Files in memory folders that no kind claims, in order of paths; with a focus, those in the parts that it is on. */
export function findUnclaimedFiles(snapshot: OpenSnapshot, known: Known): readonly Unclaimed[] {
  const { layouts, unsigned = [], settings, focus } = known
  // One that yields reads files of common names anywhere: here another name was meant.
  const everyOne = [...layouts, ...unsigned]
  const all = everyOne.filter(({ yields }) => !yields)
  return layouts.flatMap((layout) => {
    const matter = focus ? focus(layout) : null
    const roots = (layout.ownRoots?.(settings) ?? []).map((root) => `${root}/`)
    if (roots.length === 0 || (focus && !matter)) return []
    const files = matter
      ? filesThatMatter(snapshot, [matter])
      : filesOfLayouts(snapshot, everyOne, settings).get(layout.id)
    return [...(files ?? [])].flatMap(({ path, mode }): Unclaimed[] => {
      const root = roots.find((one) => path.startsWith(one))
      if (root === undefined || (matter && !matter.holds(path))) return []
      // Most are the layout's own.
      if (isClaimed(layout, path, mode, known) || isToolFile(path.slice(root.length))) return []
      if (all.some((one) => one.claim(path, mode, settings) || one.keeps?.(path, settings))) return []
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

function isClaimed(layout: Layout, path: string, mode: FileMode, { settings }: Known): boolean {
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

/** Files that look like memory of a layout that is off: none of them was read as memory. */
export function findLookAlikes(
  snapshot: OpenSnapshot,
  { unsigned = [], settings }: Pick<MemoryContext, 'unsigned' | 'settings'>,
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

/** Leaves out kinds whose files other tools keep there as well. */
function lookAlikePaths(snapshot: Snapshot, claiming: Claiming): readonly string[] {
  return claimFiles(snapshot, claiming).flatMap(({ file, layout, claim }) => {
    const kind = layout.kinds.find(({ id }) => id === claim.kind)
    return kind?.ordinary ? [] : [file.path]
  })
}

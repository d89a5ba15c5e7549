import { posix } from 'node:path'
import { type Diagnostic, toDiagnostic } from '../core/diagnostic.ts'
import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { MemoryContext } from './context.ts'
import { engineFinding } from './documents/engine-finding.ts'
import { findLookAlikes, findUnclaimedFiles, type LookAlike, type Unclaimed } from './unclaimed.ts'

/**
 * Findings about files that are no documents: places where memory would lie but cannot be seen (roots behind a link, names
 * that are not UTF-8), what only looks like memory, and what lies among memory and is none. A root that is a link to
 * another root is fine: what lies there is checked there.
 */
export async function rootFindings(snapshot: OpenSnapshot, load: MemoryContext): Promise<Diagnostic[]> {
  const { layouts, unsigned = [], rules, settings } = load
  const found: Diagnostic[] = []
  const report = (rule: string, layout: Layout, { path, ...said }: Trouble): void => {
    const finding = engineFinding({ rule, ...said }, rules, settings)
    if (finding) found.push(toDiagnostic(finding, path, layout.id))
  }
  for (const layout of layouts) {
    for (const one of await unseen(layout, snapshot, settings)) report('unreadable', layout, one)
  }
  for (const layout of unsigned) {
    for (const one of await unseen(layout, snapshot, settings)) report(LOOKS_LIKE, layout, one)
  }
  for (const one of findLookAlikes(snapshot, load)) report(LOOKS_LIKE, one.layout, alike(one))
  for (const [layout, one] of strays(findUnclaimedFiles(snapshot, load))) report('unclaimed', layout, one)
  return found
}

/** Says of nothing that it is memory. */
export const LOOKS_LIKE = 'looks-like'

type Trouble = {
  readonly path: string
  readonly message: string
  readonly help: string
  readonly severity?: 'warning'
}

async function unseen(
  layout: Layout,
  snapshot: OpenSnapshot,
  settings: Settings,
): Promise<readonly Trouble[]> {
  const roots = layout.roots(settings)
  return [...(await hiddenRoots(roots, snapshot)), ...oddNames(roots, snapshot.oddPaths ?? [])]
}

function alike({ layout: { id }, paths: [path = '', ...more], why }: LookAlike): Trouble {
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  return {
    path,
    message: `This file${others} looks like memory of the layout ${id}, which is not in use (${why}): nothing of it was checked`,
    help: `Write \`layouts: { ${id}: on }\` into memkeep.yaml if this is memory, \`off\` if it is not.`,
  }
}

/** What was probably meant otherwise is told of one by one, the rest once for each folder. */
function strays(files: readonly Unclaimed[]): readonly (readonly [Layout, Trouble])[] {
  const near = files.flatMap(({ layout, path, meant }) =>
    meant === null ? [] : [[layout, misnamed(path, meant, layout)] as const],
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
    ...[...folders].map(([path, { layout, names }]) => [layout, others(path, names, layout)] as const),
  ]
}

function misnamed(path: string, meant: string, { id }: Layout): Trouble {
  return {
    path,
    severity: 'warning',
    message: `Unexpected path among memory, probably meant as ${meant}: the layout ${id} does not read it here`,
    help: 'Rename or move it there if it is memory; else move it out of the folder.',
  }
}

/** So many files are named; of more, only how many. */
const NAMED = 3

function others(path: string, names: readonly string[], { id }: Layout): Trouble {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const files = names.length === 1 ? 'file' : 'files'
  return {
    path,
    message: `Unexpected ${files} among memory that the layout ${id} does not read: ${names.slice(0, NAMED).join(', ')}${more}`,
    help: 'Move what is no memory elsewhere; what is memory needs a place and a name of the layout.',
  }
}

async function hiddenRoots(roots: readonly string[], snapshot: Snapshot): Promise<Trouble[]> {
  const prefixes = [...new Set(roots.flatMap(prefixesOf))].sort()
  const links = prefixes.filter((path) => snapshot.files.get(path)?.mode === 'link')
  const submodules = prefixes.filter((path) => snapshot.files.get(path)?.mode === 'submodule')
  const targets = links.length > 0 ? await snapshot.read(links) : new Map()
  const hidden = links.filter((path) => !roots.includes(targetOf(path, targets.get(path)?.bytes)))
  return [
    ...hidden.map((path) => trouble(path, 'a symbolic link')),
    ...submodules.map((path) => trouble(path, 'a submodule')),
  ]
}

function targetOf(path: string, bytes: Uint8Array | undefined): string {
  return posix.normalize(posix.join(posix.dirname(path), new TextDecoder().decode(bytes))).replace(/\/$/, '')
}

function trouble(path: string, what: string): Trouble {
  return {
    path,
    message: `Unexpected ${what} where memory lies: nothing behind it was checked`,
    help: 'Make it a directory, or move the root in memkeep.yaml.',
  }
}

function oddNames(roots: readonly string[], oddPaths: readonly string[]): Trouble[] {
  return oddPaths
    .filter((path) => roots.some((root) => path.startsWith(`${root}/`)))
    .map((path) => ({
      path,
      message: 'Unexpected file name that is not valid UTF-8: the file was not checked',
      help: 'Rename the file.',
    }))
}

function prefixesOf(root: string): string[] {
  const segments = root.split('/')
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'))
}

import { type Claim, type Layout, type LayoutPaths, lazyLayout, rootPaths } from './layout.ts'
import { folderOf } from './path.ts'
import { perSettings, type Settings } from './settings.ts'
import type { FileMode } from './snapshot.ts'
import { oncePer } from './text.ts'

/** Makes git read a path as a pattern, and ignore case in it. */
const PLACE = ':(glob,icase)'

/** What makes a path more than a path to git. */
const MAGIC = /[*?[\\]|^:/

/** Folders whose files are other people's, or examples, or tried by tests: a memory by its name alone is none there. */
const FOREIGN = [
  'node_modules',
  'vendor',
  'third_party',
  'templates?',
  'examples?',
  'fixtures?',
  '__fixtures__',
  'testdata',
]

/** Folders with a dot in front whose Markdown is not for agents. */
const TOOLS = [
  'cache',
  'changeset',
  'circleci',
  'devcontainer',
  'expo',
  'forgejo',
  'git',
  'gitea',
  'gitlab',
  'husky',
  'idea',
  'next',
  'nuxt',
  'pytest_cache',
  'storybook',
  'tox',
  'vscode',
  'yarn',
]

/** Matches a folder with a dot in front that may be an agent's, as a regular expression: new agents come every month. */
export const AGENT_FOLDER = `\\.(?!(?:${TOOLS.join('|')})/)[^/]+`

/** Folders of what is over: agents do not work there. */
export const SET_ASIDE: readonly string[] = [
  '\\.history',
  '[._]?backups?',
  '[._]?bak',
  '[._]?archived?s?',
  'old',
  'deprecated',
  '_alumni',
]

/** Matches the paths in folders of other people's files and of examples, or in one of these others, as regular expressions. */
export function belowForeignFolder(...others: readonly string[]): RegExp {
  return new RegExp(`(?:^|/)(?:${[...FOREIGN, ...others].join('|')})/`, 'i')
}

/**
 * A test for the paths that one of some patterns matches, made once for each list. In a pattern a double star between slashes,
 * or at the start, means any folders, or none, and a single star a part of a name; case counts for nothing.
 */
export const testPlaces = oncePer(testOf)

/** It is asked of every file of a repository, in order of paths: a file's name, and its folder, asked once, leave few patterns to try. */
function testOf(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false
  const byName = new Map<string, RegExp[]>()
  const byFolder = new Map<string, RegExp[]>()
  // A name with a star, in any folder.
  const names: RegExp[] = []
  for (const pattern of patterns) {
    if (/^\*\*\/[^/]*\*[^/]*$/.test(pattern)) {
      names.push(new RegExp(`^${source(pattern.slice(3))}$`, 'i'))
      continue
    }
    const lower = pattern.toLowerCase()
    const literal = keyOf(lower)
    const [key, map] = literal === null ? [folderIn(lower), byFolder] : [literal, byName]
    map.set(key, [...(map.get(key) ?? []), new RegExp(`^${source(pattern)}$`, 'i')])
  }
  const nearby = (folder: string): readonly RegExp[] => {
    const lower = `/${folder.toLowerCase()}`
    const own = byName.get(lower.slice(lower.lastIndexOf('/', lower.length - 2) + 1)) ?? []
    return [...own, ...[...byFolder].flatMap(([key, any]) => (lower.includes(key) ? any : []))]
  }
  let last: string | undefined
  let near: readonly RegExp[] = []
  return (path) => {
    const end = path.lastIndexOf('/') + 1
    const folder = path.slice(0, end)
    if (folder !== last) near = nearby(folder)
    last = folder
    const isMatch = (any: RegExp): boolean => any.test(path)
    const name = path.slice(end)
    return (
      byName.get(name.toLowerCase())?.some(isMatch) ||
      near.some(isMatch) ||
      names.some((any) => any.test(name))
    )
  }
}

/** The longest part of a pattern's folders without a star, such as `/adr/` or `decision`; a slash where there is none. */
function folderIn(pattern: string): string {
  const parts = `/${pattern.slice(0, pattern.lastIndexOf('/') + 1)}`.split('*')
  return parts.reduce((longest, one) => (one.length > longest.length ? one : longest), '/')
}

/** The file name of a pattern, or, where it has a star, the name of its folder with a slash; null where that has one, too. */
function keyOf(pattern: string): string | null {
  const [name = '', folder = '*'] = pattern.split('/').reverse()
  if (!name.includes('*')) return name
  return folder.includes('*') ? null : `${folder}/`
}

function source(pattern: string): string {
  const [, folders = '', rest = ''] = /^(\*\*\/)?(.*)$/s.exec(pattern) ?? []
  const escaped = rest
    .replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&')
    .split('/**/')
    .map((part) => part.replaceAll('*', '[^/]*'))
  return `${folders === '' ? '' : '(?:.*/)?'}${escaped.join('/(?:.*/)?')}`
}

/** A pattern for git's command line. */
export function placeSpec(pattern: string): string {
  return PLACE + pattern
}

/** The pattern of such a one, or the path that it is. */
export function placeOf(spec: string): string {
  return spec.startsWith(PLACE) ? spec.slice(PLACE.length) : spec
}

/** A folder or file for git's command line, where patterns are allowed: nothing in its name means anything. */
export function pathSpec(path: string): string {
  return path.startsWith(PLACE) || !MAGIC.test(path) ? path : `:(literal)${path}`
}

/** A test for the paths that are at or below some folders, or at some places; both as `hookPaths` gives them. */
export function testSpecs(specs: readonly string[]): (path: string) => boolean {
  const isPlace = testPlaces(
    specs.filter((spec) => spec.startsWith(PLACE)).map((spec) => spec.slice(PLACE.length)),
  )
  const folders = specs.filter((spec) => !spec.startsWith(PLACE))
  return (path) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`)) || isPlace(path)
}

const held = new WeakMap<Settings, Map<string, (path: string) => boolean>>()

/** A test for the paths that matter to a layout: at or below its roots, or at one of its places and claimed there. */
export function testHeld(layout: LayoutPaths, settings: Settings): (path: string) => boolean {
  const { id, places, claim } = layout
  const known = held.get(settings) ?? new Map<string, (path: string) => boolean>()
  held.set(settings, known)
  const done = known.get(id)
  if (done) return done
  const isBelow = testSpecs(rootPaths(layout, settings))
  const isPlace = testPlaces(places?.(settings) ?? [])
  const test = (path: string): boolean =>
    isBelow(path) || (isPlace(path) && claim(path, 'file', settings) !== null)
  known.set(id, test)
  return test
}

/** The claim of a layout that knows its files by their names: no symlink is one. The scope is the folder. */
export function claimByName(
  kindOf: (path: string, settings: Settings) => string | null,
): (path: string, mode: FileMode, settings: Settings) => Claim | null {
  return (path, mode, settings) => {
    const kind = mode === 'file' || mode === 'executable' ? kindOf(path, settings) : null
    return kind === null ? null : { kind, scope: folderOf(path) }
  }
}

/**
 * The layouts as they claim paths together: one that yields takes no path that another one claims, be that one on or not. So two
 * never judge one file, whatever a change turns on, and what settings turn off is left alone. What other tools keep as well
 * (`Claim.ordinary`) is claimed by a layout that is on alone: `amongLayoutsOn` takes care of it.
 */
export function withPrecedence(layouts: readonly Layout[]): readonly Layout[] {
  // A folder is compared faster than a name.
  const ordered = [...layouts].sort((a, b) => Number(a.yields ?? false) - Number(b.yields ?? false))
  return layouts.map((layout) => {
    const others = ordered.filter((other) => other !== layout && isBefore(other, layout, layouts))
    return layout.yields ? yieldingTo(others, layout, ({ ordinary }) => !ordinary) : layout
  })
}

/**
 * The layouts as they claim paths together where some of them are on, or all when absent: what one that is on keeps is no other's,
 * where that one does not yield or comes first.
 */
export function amongLayoutsOn(layouts: readonly Layout[], on = layouts): readonly Layout[] {
  const place = (one: Layout): number => layouts.findIndex(({ id }) => id === one.id)
  return layouts.map((layout) => {
    const owners = on.filter((one) => one.id !== layout.id && (!one.yields || place(one) < place(layout)))
    if (!layout.yields || owners.length === 0) return layout
    const name = owners.map(({ id }) => id).join(' ')
    const made = yielding.get(layout) ?? new Map<string, Layout>()
    yielding.set(layout, made)
    const known = made.get(name) ?? yieldingTo(owners, layout, () => true)
    made.set(name, known)
    return known
  })
}

/** Memories are known by their layouts: the same layout among the same others is the same value. */
const yielding = new WeakMap<Layout, Map<string, Layout>>()

/** A layout that leaves alone what others claim by claims that count. One path is asked for many times in a run, and all others each time. */
function yieldingTo(others: readonly Layout[], layout: Layout, counts: (claim: Claim) => boolean): Layout {
  const answers = perSettings(() => new Map<string, Claim | null>())
  const claim: Layout['claim'] = (path, mode, settings) => {
    const own = layout.claim(path, mode, settings)
    if (!own) return null
    const known = answers(settings)
    const asked = mode === 'file' ? path : `${mode}\0${path}`
    const before = known.get(asked)
    if (before !== undefined) return before
    const isTaken = others.some((other) => {
      const taken = other.claim(path, mode, settings)
      return taken !== null && counts(taken)
    })
    const answer = isTaken ? null : own
    known.set(asked, answer)
    return answer
  }
  const { id, settings, signature, roots, places, yields, parts } = layout
  return lazyLayout({ id, settings, signature, roots, places, yields, claim, parts }, () => layout)
}

/** Of two that yield the one that comes first keeps a path. */
function isBefore(other: Layout, layout: Layout, layouts: readonly Layout[]): boolean {
  return !other.yields || layouts.indexOf(other) < layouts.indexOf(layout)
}

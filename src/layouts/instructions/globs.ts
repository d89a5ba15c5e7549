import type { Json } from '../../core/json.ts'
import { type FileListing, filesBelow } from '../../core/snapshot.ts'

/**
 * The globs that a value of front matter names: a list, a text with commas between them, or the lines of a list that was not
 * read as YAML. Quotes are taken off.
 */
export function globsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? globsIn(one) : []))
  if (typeof value !== 'string') return []
  return splitGlobs(value.trim().replace(/^\[(.*)\]$/s, '$1'))
    .map((one) =>
      one
        .replace(/^\s*-\s+/, '')
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim(),
    )
    .filter((one) => one !== '')
}

/** At commas and line ends outside of braces. */
function splitGlobs(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (sign === '{') depth += 1
    else if (sign === '}') depth = Math.max(0, depth - 1)
    else if ((sign === ',' && depth === 0) || sign === '\n') {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** A longer glob is not judged. */
const LONGEST = 300

const matchers = new WeakMap<FileListing, Map<string, boolean>>()

/**
 * True when a glob matches a file, or cannot be judged. A leading slash or `./` counts for nothing, and without a slash a glob
 * is tried in every folder, as the vendors differ. The glob of a folder matches what is in it.
 */
export function matchesAny(glob: string, files: FileListing): boolean {
  const known = matchers.get(files) ?? new Map<string, boolean>()
  matchers.set(files, known)
  const done = known.get(glob)
  if (done !== undefined) return done
  const found = isFound(glob, files)
  known.set(glob, found)
  return found
}

/** True when a clear glob matches a path. */
export function matchesPath(glob: string, path: string): boolean {
  return (
    glob.length <= LONGEST && (globMatchers(glob)?.some(({ matches }) => matches(namesOf(path))) ?? false)
  )
}

/** The files that a clear glob matches. */
export function matching(glob: string, files: FileListing): readonly string[] {
  if (!/[*?[{]/.test(glob)) return files.has(glob) ? [glob] : []
  return [...files.keys()].filter((path) => matchesPath(glob, path))
}

function isFound(written: string, files: FileListing): boolean {
  const glob = written.replace(/^(?:\.?\/)+/, '')
  if (glob === '' || glob.startsWith('!') || glob.length > LONGEST) return true
  const alternatives = globMatchers(glob.includes('/') ? glob : `**/${glob}`)
  if (!alternatives) return true
  // Where a glob names a folder, it is asked first: a file elsewhere then changes nothing of the answer.
  const [, folder = ''] = /^([^*?[\]{}()!]*)\//.exec(glob) ?? []
  const near = folder === '' ? [] : filesBelow(files, folder).map(({ path }) => namesOf(path))
  if (alternatives.some(({ matches }) => near.some(matches))) return true
  const paths = pathsOf(files)
  return alternatives.some(({ folders, matches }) => paths.below(folders.join('/')).some(matches))
}

function namesOf(path: string): readonly string[] {
  return path.toLowerCase().split('/')
}

/** The paths of a listing as names in lower case. */
type Paths = { readonly below: (folder: string) => readonly (readonly string[])[] }

const listings = new WeakMap<FileListing, Paths>()

/** Most globs start with folders: then only what is below them is looked at. */
function pathsOf(files: FileListing): Paths {
  const known = listings.get(files)
  if (known) return known
  const all = [...files.keys()].map(namesOf)
  let byFolder: ReadonlyMap<string, readonly (readonly string[])[]> | undefined
  const below = (folder: string): readonly (readonly string[])[] => {
    if (folder === '') return all
    byFolder ??= gathered(all)
    return byFolder.get(folder) ?? []
  }
  const paths: Paths = { below }
  listings.set(files, paths)
  return paths
}

/** Paths by every folder that they are below. */
function gathered(all: readonly (readonly string[])[]): ReadonlyMap<string, readonly (readonly string[])[]> {
  const byFolder = new Map<string, (readonly string[])[]>()
  for (const names of all) {
    for (let depth = 1; depth <= names.length; depth++) {
      const folder = names.slice(0, depth).join('/')
      const below = byFolder.get(folder)
      if (below) below.push(names)
      else byFolder.set(folder, [names])
    }
  }
  return byFolder
}

/** More alternatives than these are not tried. */
const MOST_ALTERNATIVES = 200

/** Patterns that vendors read in different ways: alternatives in parentheses, ranges in braces, named classes. */
const UNCLEAR = /[@+!?*]\(|\([^()]*\||\{[^{},]*\.\.[^{},]*\}|\[:/

/** True for a name of a file or a folder, or for a sign of one. */
type Test = (text: string) => boolean

/** In the place of a test: any number of folders, or of signs. */
const ANY = null

/** What a glob asks of the names of a path. */
type GlobMatcher = {
  /** The names that the path starts with, in lower case. */
  readonly folders: readonly string[]
  /** True for the names of a path, in lower case, that match, or that lie in a folder that does. */
  readonly matches: (names: readonly string[]) => boolean
}

/**
 * Matchers for the alternatives of a glob; null for one that is not clear. Case counts for nothing. A name with brackets also
 * means itself, as folders of routes have such names. The time grows with the length of the glob times that of the path: a
 * regular expression made from a glob can take for ever.
 */
function globMatchers(glob: string): readonly GlobMatcher[] | null {
  if (UNCLEAR.test(glob)) return null
  const alternatives = expandBraces(glob.toLowerCase())
  return alternatives?.map(matcherOf) ?? null
}

function matcherOf(glob: string): GlobMatcher {
  const parts = glob.split('/').filter((part) => part !== '' && part !== '.')
  const special = parts.findIndex((part) => /[*?[]/.test(part))
  // What lies below a folder that matches, matches.
  const segments = [...parts, '**'].map((part) => (part === '**' ? ANY : segmentOf(part)))
  return {
    folders: parts.slice(0, special === -1 ? parts.length : special),
    matches: (names) => matchAll(segments, names),
  }
}

function segmentOf(part: string): Test {
  if (!/[*?[]/.test(part)) return (name) => name === part
  const signs = [...part.matchAll(/\*+|\[[!^]?\]?[^\]]+\]|./gs)].map(([written]) => signOf(written))
  return (name) => name === part || matchAll(signs, name)
}

function signOf(written: string): Test | null {
  if (written.startsWith('*')) return ANY
  if (written === '?') return () => true
  return written.length > 1 ? classOf(written.slice(1, -1)) : (sign) => sign === written
}

/** What is between brackets: signs and ranges of them. */
function classOf(written: string): Test {
  const isNot = /^[!^]/.test(written)
  const ranges = [...written.slice(isNot ? 1 : 0).matchAll(/(.)-(.)|./gs)].map(
    ([one, from = one, to = one]) => ({ from, to }),
  )
  return (sign) => ranges.some(({ from, to }) => sign >= from && sign <= to) !== isNot
}

/**
 * Tests each of the given with its test, where `ANY` takes any number of them. It goes back to the last `ANY` alone, since that
 * one can take what an earlier one would.
 */
function matchAll(tests: readonly (Test | null)[], given: ArrayLike<string>): boolean {
  let at = 0
  let any = -1
  let taken = 0
  for (let i = 0; i < given.length; ) {
    const test = tests[at]
    if (test === ANY) {
      any = at
      taken = i
      at += 1
    } else if (test?.(given[i] ?? '')) {
      at += 1
      i += 1
    } else if (any >= 0) {
      taken += 1
      i = taken
      at = any + 1
    } else return false
  }
  return tests.slice(at).every((test) => test === ANY)
}

/** `a{b,c}` as `ab` and `ac`; null for too many. A brace that nothing closes, or without a comma, is itself. */
function expandBraces(glob: string): readonly string[] | null {
  const done: string[] = []
  const open = [glob]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const found = innermost(one)
    if (!found) done.push(one)
    else open.push(...found)
    if (done.length + open.length > MOST_ALTERNATIVES) return null
  }
  return done
}

/** The first braces with no others in them are replaced by each of their parts. */
function innermost(glob: string): readonly string[] | null {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(glob)
  if (!found) return null
  const [whole, inside = ''] = found
  const before = glob.slice(0, found.index)
  const after = glob.slice(found.index + whole.length)
  return inside.split(',').map((part) => `${before}${part.trim()}${after}`)
}

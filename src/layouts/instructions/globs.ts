import type { Json } from '../../core/json.ts'
import { type FileListing, filesBelow } from '../../core/snapshot.ts'
import { globMatchers } from './match-glob.ts'

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

import picomatch from 'picomatch'
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

/** A glob that would take too long to try: it is not judged. */
const LONGEST = 300
const MOST_STARS = 3

const matchers = new WeakMap<FileListing, Map<string, boolean>>()

/**
 * True when a glob matches a file, or cannot be judged. A leading slash or `./` counts for nothing, and without a slash a glob
 * is tried in every folder, as the vendors differ.
 */
export function matchesAny(glob: string, files: FileListing): boolean {
  const known = matchers.get(files) ?? new Map<string, boolean>()
  matchers.set(files, known)
  const done = known.get(glob)
  if (done !== undefined) return done
  const found = isMatched(glob, files)
  known.set(glob, found)
  return found
}

/** Where a glob names folders, they are asked first: a file elsewhere then changes nothing of the answer. */
function isMatched(glob: string, files: FileListing): boolean {
  const isMatch = matcherOf(glob)
  if (isMatch === null) return true
  const [, folder = ''] = /^(?:\.?\/)*([^*?[\]{}()!]*)\//.exec(glob) ?? []
  const paths = folder === '' ? [] : filesBelow(files, folder).map(({ path }) => path)
  return some(paths, isMatch) || some(files.keys(), isMatch)
}

function some(paths: Iterable<string>, isMatch: (path: string) => boolean): boolean {
  for (const path of paths) if (isMatch(path)) return true
  return false
}

function matcherOf(written: string): ((path: string) => boolean) | null {
  const glob = written.replace(/^!?(?:\.?\/)+/, '')
  const isSlow = glob
    .split('/')
    .some((segment) => segment.replaceAll('**', '').split('*').length - 1 > MOST_STARS)
  if (glob === '' || written.startsWith('!') || glob.length > LONGEST || isSlow) return null
  const isMatch = picomatch(glob.endsWith('/') ? `${glob}**` : glob, {
    dot: true,
    nocase: true,
    noextglob: true,
    basename: !glob.includes('/'),
  })
  // A folder's name stands for what is in it.
  const isBelow = picomatch(`${glob.replace(/\/$/, '')}/**`, { dot: true, nocase: true, noextglob: true })
  return (path) => isMatch(path) || isBelow(path)
}

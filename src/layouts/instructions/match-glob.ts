/** More alternatives than these are not tried. */
const MOST_ALTERNATIVES = 200

/** Patterns that vendors read in different ways: alternatives in parentheses, ranges in braces, named classes. */
const UNCLEAR = /[@+!?*]\(|\([^()]*\||\{[^{},]*\.\.[^{},]*\}|\[:/

/** True for a name of a file or a folder, or for a sign of one. */
type Test = (text: string) => boolean

/** In the place of a test: any number of folders, or of signs. */
const ANY = null

/** What a glob asks of the names of a path. */
export type GlobMatcher = {
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
export function globMatchers(glob: string): readonly GlobMatcher[] | null {
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

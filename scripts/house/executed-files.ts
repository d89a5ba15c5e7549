import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The sources of a project that processes executed. */
export type ExecutedFiles = {
  /** Their top level ran. */
  readonly loaded: readonly string[]
  /** Besides, a function of theirs was called. */
  readonly called: readonly string[]
}

type Coverage = { readonly result: readonly Script[] }
type Script = { readonly url: string; readonly functions: readonly Covered[] }
type Covered = { readonly ranges: readonly [{ readonly startOffset: number; readonly count: number }] }

/** Where a source begins in a bundle: the bundler writes a line before each. */
type Section = { readonly path: string; readonly start: number }

const SECTION = /^\/\/ (\S+\.[cm]?[jt]s)$/gm
const OWN = /^(?:src|migrations)\//

/** Reads what V8 wrote into `coverage` about processes that ran the bundles in `bundles`. */
export function readExecutedFiles(coverage: string, bundles: string): ExecutedFiles {
  const loaded = new Set<string>()
  const called = new Set<string>()
  const within = pathToFileURL(join(bundles, '/')).href
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as Coverage
    for (const { url, functions } of result.filter((script) => script.url.startsWith(within))) {
      const sections = sectionsOf(readFileSync(fileURLToPath(url), 'utf8'))
      for (const { path } of sections) loaded.add(path)
      for (const { ranges } of functions) {
        const [{ startOffset, count }] = ranges
        const section = sections.findLast(({ start }) => start <= startOffset)
        if (section && count > 0) called.add(section.path)
      }
    }
  }
  const own = (paths: Set<string>): string[] => [...paths].filter((path) => OWN.test(path)).sort()
  return { loaded: own(loaded), called: own(called) }
}

function sectionsOf(bundle: string): Section[] {
  return [...bundle.matchAll(SECTION)].map((match) => ({ path: match[1] ?? '', start: match.index }))
}

import { heldIn } from '../configured/held.ts'
import { plainText } from '../statements/read-statements.ts'
import { saidIndentation, saidQuotes, saidWidth } from '../statements/styles.ts'
import { type Block, type Entry, entriesOf } from './blocks.ts'

/** What formatters, linters and compilers of the repository see to by themselves: by a topic and a value, the file that says so. */
export type Enforced = ReadonlyMap<string, string>

/** Files of formatters: these rewrite code, where an `.editorconfig` only asks editors. */
const FORMATTERS =
  /(?:^|\/)(?:\.prettierrc(?:\.\w+)?|prettier\.config\.\w+|biome\.jsonc?|\.?ruff\.toml|\.?rustfmt\.toml|pyproject\.toml|package\.json)$/

/** True for a file that may configure one. */
export function mayEnforce(path: string): boolean {
  return (
    FORMATTERS.test(path) ||
    /(?:^|\/)(?:eslint\.config\.\w+|\.eslintrc(?:\.\w+)?|tsconfig(?:\.base)?\.json)$/.test(path)
  )
}

/** Rules that a linter or compiler is configured with by name, in the form in which files have it switched on. */
const BY_NAME: readonly (readonly [topic: string, file: RegExp, form: RegExp])[] = [
  ['strict', /tsconfig/, /"strict"\s*:\s*true/],
  ['any', /eslint/, /no-explicit-any["'](?!\s*:\s*\[?\s*["']?(?:off|0|warn|1)\b)/],
  ['any', /biome/, /"noExplicitAny"\s*:\s*(?:"error"|\{\s*"level"\s*:\s*"error")/],
  ['unused', /eslint/, /no-unused-vars["'](?!\s*:\s*\[?\s*["']?(?:off|0|warn|1)\b)/],
  ['unused', /tsconfig/, /"noUnusedLocals"\s*:\s*true/],
  ['console', /eslint/, /no-console["'](?!\s*:\s*\[?\s*["']?(?:off|0|warn|1)\b)/],
  ['const', /eslint/, /prefer-const["'](?!\s*:\s*\[?\s*["']?(?:off|0|warn|1)\b)/],
  ['var', /eslint/, /no-var["'](?!\s*:\s*\[?\s*["']?(?:off|0|warn|1)\b)/],
  [
    'imports',
    /eslint/,
    /(?:simple-import-sort\/imports|import(?:-x)?\/order)["'](?!\s*:\s*\[?\s*["']?(?:off|0)\b)/,
  ],
  ['semicolons', /prettier/, /\bsemi["']?\s*:\s*true/],
  ['no semicolons', /prettier/, /\bsemi["']?\s*:\s*false/],
  ['semicolons', /biome/, /"semicolons"\s*:\s*"always"/],
  ['no semicolons', /biome/, /"semicolons"\s*:\s*"asNeeded"/],
  ['commas', /prettier/, /\btrailingComma["']?\s*:\s*["'](?:all|es5)/],
  ['commas', /biome/, /"trailingCommas"\s*:\s*"(?:all|es5)"/],
]

/** What the files of configuration see to, those nearest to the top first. What two of them say in two ways is enforced by none. */
export function enforcedBy(configs: ReadonlyMap<string, string>): Enforced {
  const found = new Map<string, string>()
  const styles = new Map<string, Set<string>>()
  const depth = (path: string): number => path.split('/').length
  for (const [path, text] of [...configs].toSorted(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1))) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (const [topic, file, form] of BY_NAME) {
      if (file.test(name) && form.test(text) && !found.has(topic)) found.set(topic, path)
    }
    if (!FORMATTERS.test(path)) continue
    for (const { topic, of, value } of heldIn(path, text)) {
      if (topic !== 'indentation' && topic !== 'quotes' && topic !== 'line width') continue
      const key = `${topic} ${of}`
      styles.set(key, new Set([...(styles.get(key) ?? []), value ?? '']))
      for (const one of [`${key} ${value}`, `${topic}  ${value}`]) if (!found.has(one)) found.set(one, path)
    }
  }
  for (const [key, values] of styles)
    if (values.size > 1) for (const value of values) found.delete(`${key} ${value}`)
  return found
}

/** What a statement may say that a configuration sees to: the topic, and all of its words. */
const SAID: readonly (readonly [topic: string, form: RegExp])[] = [
  ['strict', /\b(?:typescript |ts )?strict(?: mode| typescript)?(?: is)?(?: enabled| on)?(?:: true)?\b/gi],
  ['any', /\b(?:no|avoid|never use|do not use|don't use)(?: explicit)? any(?: types?)?\b/gi],
  [
    'unused',
    /\b(?:no|avoid|remove) unused (?:variables?|vars?|locals?|imports?)(?: (?:and|or) (?:variables?|imports?))?\b/gi,
  ],
  [
    'console',
    /\b(?:no|avoid|never use|remove|do not use|don't use) console(?:\.log)?(?: statements?| calls?)?\b/gi,
  ],
  ['const', /\b(?:use|prefer) const(?: (?:over|instead of|rather than) let)?\b/gi],
  ['var', /\b(?:no|never(?: use)?|avoid|not) var\b/gi],
  ['imports', /\b(?:sort|order)(?:ed)? imports?\b/gi],
  ['no semicolons', /\b(?:no|without|omit|avoid) semicolons?\b/gi],
  [
    'semicolons',
    /\b(?:(?:always )?use |always |with )?semicolons?(?: (?:required|always|everywhere|at the end of statements))?\b/gi,
  ],
  [
    'commas',
    /\b(?:use |always |with )?trailing commas?(?: (?:everywhere|always|in multi-?line (?:objects?|arrays?|lists?|structures?)(?: and (?:objects?|arrays?))?))?\b/gi,
  ],
]

/** Words around a rule of style, and marks between two rules. */
const FILLERS =
  /\b(?:indent(?:ation|ed|s)?|spaces?|tabs?|single|double|quotes?|quoted|lines?|length|width|max(?:imum)?|characters?|chars?|columns?|print|use|uses|using|always|for|in|of|strings?|code|files?|the|not|never|instead|everywhere|with|by|prettier|biome|eslint|ruff|black|rustfmt|enforced|via|typescript|javascript|python|rust|style|formatting|and|no|is|are|to|at|per|under|size|all|a|an|wide|limit|level|must|be|configured|mode|most|than|longer|exceed|over|should|keep)\b|\d+|[^\p{L}\p{N}]+/giu

/** The entries of a block that the configuration sees to, and nothing else. */
export function enforcedIn(
  block: Block,
  enforced: Enforced,
): { readonly entries: readonly Entry[]; readonly counted: number; readonly paths: readonly string[] } {
  if (block.form !== 'list' || enforced.size === 0) return { entries: [], counted: 0, paths: [] }
  const paths = new Set<string>()
  const entries = entriesOf(block).filter((entry) => {
    const found = filesFor(plainText(entry.text), enforced)
    for (const path of found) paths.add(path)
    return found.length > 0
  })
  return { entries, counted: entries.length, paths: [...paths] }
}

/** The files that enforce all that a statement says; none where it says more. */
function filesFor(text: string, enforced: Enforced): readonly string[] {
  if (text.length > 160) return []
  const topics: string[] = []
  let rest = text
  for (const [topic, form] of SAID) {
    const without = rest.replaceAll(form, ' ')
    if (without !== rest) topics.push(topic)
    rest = without
  }
  if (rest.replaceAll(FILLERS, '') !== '') return []
  for (const { topic, of, value } of [saidIndentation, saidQuotes, saidWidth].flatMap((read) => read(text)))
    topics.push(`${topic} ${of} ${value}`)
  // A word of style that nothing was read from may say anything.
  const isRead = (word: RegExp, topic: string): boolean =>
    !word.test(rest) || topics.some((one) => one.startsWith(topic))
  if (
    !isRead(/indent|\btabs?\b|spaces?\b/i, 'indentation') ||
    !isRead(/quot/i, 'quotes') ||
    !isRead(/\d{2,}/, 'line width')
  )
    return []
  const files = topics.map((topic) => enforced.get(topic))
  return files.every((path) => path !== undefined) ? [...new Set(files)] : []
}

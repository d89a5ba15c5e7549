import { withoutTargets } from '../statements/read-statements.ts'
import { type Block, cellsOf, type Entry, entriesOf } from './blocks.ts'
import { saysNoMore, wordsOf } from './plain-words.ts'

/** The dependencies of manifests: by the names that people may write, the manifest that has them. */
export type HeldDependencies = ReadonlyMap<string, string>

/** True for a manifest whose dependencies are read. */
export function mayHoldDependencies(path: string): boolean {
  return /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml|requirements[\w.-]*\.txt|go\.mod|Cargo\.toml|pubspec\.yaml|Gemfile)$/.test(
    path,
  )
}

/** The dependencies of some manifests, those nearest to the top first. */
export function heldDependencies(manifests: ReadonlyMap<string, string>): HeldDependencies {
  const held = new Map<string, string>()
  const depth = (path: string): number => path.split('/').length
  for (const [path, text] of [...manifests].toSorted(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1))) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (const one of namesIn(name, text).flatMap(writtenAs)) if (!held.has(one)) held.set(one, path)
  }
  return held
}

function namesIn(name: string, text: string): readonly string[] {
  if (name === 'package.json')
    return [
      'node',
      ...keysOf(text, ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']),
    ]
  if (name === 'composer.json') return keysOf(text, ['require', 'require-dev'])
  if (name === 'go.mod')
    return [
      'go',
      'golang',
      ...[...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/\S+)\s+v\d/gm)].map(([, one = '']) =>
        one.replace(/\/v\d+$/, ''),
      ),
    ]
  if (name === 'Gemfile')
    return ['ruby', ...[...text.matchAll(/^\s*gem ["']([\w-]+)/gm)].map(([, one = '']) => one)]
  if (name === 'Cargo.toml')
    return ['rust', ...inTables(text, /^\[(?:workspace\.)?(?:dev-|build-)?dependencies\]/)]
  if (name === 'pubspec.yaml')
    return ['dart', ...[...text.matchAll(/^ {2}([a-z]\w+):/gm)].map(([, one = '']) => one)]
  const listed =
    name === 'pyproject.toml'
      ? /^\s*["']([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[><=~!;@ ][^"']*)?["']\s*,?/gm
      : /^([A-Za-z][\w.-]*)/gm
  return [
    'python',
    ...[...text.matchAll(listed)].map(([, one = '']) => one),
    ...inTables(text, /^\[tool\.poetry\.(?:[\w.-]*\.)?dependencies\]/),
  ]
}

function keysOf(text: string, keys: readonly string[]): readonly string[] {
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const own = new Map(Object.entries(manifest ?? {}))
    return keys.flatMap((key) => Object.keys(Object(own.get(key) ?? {})))
  } catch {
    return []
  }
}

function inTables(text: string, head: RegExp): readonly string[] {
  let isIn = false
  return text.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith('[')) isIn = head.test(line)
    const name = isIn ? /^"?([A-Za-z][\w-]*)"?\s*=/.exec(line)?.[1] : undefined
    return name === undefined ? [] : [name]
  })
}

/** Names of people for packages that are called in another way. */
const ALIASES: { readonly [name: string]: readonly string[] } = {
  tailwindcss: ['tailwind'],
  'react-router-dom': ['reactrouter'],
  '@testing-library/react': ['reacttestinglibrary', 'testinglibrary', 'rtl'],
  '@testing-library/react-native': ['reactnativetestinglibrary'],
  '@tanstack/react-query': ['reactquery', 'tanstackquery'],
  '@tanstack/react-table': ['tanstacktable'],
  '@tanstack/react-router': ['tanstackrouter'],
  'next-auth': ['nextauth', 'auth'],
  'react-hook-form': ['reacthookform', 'rhf'],
  'framer-motion': ['motion'],
  pg: ['postgres', 'postgresql', 'nodepostgres'],
  psycopg2: ['postgres', 'postgresql'],
  'psycopg2-binary': ['postgres', 'postgresql'],
  psycopg: ['postgres', 'postgresql'],
  asyncpg: ['postgres', 'postgresql'],
  'better-sqlite3': ['sqlite'],
  expo: ['exposdk'],
  'laravel/framework': ['laravel'],
  flutter: ['flutter'],
}

/** A name as it is compared. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9+#]/g, '')
}

/** The forms in which people write the name of a package. */
function writtenAs(name: string): readonly string[] {
  const [scope, own] = name.startsWith('@')
    ? name.slice(1).split('/')
    : ['', name.slice(name.lastIndexOf('/') + 1)]
  const all = [
    name,
    own ?? '',
    ...(scope === '' || SHARED.has(scope ?? '') ? [] : [scope ?? '', `${scope}${own}`]),
  ]
  const forms = all.map(bare).flatMap((one) => [one, one.replace(/js$/, ''), `${one}js`])
  return [...forms, ...(ALIASES[name] ?? [])].filter((one) => one.length > 1)
}

/** Scopes of many projects. */
const SHARED: ReadonlySet<string> = new Set([
  'types',
  'testing-library',
  'tanstack',
  'vitejs',
  'rollup',
  'babel',
])

/** The entries of a block that name dependencies, and say no more of them than what they are for. */
export function dependenciesIn(
  block: Block,
  held: HeldDependencies,
): { readonly entries: readonly Entry[]; readonly counted: number; readonly paths: readonly string[] } {
  if (block.form === 'code') return { entries: [], counted: 0, paths: [] }
  if (RULES.test(block.lines[0]?.under ?? '')) return { entries: [], counted: 0, paths: [] }
  const paths = new Set<string>()
  const all = entriesOf(block)
  const isList = LISTED.test(block.lines[0]?.under.replace(/^.* > /, '') ?? '')
  const entries = all.filter((entry, i) => {
    const found = isAlone(entry, all[i + 1]) ? namedIn(entry.text, block.form, { held, isList }) : null
    for (const path of found ?? []) paths.add(path)
    return found !== null && found.length > 0
  })
  // A list that keeps much is better left whole.
  const isMost = entries.length * 3 >= all.length * 2
  return isMost
    ? { entries, counted: entries.length, paths: [...paths] }
    : { entries: [], counted: 0, paths: [] }
}

/** Below such a heading a name is a rule: what to use, and nothing else. */
const RULES =
  /\b(?:constraints?|rules?|must|allowed|approved|required|do not|never|conventions?|decisions?)\b/i

/** Nothing is nested below it. */
function isAlone({ first }: Entry, next: Entry | undefined): boolean {
  return next === undefined || next.first.indent <= first.indent
}

/** The manifests of what an entry names; null where it says something else as well. */
function namedIn(
  text: string,
  form: Block['form'],
  { held, isList }: { readonly held: HeldDependencies; readonly isList: boolean },
): readonly string[] | null {
  const words = withoutTargets(text).replaceAll(/[*_`]/g, '')
  if (words.length > 200) return null
  const before = LABEL.exec(words)?.[1] ?? ''
  const isName = manifestOf(before, held) !== null
  const cells = form === 'table' ? cellsOf(words) : isName ? [words] : [before, words.replace(LABEL, '')]
  const [label = '', ...said] = cells.length > 1 ? cells : ['', ...cells]
  if (!saysNoMore(label, ROLES)) return null
  const parts = said.flatMap((one) => one.split(SEPARATORS)).map((one) => one.trim())
  const found: string[] = []
  for (const part of parts) {
    const path = manifestOf(part, held)
    if (path !== null) found.push(path)
    else if (
      !saysNoMore(part, new Set()) &&
      !(isList && found.length > 0 && GLOSS.test(part) && !RULE.test(part))
    )
      return null
  }
  return found
}

/** Below such a heading is what is used, and what it is. */
const LISTED = /\b(?:dependenc\w+|tech\w*|stack|librar\w+|packages|frameworks?|tools)\b/i

/** What a package is, in a few words: no names, numbers or places. */
const GLOSS = /^\p{Ll}[\p{Ll}-]*(?: [\p{Ll}-]+){0,4}$/u

const RULE =
  /\b(?:only|all|every\w*|no|not|never|always|must|instead|prefer\w*|required?|custom|own|single|default|strict|disabled?|enabled?|where|when|if|see|our|this|still|todo|planned|future|deprecated|legacy|old|new|stubs?|placeholder)\b/i

/** What a well-known package is for. */
const ROLES: ReadonlySet<string> = new Set(
  wordsOf(
    'auth authentication authorization color audio video picture network networking realtime payment monitoring logging email ' +
      'date time css i18n localization map storage cache caching queue search background job extraction parsing error errors ' +
      'tracking security native mobile desktop server-side rendering markdown table drag drop notification primary language ' +
      'stack technology tech meta bundler transpiler compiler quality key major',
  ),
)

/** `Styling: `: what it is for, which the name of the package says. */
const LABEL = /^([\p{L} /&+-]{2,30})(?::| [—–-])\s+/u

const SEPARATORS = /\s*[,;+&()/·•|→:]\s*|\s+(?:[—–-]|and|with|using|via|plus|for|on|as)\s+/

/** The longest run of words from the start of a part that is a dependency; what follows it has to be plain. */
function manifestOf(part: string, held: HeldDependencies): string | null {
  const words = part.replaceAll(VERSION, ' ').trim().split(/\s+/)
  for (let length = Math.min(words.length, 4); length > 0; length--) {
    const path = held.get(bare(words.slice(0, length).join('')))
    if (path !== undefined && saysNoMore(words.slice(length).join(' '), new Set())) return path
  }
  return null
}

const VERSION = /(?<![\w.])(?:v|>=?|\^|~)?\s?\d+(?:\.(?:\d+|x))*\+?(?![\w.])/g

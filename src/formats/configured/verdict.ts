import type { Choice } from '../statements/choice.ts'
import { isOfKarma } from '../statements/tools.ts'
import type { Held } from './held.ts'
import { heldIn } from './held.ts'
import { allows, rangesOf } from './ranges.ts'

/** What the configuration of a repository says of a choice: nothing where it cannot be known. */
export type Verdict =
  | { readonly kind: 'agrees' | 'unknown' }
  /** What is configured instead, and in which file. */
  | { readonly kind: 'refuted'; readonly value: string; readonly path: string }

const UNKNOWN: Verdict = { kind: 'unknown' }
const AGREES: Verdict = { kind: 'agrees' }

/** Everything that the configuration of a repository holds, by topic. */
export type Configuration = {
  readonly byTopic: ReadonlyMap<string, readonly Held[]>
  /** The manifests, each with the number of its language. */
  readonly manifests: readonly { readonly path: string; readonly language: number }[]
}

/** Manifests by the language of what they are for. */
const MANIFESTS: readonly RegExp[] = [
  /^package\.json$/,
  /^(?:pyproject\.toml|setup\.py|requirements.*\.txt|Pipfile)$/,
  /^go\.mod$/,
  /^Cargo\.toml$/,
  /^composer\.json$/,
  /^Gemfile$/,
  /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
  /\.(?:csproj|sln)$/,
  /^Package\.swift$/,
  /^pubspec\.yaml$/,
  /^CMakeLists\.txt$/,
  /^mix\.exs$/,
]

/** Reads the files of configuration, by path. */
export function configurationOf(texts: ReadonlyMap<string, string>): Configuration {
  const byTopic = new Map<string, Held[]>()
  const manifests: { readonly path: string; readonly language: number }[] = []
  for (const [path, text] of texts) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const language = MANIFESTS.findIndex((form) => form.test(name))
    if (language !== -1) manifests.push({ path, language })
    for (const one of heldIn(path, text)) {
      const known = byTopic.get(one.topic)
      if (known) known.push(one)
      else byTopic.set(one.topic, [one])
    }
  }
  return { byTopic, manifests }
}

/**
 * Holds a choice of a file against the configuration above and below its folder, `at`. It is refuted where the topic is
 * configured, and nowhere as it says: one package of many that agrees is enough.
 */
export function verdictOn(choice: Choice, { byTopic, manifests }: Configuration, at: string): Verdict {
  const { topic, of, how, value } = choice
  const held = (byTopic.get(topic) ?? []).filter(
    (one) => (of === '' || one.of === of) && isAround(at, one.path),
  )
  if (held.length === 0) return UNKNOWN
  const agrees = held.map((one) => agreesWith(choice, one))
  if (how === 'not') return verdictOnNot(value, held)
  if (agrees.includes(true)) return AGREES
  // Where there are several languages nothing says which of them is meant.
  const languages = new Set(manifests.flatMap(({ path, language }) => (isAround(at, path) ? language : [])))
  if (agrees.includes(null) || (of === '' && languages.size > 1)) return UNKNOWN
  const by = nearest(held)
  return by?.value ? { kind: 'refuted', value: by.value, path: by.path } : UNKNOWN
}

/** True for a file in a folder, above or below it: those of another folder say nothing about it. */
function isAround(folder: string, path: string): boolean {
  const own = path.slice(0, path.lastIndexOf('/') + 1)
  const at = folder === '' ? '' : `${folder}/`
  return own.startsWith(at) || at.startsWith(own)
}

/** `Never npm`, where npm's lockfile is the only one. */
function verdictOnNot(value: string, held: readonly Held[]): Verdict {
  const by = nearest(held)
  if (!by || held.some((one) => one.value !== value)) return UNKNOWN
  return { kind: 'refuted', value, path: by.path }
}

/** The one nearest to the top; of two the first path. */
function nearest(held: readonly Held[]): Held | undefined {
  const depth = ({ path }: Held): number => path.split('/').length
  return held.toSorted((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))[0]
}

/** Of these what a text says must not be lower than what is needed. */
export const RUNTIMES: ReadonlySet<string> = new Set([
  'node',
  'python',
  'go',
  'php',
  'dotnet',
  'rust',
  'dart',
])

/** Null where it cannot be known. */
function agreesWith({ topic, of, value }: Choice, held: Held): boolean | null {
  if (held.value === null) return null
  if (topic === 'version') {
    const level = /^\d+\.\d/.test(value) ? 'minor' : 'major'
    const ranges = rangesOf(held.value, level)
    return ranges && allows(ranges, value, { level, isFloor: RUNTIMES.has(of) })
  }
  if (topic === 'indentation' && (value === 'spaces' || held.value === 'spaces'))
    return value.endsWith('spaces') && held.value.endsWith('spaces')
  if (topic === 'test runner' && isOfKarma(value)) return isOfKarma(held.value)
  return held.value === value
}

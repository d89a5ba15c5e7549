/** What a manifest defines. */
export type Scripts = {
  readonly names: ReadonlySet<string>
  /** Packages, whose programs some tools run by name. */
  readonly packages: ReadonlySet<string>
  /** It may define others, which its text does not name. */
  readonly isOpen: boolean
}

/** The kind of a manifest with scripts, by its path; null for any other file. */
export function manifestKind(path: string): 'package' | 'make' | 'just' | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'package.json') return 'package'
  if (/^(?:GNUmakefile|[Mm]akefile)$|\.mk$/.test(name)) return 'make'
  return /^\.?justfile$/i.test(name) ? 'just' : null
}

const NOTHING: Scripts = { names: new Set(), packages: new Set(), isOpen: false }

/** The scripts, targets or recipes of a manifest. */
export function scriptsOf(path: string, text: string): Scripts {
  const kind = manifestKind(path)
  if (kind === 'package') return packageScripts(text)
  if (kind === 'make') return makeTargets(text)
  return kind === 'just' ? justRecipes(text) : NOTHING
}

function packageScripts(text: string): Scripts {
  const manifest = parsed(text)
  if (manifest === null) return { ...NOTHING, isOpen: true }
  const packages = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
    keysOf(manifest, key),
  )
  return { names: new Set(keysOf(manifest, 'scripts')), packages: new Set(packages), isOpen: false }
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function keysOf(manifest: object, key: string): readonly string[] {
  const value: unknown = Object.entries(manifest).find(([name]) => name === key)?.[1]
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function makeTargets(text: string): Scripts {
  const names = new Set<string>()
  let isOpen = /^[ \t]*(?:[-s]?include|define)\b|\$[({](?:eval|call)\b/m.test(text)
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const [, targets = '', needs = ''] = /^([^\s#:=][^:=#]*)::?(?!=)([^#]*)/.exec(line) ?? []
    const words = targets.trim() === '.PHONY' ? needs : targets
    for (const word of words.split(/\s+/)) if (word !== '') names.add(word)
    if (/[%$]/.test(words)) isOpen = true
  }
  return { ...NOTHING, names, isOpen }
}

function justRecipes(text: string): Scripts {
  const found = text.matchAll(
    /^(?:@?([A-Za-z_][\w-]*)(?![\w-])(?!\s*:=)[^\n]*?:(?!=)|alias\s+([\w-]+)\s*:=)/gm,
  )
  const names = new Set([...found].flatMap(([, recipe, alias]) => recipe ?? alias ?? []))
  return { ...NOTHING, names, isOpen: /^(?:import|mod)\b/m.test(text) }
}

import { isPackageOfMemkeep } from '../../core/installed.ts'
import { readJson } from '../../formats/json/read-json.ts'

/** What a side has in manifests and lock files, by path. */
type Texts = ReadonlyMap<string, string>

/** What a change does to the package of memkeep that CI and clones run. */
type PackageChange = {
  /** What had memkeep and has it no more. */
  readonly gone: readonly string[]
  /** What brings another one. */
  readonly other: readonly string[]
  /** The manifest installed hooks in clones, and does so no more. */
  readonly unarmed: readonly string[]
}

/** `linesAbout` reads a lock file of any package manager. Tarballs are changed files, whatever they hold. */
export function packageChange(
  changed: readonly string[],
  [was, is]: readonly [Texts, Texts],
  {
    before,
    after,
    linesAbout,
  }: {
    /** The tarballs that a side has. */
    readonly before: readonly string[]
    readonly after: readonly string[]
    readonly linesAbout: (text: string) => string
  },
): PackageChange {
  const gone: string[] = []
  const other: string[] = []
  // A first installation takes nothing away.
  const hadAny = before.length > 0 || [...was].some(([path, text]) => said(path, text, linesAbout) !== '')
  const hasNew = changed.some((path) => after.includes(path))
  for (const path of changed) {
    if (isPackageOfMemkeep(path)) {
      if (after.length === 0) gone.push(path)
      // That an older one goes is part of an update.
      else if (hadAny && (after.includes(path) || !hasNew)) other.push(path)
      continue
    }
    const old = said(path, was.get(path) ?? '', linesAbout)
    const now = said(path, is.get(path) ?? '', linesAbout)
    if (old === '' || old === now) continue
    if (now === '') gone.push(path)
    else other.push(path)
  }
  const unarmed = changed.filter(
    (path) => path === MANIFEST && arms(was.get(path) ?? '') && !arms(is.get(path) ?? ''),
  )
  return { gone, other, unarmed }
}

const MANIFEST = 'package.json'

/** What a manifest or a lock file says of memkeep; empty for nothing. */
function said(path: string, text: string, linesAbout: (text: string) => string): string {
  if (path !== MANIFEST) return linesAbout(text)
  const wanted = valuesAbout(readJson(text))
  return wanted.length === 0 ? '' : JSON.stringify(wanted)
}

/** What any map of dependencies or overrides has under the name of memkeep; scripts and commands are none. */
function valuesAbout(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === 'scripts' || key === 'bin') return []
    if (key === 'memkeep' || key.startsWith('memkeep@')) return [one]
    return valuesAbout(one)
  })
}

/** The scripts that package managers run after an installation. */
const RUN_BY_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare']

function arms(text: string): boolean {
  const { scripts } = (readJson(text) ?? {}) as { readonly scripts?: Readonly<Record<string, unknown>> }
  return RUN_BY_INSTALL.some((name) => /\bmemkeep init\b/.test(String(scripts?.[name] ?? '')))
}

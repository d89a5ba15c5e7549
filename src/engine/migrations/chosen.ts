import { UserError } from '../../core/errors.ts'
import type { Migration } from '../../core/migration.ts'
import { safeText } from '../../core/safe-text.ts'
import { nearest } from '../../formats/names.ts'

/** A migration, and the file of the repository that it came from; null for one of memkeep's own. */
export type Known = { readonly migration: Migration; readonly file: string | null }

/** How migrations were asked for: by number, id or name. */
export type Asked = {
  /** Only these run, when there are any. */
  readonly ids: readonly string[]
  /** These run as well. */
  readonly include: readonly string[]
}

/** The ids that were named, in any way. Throws `UserError` for a name that none has, or that several have. */
export function namedIds(known: readonly string[], { ids, include }: Asked): ReadonlySet<string> {
  return new Set([...ids, ...include].map((name) => idNamed(known, name)))
}

/** The migrations that run: those that were named, or all but those that have to be. */
export function chosenMigrations(
  known: readonly Known[],
  named: ReadonlySet<string>,
  { ids }: Asked,
): readonly Known[] {
  return known.filter(({ migration: { id, onlyNamed } }) => named.has(id) || (ids.length === 0 && !onlyNamed))
}

/**
 * What was said with `--with`. Throws `UserError` for a word that none of the migrations that run knows.
 */
export function needChoices(chosen: readonly Known[], words: readonly string[]): ReadonlySet<string> {
  const offered = chosen.flatMap(({ migration }) => Object.keys(migration.choices ?? {}))
  const stray = words.find((word) => !offered.includes(word))
  if (stray === undefined) return new Set(words)
  const all = offered.length > 0 ? `They know: ${offered.join(', ')}.` : 'They know none.'
  const near = nearest(stray, offered)
  throw new UserError(
    `no migration that runs knows --with ${safeText(stray)}`,
    safeText(near === undefined ? all : `Did you mean ${near}?`),
  )
}

function idNamed(known: readonly string[], name: string): string {
  const found = known.filter((id) => isNamed(id, name))
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  if (first !== undefined) {
    throw new UserError(`${safeText(name)} names ${safeText(found.join(' and '))}`, 'Give the whole id.')
  }
  const near = nearest(name, [...known, ...known.map(nameIn)])
  throw new UserError(
    `unknown migration ${safeText(name)}`,
    safeText(near === undefined ? 'memkeep migrate --list names them.' : `Did you mean ${near}?`),
  )
}

function isNamed(id: string, name: string): boolean {
  if (/^\d+$/.test(name)) return Number(name) === Number(/^\d+/.exec(id)?.[0] ?? Number.NaN)
  return name === id || name === nameIn(id)
}

function nameIn(id: string): string {
  return id.replace(/^\d+-/, '')
}

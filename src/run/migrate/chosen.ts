import { UserError } from '../../core/errors.ts'
import type { Migration } from '../../core/migration.ts'
import { safeText } from '../../core/safe-text.ts'
import { nearest } from '../../formats/nearest.ts'

/** A migration, and the file of the repository that it came from; null for one of memkeep's own. */
export type Known = { readonly migration: Migration; readonly file: string | null }

/** How migrations were asked for: by number, id or name. */
export type Asked = {
  /** Only these run, when there are any. */
  readonly ids: readonly string[]
  /** These run as well. */
  readonly include: readonly string[]
}

/** The migrations that are to run, in order. Throws `UserError` for a name that none has, or that several have. */
export function chosenMigrations(known: readonly Known[], { ids, include }: Asked): readonly Known[] {
  const named = new Set([...ids, ...include].map((name) => find(known, name)))
  return known.filter((one) => named.has(one) || (ids.length === 0 && !one.migration.onlyNamed))
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

function find(known: readonly Known[], name: string): Known {
  const found = known.filter(({ migration }) => isNamed(migration.id, name))
  const [first, second] = found
  if (first && !second) return first
  const ids = found.map(({ migration }) => migration.id)
  if (first)
    throw new UserError(`${safeText(name)} names ${safeText(ids.join(' and '))}`, 'Give the whole id.')
  const all = known.map(({ migration }) => migration.id)
  const near = nearest(name, [...all, ...all.map(nameIn)])
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

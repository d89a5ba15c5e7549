import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { safeText, UserError } from '../../core/messages.ts'
import type { Migration } from '../../core/migration.ts'
import { isRegular, type Snapshot } from '../../core/snapshot.ts'
import { decodeText } from '../../formats/decode-text.ts'
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
export function knownChoices(chosen: readonly Known[], words: readonly string[]): ReadonlySet<string> {
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

/** A repository's own migration, at its root. */
const FILE = /^migrations\/\d{4}-[^/]+\.mjs$/

/** What such a file exports; one that does not even have the word is something else, and is never run. */
const NAME = 'memkeepMigration'

/** A file of the repository that holds a migration, and the id that it must have. */
export type OwnFile = { readonly file: string; readonly id: string }

/**
 * The migrations that a repository brings along, in order of their names: files of the work tree that git sees. Nothing
 * of them is run yet. Throws `UserError` for one that cannot be read.
 */
export async function findOwnMigrations(snapshot: Snapshot): Promise<readonly OwnFile[]> {
  const paths = [...snapshot.files.values()]
    .filter(({ path, mode }) => FILE.test(path) && isRegular(mode))
    .map(({ path }) => path)
  if (paths.length === 0) return []
  const contents = await snapshot.read(paths)
  const meant = paths.filter((path) => {
    const content = contents.get(path)
    if (!content || 'failure' in content) throw migrationError(path, content?.failure ?? 'it was not read')
    return decodeText(content.bytes).text.includes(NAME)
  })
  return meant.map((file) => ({ file, id: basename(file, '.mjs') }))
}

/** Runs such a file. Throws `UserError`, naming it, for one that cannot be loaded or is no migration. */
export function loadOwnMigration(root: string, { file, id }: OwnFile, ours: readonly Migration[]): Known {
  if (ours.some((one) => one.id === id)) throw migrationError(file, 'memkeep has a migration of this name')
  return { migration: migrationIn({ file, id }, load(root, file)), file }
}

/** Calls a function of a migration. An error of the repository's own migration becomes a `UserError`. */
export function callMigration<T>({ file, migration }: Known, what: string, call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (file === null) throw error
    throw new UserError(
      `${safeText(file)} failed: ${what} of ${safeText(migration.id)} threw ${safeText(String(error))}`,
      'Fix that migration, or name those that are to run.',
      error,
    )
  }
}

function load(root: string, file: string): unknown {
  const path = join(root, ...file.split('/'))
  try {
    return createRequire(path)(path)
  } catch (error) {
    throw migrationError(file, String(error), error)
  }
}

/** A missing `plan` is reported when the file is loaded, not in the middle of a run. */
function migrationIn({ file, id }: OwnFile, loaded: unknown): Migration {
  const found = isRecord(loaded) ? loaded[NAME] : undefined
  if (!isRecord(found)) throw migrationError(file, `it does not export ${NAME}`)
  if (found.id !== id) throw migrationError(file, `its id is not ${id}, the name of the file`)
  if (typeof found.summary !== 'string') throw migrationError(file, 'its summary is no text')
  for (const name of ['wants', 'plan'] as const) {
    if (typeof found[name] !== 'function') throw migrationError(file, `its ${name} is no function`)
  }
  if (found.choices !== undefined && !isRecord(found.choices))
    throw migrationError(file, 'its choices are no object')
  return found as Migration
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function migrationError(file: string, reason: string, cause?: unknown): UserError {
  return new UserError(
    `${safeText(file)} is no migration that can run: ${safeText(reason)}`,
    'Fix it or move it away; docs/migrations.md of memkeep says what a migration of a repository looks like.',
    cause,
  )
}

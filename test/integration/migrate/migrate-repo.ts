import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type MigrateOptions, type MigrateResult, runMigrate } from '../../../src/migrate/migrate.ts'
import { type TempRepo, tempRepo } from '../../helpers/temp-repo.ts'
import { TINY } from '../../helpers/tiny-migrations.ts'

export const LOG =
  '# Decisions\n\n### [2026-01-01] One\n\n**Category:** tooling\n**Tags:** ci\n\nBody.\n\n---\n'

/** A repository with notes, parts and a log, all committed. */
export function noteRepo(files: { readonly [path: string]: string } = {}): TempRepo {
  const repo = tempRepo()
  const all = {
    'user/memory/workspaces/shop/decisions.md': LOG,
    'a.note': 'a\n',
    'b.note': 'b\r\nno end',
    'b.part': 'words of b\n',
    'c.part': 'words of c\n',
    'other.txt': 'other\n',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) repo.write(path, text)
  repo.commit()
  return repo
}

/** Runs the tiny migrations, or those that are given. */
export function migrating(repo: TempRepo, options: Partial<MigrateOptions> = {}): Promise<MigrateResult> {
  return runMigrate({
    cwd: repo.dir,
    ids: [],
    include: [],
    only: [],
    choices: [],
    allowDirty: false,
    write: true,
    cache: false,
    today: '2026-03-01',
    migrations: TINY,
    ...options,
  })
}

/** Everything in a work tree by path; a link as `-> target`. */
export function filesIn(dir: string): { readonly [path: string]: string } {
  const found: { [path: string]: string } = {}
  const walk = (at: string): void => {
    for (const name of readdirSync(at).sort()) {
      const full = join(at, name)
      if (name === '.git') continue
      const stats = lstatSync(full)
      if (stats.isDirectory()) walk(full)
      else
        found[relative(dir, full)] = stats.isSymbolicLink()
          ? `-> ${readlinkSync(full)}`
          : readFileSync(full, 'utf8')
    }
  }
  walk(dir)
  return found
}

/** The record of the last run, as it lies on disk; null when there is none. */
export function recordIn(repo: TempRepo): { readonly done: boolean } | null {
  const path = join(repo.dir, '.git/memkeep/migrate/record.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

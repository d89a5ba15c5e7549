import type { MigrationInput } from '../../src/core/migration.ts'
import { workspaceRoots } from '../workspace/workspace-roots.ts'

/** The directory that keeps what was taken out of agents' instructions: beside the rules. */
export function archiveDirectory({ settings }: Pick<MigrationInput, 'settings'>): string {
  const { hotRules } = workspaceRoots(settings)
  const parent = hotRules.slice(0, Math.max(hotRules.lastIndexOf('/'), 0))
  return parent === '' ? `${hotRules}/archive` : `${parent}/archive`
}

/** A free path for what is taken out of a file today: `agent/rules/archive/AGENTS-2026-03-01.md`. */
export function archivePath(
  path: string,
  { settings, today }: MigrationInput,
  taken: ReadonlySet<string>,
): string {
  const name = path.replace(/\.md$/, '').replaceAll('/', '-')
  const stem = `${archiveDirectory({ settings })}/${name}-${today}`
  let result = `${stem}.md`
  for (let number = 2; taken.has(result.toLowerCase()); number++) result = `${stem}-${number}.md`
  return result
}

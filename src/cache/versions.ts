import { createHash } from 'node:crypto'
import type { CacheFolder } from '../fs/cache-folder.ts'

const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR
/** Versions whose files are kept side by side: branches and releases that take turns. */
const VERSIONS = 4

/** A version's short name, as the cache's files have it. */
export function versionKey(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, 16)
}

/** Removes files of versions that are not used any more, and what a killed process left half written. */
export function sweepVersions(folder: CacheFolder, own: string): void {
  const files = folder.list()
  const versionOf = (name: string): string | undefined =>
    /^(?:facts|outcomes|signatures)-([0-9a-f]+)(?:-\w+)?\.jsonl?$/.exec(name)?.[1]
  const newest = [...new Set([own, ...files.flatMap(({ name }) => versionOf(name) ?? [])])].slice(0, VERSIONS)
  const old = files.filter(({ name, ageMs }) => {
    const version = versionOf(name)
    return version !== undefined && version !== own && (ageMs > MONTH || !newest.includes(version))
  })
  const halves = files.filter(
    ({ name, ageMs }) => /^\.(?:facts-|outcomes-|signatures-|last-).*\.tmp$/.test(name) && ageMs > HOUR,
  )
  for (const { name } of [...old, ...halves]) folder.remove(name)
}

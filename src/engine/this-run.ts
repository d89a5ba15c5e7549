import process from 'node:process'

declare const MEMKEEP_VERSION: string | undefined
declare const MEMKEEP_IS_PUBLISHED: boolean | undefined
declare const MEMKEEP_BUILD: string | undefined

/** The package's version; `0.0.0-source` when run from its sources. */
export const VERSION: string = typeof MEMKEEP_VERSION === 'undefined' ? '0.0.0-source' : MEMKEEP_VERSION

/** True where package.json names the repository that publishes: the registry may have this version. */
export const IS_PUBLISHED: boolean =
  typeof MEMKEEP_IS_PUBLISHED === 'undefined' ? false : MEMKEEP_IS_PUBLISHED

/** A hash of the code that reads documents: cached facts of another build are never used. */
export const BUILD: string = typeof MEMKEEP_BUILD === 'undefined' ? 'source' : MEMKEEP_BUILD

/** Milliseconds since the process started. `performance` is a module that Node loads when it is first asked. */
export function millisecondsSince(start: number): number {
  return process.uptime() * 1000 - start
}

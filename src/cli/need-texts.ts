import { UserError } from '../core/errors.ts'

/**
 * The values of flags that a command cannot do without, by their names (`title` for `--title`). Throws `UserError` that names
 * all that were not given.
 */
export function needTexts<T extends { readonly [flag: string]: string | undefined }>(
  command: string,
  given: T,
): { readonly [flag in keyof T]: NonNullable<T[flag]> } {
  const missing = Object.keys(given).filter((flag) => given[flag] === undefined)
  if (missing.length === 0) return given as { readonly [flag in keyof T]: NonNullable<T[flag]> }
  const named = missing.map((flag) => `--${flag}`)
  const last = named.pop()
  const flags = named.length === 0 ? last : `${named.join(', ')} and ${last}`
  throw new UserError(`${command} needs ${flags}`, `See memkeep ${command} --help.`)
}

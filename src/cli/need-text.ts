import { UserError } from '../core/errors.ts'

/** The value of a flag (`--title`) that a command cannot do without. Throws `UserError` when it was not given. */
export function needText<T extends string>(command: string, flag: string, value: T | undefined): T {
  if (value !== undefined) return value
  throw new UserError(`${command} needs ${flag}`, `See memkeep ${command} --help.`)
}

import { UserError } from '../core/errors.ts'
import { toolNamed } from '../run/tool-named.ts'
import { CALL_AGAIN, checkArguments } from '../run/tools/check-arguments.ts'

/**
 * The arguments as their tool takes them. Throws `UserError` for any that it does not take: in the shell that is wrong use,
 * and no refusal.
 */
export function needArguments<T extends object>(name: string, args: object): T {
  const checked = checkArguments(args, toolNamed(name).tool)
  if (!('refusal' in checked)) return args as T
  const { refusal, help } = checked
  throw new UserError(refusal, help.replace(CALL_AGAIN, 'See --help for what the flags take.'))
}

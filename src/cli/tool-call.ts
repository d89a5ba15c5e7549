import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { today } from '../core/today.ts'
import { toolNamed } from '../run/tool-named.ts'
import { CALL_AGAIN, checkArguments } from '../run/tools/check-arguments.ts'
import type { AgentOptions } from '../run/workspace-tools.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

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

/** Where, with what, and on which day the shell calls a tool. */
export function agentOptions({ cwd = '', config, cache, now }: FlagValues, io: Io): AgentOptions {
  return { cwd: resolve(io.cwd, cwd), config, cache, today: now ?? today(io.now()) }
}

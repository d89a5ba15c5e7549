import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { toolNamed } from '../run/tool-named.ts'
import { checkArguments } from '../run/tools/check-arguments.ts'
import type { AgentOptions } from '../run/workspace-tools.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { today } from './today.ts'

/** Throws `UserError` for arguments that a tool does not take: in the shell that is wrong use, and no refusal. */
export function needArguments(name: string, args: object): void {
  const checked = checkArguments(args, toolNamed(name).tool)
  if ('refusal' in checked) throw new UserError(checked.refusal, 'See --help for what the flags take.')
}

/** Where, with what, and on which day the shell calls a tool. */
export function agentOptions({ cwd = '', config, cache, now }: FlagValues, io: Io): AgentOptions {
  return { cwd: resolve(io.cwd, cwd), config, cache, today: now ?? today(io.now()) }
}

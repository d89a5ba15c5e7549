import { check } from './check.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** Runs one command: gives the exit code. */
type Run = (args: readonly string[], flags: FlagValues, io: Io) => Promise<number>

/** One command of the command line. */
export type CommandDeclaration = {
  readonly name: string
  /** As commander reads it: `[path...]`. */
  readonly args?: string
  readonly summary: string
  readonly run: Run
}

/** Every command. What a check does not need is imported only when asked for. */
export const COMMANDS: readonly CommandDeclaration[] = [
  { name: 'check', args: '[path...]', summary: 'check the memory in this repository', run: check },
  {
    name: 'index',
    summary: 'rebuild every derived file',
    run: async (args, flags, io) => (await import('./rebuild-index.ts')).rebuildIndex(args, flags, io),
  },
  {
    name: 'explain',
    args: '[rule]',
    summary: 'say what a rule checks, why, and how to mend a finding; without a rule, list them all',
    run: async (args, flags, io) => (await import('./explain.ts')).explain(args, flags, io),
  },
]

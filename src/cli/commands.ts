import { OPERATION_COMMANDS, type OperationCommandEntry } from '../layouts/operation-commands.ts'
import { checkAndReport } from './check-and-report.ts'
import { type Format, MEMORY_FORMATS, REPORT_FORMATS } from './flags/formats.ts'
import type { FlagValues } from './flags.ts'
import { hook } from './hook.ts'
import type { Io } from './io.ts'
import { checkOptions } from './options.ts'

/** Runs one command: gives the exit code. */
type Run = (args: readonly string[], flags: FlagValues, io: Io) => Promise<number>

/** One command of the command line. */
export type CommandDeclaration = {
  readonly name: string
  /** As commander reads it: `[path...]`. */
  readonly args?: string
  readonly summary: string
  /** Called by git and not by people: left out of the list of commands. */
  readonly hidden?: true
  /** What `--format` may ask of it; `stylish` and `json` when absent. */
  readonly formats?: readonly Format[]
  /** The operation that it runs: its arguments and flags are those of the declaration. */
  readonly operation?: string
  /** The layout of that operation. */
  readonly layout?: string
  readonly run: Run
}

/** A command that is imported, with all that it needs, only when somebody asks for it. */
const seldom =
  (name: keyof typeof import('./seldom.ts')): Run =>
  async (args, flags, io) =>
    (await import('./seldom.ts'))[name](args, flags, io)

/** The command of an operation; it and its flags are loaded when it is named. */
function ofOperation({ name, summary, operation, layout }: OperationCommandEntry): CommandDeclaration {
  const run: Run = async (args, flags, io) =>
    (await import('./agents.ts')).operationCommand({ name: operation, command: name }, args, flags, io)
  return { name, summary, operation, layout, run }
}

/** Every command. */
export const COMMANDS: readonly CommandDeclaration[] = [
  {
    name: 'check',
    args: '[path...]',
    summary: 'check the memory in this repository',
    formats: REPORT_FORMATS,
    run: check,
  },
  { name: 'index', summary: 'rebuild every derived file', run: seldom('rebuildIndex') },
  {
    name: 'init',
    summary: 'set memkeep up in this repository: settings, hooks, merge driver, workflow',
    run: seldom('init'),
  },
  { name: 'uninstall', summary: 'take away exactly what init added', run: seldom('uninstall') },
  {
    name: 'doctor',
    summary: 'prove that the hooks fire, and that everything else that init set up still holds',
    run: seldom('doctor'),
  },
  {
    name: 'hook',
    args: '<name> [arg...]',
    summary: 'what the git hooks call',
    hidden: true,
    formats: REPORT_FORMATS,
    run: hook,
  },
  {
    name: 'merge-driver',
    args: '<base> <ours> <theirs> <path> [size]',
    summary: 'merge one memory file, entry by entry; git calls it',
    hidden: true,
    run: async (args, flags, io) => (await import('./merge-driver.ts')).mergeDriver(args, flags, io),
  },
  {
    name: 'verify-merge',
    args: '[rev]',
    summary: 'recompute a merge from its parents: no entry lost, fused or doubled',
    formats: REPORT_FORMATS,
    run: seldom('verifyMerge'),
  },
  {
    name: 'merge-reports',
    args: '<dir>',
    summary: 'judge what the shards of a check wrote, as one machine would',
    formats: REPORT_FORMATS,
    run: seldom('mergeReports'),
  },
  {
    name: 'archive',
    args: '<file>',
    summary: 'move the oldest entries of a log, or one, to its archive, byte for byte',
    run: seldom('archive'),
  },
  {
    name: 'migrate',
    args: '[id...]',
    summary: 'bring old memory up to the format, with nothing lost and nothing invented',
    // A bundle of its own: no other command needs what migrations need.
    run: async (args, flags, io) => (await import('./migrate.ts')).migrate(args, flags, io),
  },
  ...OPERATION_COMMANDS.map(ofOperation),
  {
    name: 'tool',
    args: '<name> [file]',
    summary: 'run any operation by its name, with arguments as JSON; exit 1 when it is refused',
    run: async (args, flags, io) => (await import('./agents.ts')).tool(args, flags, io),
  },
  {
    name: 'tools',
    args: '[name]',
    summary: 'list every operation with its schemas',
    run: async (args, flags, io) => (await import('./agents.ts')).tools(args, flags, io),
  },
  {
    name: 'mcp',
    summary:
      'serve memory to an agent: the same tools over the Model Context Protocol, on standard input and output',
    // A bundle of its own: no other command needs the protocol.
    run: async (args, flags, io) => (await import('./mcp.ts')).mcp(args, flags, io),
  },
  {
    name: 'report',
    summary: 'describe the memory for people: health, budgets, growth, plans, tags; exit 0 whatever is found',
    formats: MEMORY_FORMATS,
    run: async (args, flags, io) => (await import('./report.ts')).report(args, flags, io),
  },
  {
    name: 'files',
    args: '[path...]',
    summary: 'list every memory file as memkeep sees it, and what looks like memory and is not read',
    run: seldom('files'),
  },
  {
    name: 'ci',
    summary: 'check a commit as a gate: history and merges since its base, and what merging it comes to',
    formats: REPORT_FORMATS,
    // A bundle of its own: no other command needs what it prints and plans.
    run: async (args, flags, io) => (await import('./ci.ts')).ci(args, flags, io),
  },
  {
    name: 'baseline',
    summary: 'write memkeep-baseline.json: known findings that are not reported, and may only become fewer',
    run: seldom('baseline'),
  },
  {
    name: 'explain',
    args: '[rule]',
    summary: 'say what a rule checks, why, and how to mend a finding; without a rule, list them all',
    run: seldom('explain'),
  },
]

/** `memkeep check [PATH…]`: exit 1 when something at or above the fail level was found. */
async function check(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  if (flags.shard !== undefined) return (await import('./seldom.ts')).checkShard(paths, flags, io)
  return checkAndReport(checkOptions(paths, flags, io), flags, io)
}

import { OPERATION_COMMANDS, type OperationCommandEntry } from '../layouts/operation-commands.ts'
import { checkAndReport } from './check-and-report.ts'
import {
  checkOptions,
  type FlagValues,
  type Format,
  type Io,
  MEMORY_FORMATS,
  REPORT_FORMATS,
} from './command.ts'
import { hook } from './hook.ts'

/** Runs one command: gives the exit code. */
type Run = (args: readonly string[], flags: FlagValues, io: Io) => Promise<number>

/** One command of the command line. */
export type CommandDeclaration = {
  readonly name: string
  /** As commander reads it: `[path...]`. */
  readonly args?: string
  readonly summary: string
  /** Called by git, so the list of commands leaves it out. */
  readonly hidden?: true
  /** The values that `--format` takes; `stylish` and `json` when absent. */
  readonly formats?: readonly Format[]
  /** The operation that it runs, which declares its arguments and flags. */
  readonly operation?: string
  /** The layout of that operation. */
  readonly layout?: string
  readonly run: Run
}

/** A command that is imported only when it is called. */
const seldom =
  (name: keyof typeof import('./seldom.ts')): Run =>
  async (args, flags, io) =>
    (await import('./seldom.ts'))[name](args, flags, io)

const loadAgents = () => import('./agents.ts')

/** A command of agents, imported only when it is called. */
const ofAgents =
  (name: 'agentHook' | 'tool' | 'tools'): Run =>
  async (args, flags, io) =>
    (await loadAgents())[name](args, flags, io)

/** The command of an operation; it and its flags are loaded when it is named. */
function ofOperation({ name, summary, operation, layout }: OperationCommandEntry): CommandDeclaration {
  const run: Run = async (args, flags, io) =>
    (await loadAgents()).operationCommand({ name: operation, command: name }, args, flags, io)
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
  { name: 'uninstall', summary: 'remove exactly what init added', run: seldom('uninstall') },
  {
    name: 'doctor',
    summary: 'prove that the hooks fire, and check everything else that init set up',
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
    name: 'agent-hook',
    args: '[agent] [moment]',
    summary: 'what agents call at moments of a session; always exit 0',
    hidden: true,
    run: ofAgents('agentHook'),
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
    summary: 'recompute a merge from its parents: no entry lost, fused, doubled or changed',
    formats: REPORT_FORMATS,
    run: seldom('verifyMerge'),
  },
  {
    name: 'merge-reports',
    args: '<dir>',
    summary: 'join the files that check --shard wrote into one report, as one machine would give it',
    formats: REPORT_FORMATS,
    run: seldom('mergeReports'),
  },
  {
    name: 'archive',
    args: '<file>',
    summary: 'move the oldest entries of a log, or one entry, to its archive, byte for byte',
    run: seldom('archive'),
  },
  {
    name: 'rename-tag',
    args: '<old> <new>',
    summary: 'rename a tag everywhere, and rebuild the derived files; every other byte stays',
    run: seldom('renameTag'),
  },
  {
    name: 'migrate',
    args: '[id...]',
    summary: 'bring old memory to the current format; nothing is lost and nothing invented',
    // A separate bundle: no other command needs the code of migrations.
    run: async (args, flags, io) => (await import('./migrate.ts')).migrate(args, flags, io),
  },
  {
    name: 'import',
    args: '[folder...]',
    summary: 'show what an agent remembers of this repository outside it, and with --write copy that into it',
    run: async (args, flags, io) => (await import('./migrate.ts')).importMemory(args, flags, io),
  },
  ...OPERATION_COMMANDS.map(ofOperation),
  {
    name: 'tool',
    args: '<name> [file]',
    summary: 'run any operation by name with JSON arguments; exit 1 when it is refused',
    run: ofAgents('tool'),
  },
  {
    name: 'tools',
    args: '[name]',
    summary: 'list every operation; one with its schemas',
    run: ofAgents('tools'),
  },
  {
    name: 'mcp',
    summary:
      'serve the same operations to an agent over the Model Context Protocol, on standard input and output',
    // A separate bundle: no other command needs the protocol.
    run: async (args, flags, io) => (await import('./mcp.ts')).mcp(args, flags, io),
  },
  {
    name: 'report',
    args: '[directory...]',
    summary:
      'describe the memory for people: health, budgets, growth, plans, tags; always exit 0. Of several checkouts, or a folder of them: one table',
    formats: MEMORY_FORMATS,
    run: async (args, flags, io) => (await import('./report.ts')).report(args, flags, io),
  },
  {
    name: 'find',
    args: '<query...>',
    summary: 'search everything that is remembered, of all layouts, best first',
    run: async (words, flags, io) => (await import('./find.ts')).find(words, flags, io),
  },
  {
    name: 'audit',
    summary: 'list statements that name code which has changed since they were written',
    run: seldom('audit'),
  },
  {
    name: 'files',
    args: '[path...]',
    summary: 'list every memory file, and the files that look like memory and are not read',
    run: seldom('files'),
  },
  {
    name: 'ci',
    summary: 'check a change in CI: its commits and merges since the base, and the result of merging it',
    formats: REPORT_FORMATS,
    // A separate bundle: no other command needs its reporters and plans.
    run: async (args, flags, io) => (await import('./ci.ts')).ci(args, flags, io),
  },
  {
    name: 'baseline',
    summary:
      'count the present findings in memkeep-baseline.json: they are not reported, and their number may only fall',
    run: seldom('baseline'),
  },
  {
    name: 'explain',
    args: '[rule]',
    summary: 'say what a rule checks, why, and how to fix a finding; without a rule, list them all',
    run: seldom('explain'),
  },
]

/** `memkeep check [PATH…]`: exit 1 when something at or above the fail level was found. */
async function check(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  if (flags.shard !== undefined) return seldom('checkShard')(paths, flags, io)
  return checkAndReport(checkOptions(paths, flags, io), flags, io)
}

import { resolve } from 'node:path'
import picocolors from 'picocolors'
import type { Colors } from 'picocolors/types'
import { asCalled, type CommandName } from '../core/command-name.ts'
import { momentOf } from '../core/date.ts'
import { safePath, safeText, UserError } from '../core/messages.ts'
import type { PlanStatus } from '../core/plan-status.ts'
import type { FailOn, Summary } from '../core/report.ts'
import type { CheckOptions } from '../engine/check-request.ts'
import { writeOutput } from '../engine/output.ts'

/** Where a command prints. */
export type Stream = {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** A terminal that answers questions. */
export type Dialogue = {
  /** Gives the line that was typed; null after Ctrl-C, Ctrl-D, or when the terminal is gone. */
  readonly ask: (question: string) => Promise<string | null>
  /** Without it the process goes on reading and does not end. */
  readonly close: () => void
}

/** Everything a command takes from the process; of `cli/` only `io.ts` reads it. */
export type Io = {
  readonly stdout: Stream
  readonly stderr: Stream
  /** Everything that is piped in, within `milliseconds` where they are given; read only when a command asks for it. */
  readonly stdin: (milliseconds?: number) => Promise<string>
  /** Begins to ask questions; absent where standard input or standard error is no terminal. */
  readonly openDialogue?: (() => Promise<Dialogue>) | undefined
  readonly env: { readonly [name: string]: string | undefined }
  readonly cwd: string
  readonly now: () => Date
  /** The program of this process and what starts the command again; absent where the process does other things as well. */
  readonly self?: readonly string[] | undefined
  /** How advice calls the command; `memkeep` when absent. */
  readonly command?: CommandName | undefined
}

/** Values of the flags in `flags.ts`, by name, without those of operations. A flag that is not given is absent; `color` and `cache` are then true. */
export type FlagValues = {
  readonly cwd?: string
  readonly config?: string
  readonly format?: Format
  readonly output?: string
  readonly quiet?: boolean
  readonly maxWarnings?: number
  readonly strict?: boolean
  readonly color: boolean
  readonly now?: string
  readonly cache: boolean
  readonly debug?: boolean
  readonly staged?: boolean
  readonly rev?: string
  readonly base?: string
  readonly shard?: string
  readonly parser?: 'auto' | 'remark'
  readonly failOn?: FailOn
  readonly sarif?: string
  readonly summary?: string
  readonly shards?: string
  readonly fix?: boolean
  readonly check?: boolean
  readonly keep?: number
  readonly explain?: boolean
  readonly entry?: string
  readonly reason?: string
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly editor?: boolean
  readonly codeowners?: string
  readonly agentHooks?: readonly string[] | true
  readonly clone?: boolean
  readonly list?: boolean
  readonly only?: readonly string[]
  readonly include?: readonly string[]
  readonly with?: readonly string[]
  readonly statusDefault?: PlanStatus
  readonly report?: string
  readonly trim?: boolean
  readonly allowDirty?: boolean
  readonly revert?: boolean
  readonly from?: string
  readonly write?: boolean
  readonly layouts?: readonly string[]
  readonly tools?: readonly string[]
  readonly layout?: readonly string[]
  readonly kind?: readonly string[]
  readonly tag?: readonly string[]
  readonly since?: string
  readonly until?: string
  readonly limit?: number
  readonly tokenBudget?: number
  readonly diff?: boolean
  readonly confirm?: readonly string[]
  readonly includeArchived?: boolean
  readonly models?: string
  readonly json?: string
}

/** Options of every command: its directory, settings file, use of the cache, and the day as `YYYY-MM-DD`. */
type CommonOptions = {
  readonly cwd: string
  readonly config: string | undefined
  readonly cache: boolean
  readonly today: string
}

/** Reads the common options from the flags, and the day from the clock where no flag names it. */
export function commonOptions({ cwd = '', config, cache, now }: FlagValues, io: Io): CommonOptions {
  return { cwd: resolve(io.cwd, cwd), config, cache, today: momentOf(now, io.now()).today }
}

/** Rules that `MEMKEEP_SKIP` turns off: `rule,rule`. */
export function skippedRules({ env }: Io): string[] {
  return (env.MEMKEEP_SKIP ?? '').split(',').flatMap((rule) => rule.trim() || [])
}

/** The options of a check, from the flags. */
export function checkOptions(paths: readonly string[], flags: FlagValues, io: Io): CheckOptions {
  const { base, parser, fix = false } = flags
  return {
    ...commonOptions(flags, io),
    paths,
    source: sourceOf(flags),
    fix,
    skip: skippedRules(io),
    base,
    parser,
  }
}

function sourceOf({ staged, rev }: FlagValues): CheckOptions['source'] {
  if (staged) return { kind: 'staged' }
  return rev === undefined ? { kind: 'work-tree' } : { kind: 'revision', revision: rev }
}

/** Writes the outcome of a command to the file of `--output`, else to standard output. A person at a terminal reads where it is. */
export async function deliver(text: string, { output, cwd = '' }: FlagValues, io: Io): Promise<void> {
  if (output === undefined) {
    io.stdout.write(text)
    return
  }
  const path = resolve(io.cwd, cwd, output)
  await writeOutput(path, text, output)
  if (io.stdout.isTTY) io.stderr.write(`wrote ${safePath(path)}\n`)
}

/** Prints notes on standard error, a line each, so that machine formats on standard output stay whole. */
export function printNotes(notes: readonly string[], io: Io): void {
  for (const note of notes) io.stderr.write(`memkeep: ${safeText(asCalled(note, io.command))}\n`)
}

/** 1 when a check found something at or above the fail level, and the reason where the report does not show it. */
export function exitCode(
  { errors, warnings }: Summary,
  { strict = false, maxWarnings }: FlagValues,
): { readonly code: 0 | 1; readonly notes: readonly string[] } {
  const tooMany = maxWarnings !== undefined && warnings > maxWarnings
  const code = errors > 0 || (strict && warnings > 0) || tooMany ? 1 : 0
  if (errors > 0 || code === 0) return { code, notes: [] }
  const reason = tooMany ? `more than --max-warnings ${maxWarnings}` : 'and --strict allows none'
  return { code, notes: [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${reason}`] }
}

/** Colors for standard output: off on request, for a file, and where the terminal does not show them. */
export function colorsFor({ color, output }: FlagValues, { env, stdout }: Io): Colors {
  return picocolors.createColors(color && output === undefined && wanted(env, stdout.isTTY ?? false))
}

/** Cells of a line of a terminal; without limit where the output is none, for programs read lines. */
export function columnsOf({ output }: FlagValues, { stdout }: Io): number {
  return (output === undefined && stdout.columns) || Number.POSITIVE_INFINITY
}

function wanted(env: Io['env'], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return isTerminal && env.TERM !== 'dumb'
}

/** How a report of findings can be printed. */
export const REPORT_FORMATS = ['stylish', 'json', 'sarif', 'github', 'junit', 'gitlab', 'markdown'] as const

/** The format of a report of findings, `stylish` by default. Other formats are refused before a command runs. */
export function reportFormat(format: Format | undefined): (typeof REPORT_FORMATS)[number] {
  return REPORT_FORMATS.find((one) => one === format) ?? 'stylish'
}

/** The formats of a memory's report, the usual one first. */
export const MEMORY_FORMATS = ['markdown', 'html', 'json'] as const

/** A name that `--format` takes. */
export type Format = (typeof REPORT_FORMATS)[number] | (typeof MEMORY_FORMATS)[number]

/** Every name that `--format` takes. */
export const FORMATS: readonly Format[] = [...new Set<Format>([...REPORT_FORMATS, ...MEMORY_FORMATS])]

/** The formats that special programs read. */
export type MachineFormat = Exclude<(typeof REPORT_FORMATS)[number], 'stylish' | 'json'>

/** The formats of every other outcome. */
const PLAIN_FORMATS: readonly Format[] = ['stylish', 'json']

/** Throws `UserError` when a command has no such format; `formats` are those that it has. */
export function assertFormat(
  command: string,
  format: Format | undefined,
  formats: readonly Format[] = PLAIN_FORMATS,
): void {
  if (format === undefined || formats.includes(format)) return
  throw new UserError(`${command} has no --format ${format}`, `It has ${formats.join(', ')}.`)
}

import { Command, CommanderError, Option } from 'commander'
import { VERSION } from '../engine/this-run.ts'
import { assertFormat, type FlagValues, type Io } from './command.ts'
import { COMMANDS, type CommandDeclaration } from './commands.ts'
import { commandFlags, type Flag, operationArguments } from './flag.ts'
import { FLAGS } from './flags.ts'
import type { OperationUse } from './operations/operation-command.ts'
import { redactingIo, reportFailure } from './run-command.ts'

/** Runs the command line: arguments in, exit code out. Prints to `io` only, and never throws. */
export function main(argv: readonly string[], outer: Io): Promise<number> {
  return redactingIo(outer, async (io) => {
    let code = 0
    try {
      const root = createProgram(io, await loadOperationUses(argv), (exit) => {
        code = exit
      })
      const cwd = argv.length === 0 ? '.' : onlyDirectory(argv)
      if (cwd !== null) {
        const { firstLook } = await import('./seldom.ts')
        return await firstLook([], { cwd, color: true, cache: true }, io)
      }
      await root.parseAsync([...argv], { from: 'user' })
      return code
    } catch (error) {
      if (error instanceof CommanderError && isHelpOrVersion(error)) return 0
      if (error instanceof CommanderError && error.code === 'commander.help') return 2
      reportFailure(error, { debug: argv.includes('--debug'), io })
      return 2
    }
  })
}

/** The directory of `-C DIR` without a command; null for anything else. */
function onlyDirectory(argv: readonly string[]): string | null {
  const [, value] = /^(?:-C|--cwd=)(.+)$/.exec(argv[0] ?? '') ?? []
  if (argv.length === 1) return value ?? null
  return argv.length === 2 && (argv[0] === '-C' || argv[0] === '--cwd') ? (argv[1] ?? null) : null
}

/** The flags of the operations of the command that is called; all others stay unloaded. */
async function loadOperationUses(argv: readonly string[]): Promise<OperationUses> {
  const word = commandWord(argv)
  const named = COMMANDS.filter(({ name, operation }) => operation && name.replace(/ .*$/, '') === word)
  if (named.length === 0) return new Map()
  const { operationUse } = await import('./agents.ts')
  return new Map(named.flatMap(({ operation }) => (operation ? [[operation, operationUse(operation)]] : [])))
}

/** The first word that is neither a flag of every command nor the value of one. */
function commandWord(argv: readonly string[]): string | undefined {
  const valued = FLAGS.filter(({ commands, flags }) => commands === undefined && flags.includes('<'))
  const names = new Set(valued.flatMap(({ flags }) => flags.match(/--?[a-z][a-z-]*/gi) ?? []))
  return argv.find((word, i) => !word.startsWith('-') && !names.has(argv[i - 1] ?? ''))
}

const EXIT_CODES = 'Exit codes: 0 clean, 1 findings, 2 wrong use, settings, git or I/O.'

/** What the commands of operations take, by the operation's name. */
type OperationUses = ReadonlyMap<string, OperationUse>

/**
 * Commander with every command and flag. `done` gets the exit code of the command that ran. Commands of operations without
 * an entry in `uses` can be listed but not run.
 */
function createProgram(io: Io, uses: OperationUses, done: (code: number) => void): Command {
  const root = configureCommand(new Command('memkeep'), io)
    .description("Keeps an AI agent's file-based memory healthy in git.")
    .version(VERSION, '-V, --version', 'print the version')
    .addHelpText('after', `\n${EXIT_CODES}\nmemkeep explain RULE says what a finding means.`)
  addFlags(
    root,
    FLAGS.filter(({ commands }) => commands === undefined),
  )
  for (const declaration of COMMANDS) {
    const use = uses.get(declaration.operation ?? '')
    groupOf(root, declaration, io).addCommand(subcommand(declaration, use, io, done), {
      hidden: declaration.hidden ?? false,
    })
  }
  return root
}

/** The group of a command: `memory` for `memory add`, and a group may hold groups. The first command of a group creates it. */
function groupOf(root: Command, { name, layout }: CommandDeclaration, io: Io): Command {
  return name
    .split(' ')
    .slice(0, -1)
    .reduce((above, group) => {
      const known = above.commands.find((one) => one.name() === group)
      if (known) return known
      const made = configureCommand(new Command(group), io).description(
        `run an operation of the layout ${layout}`,
      )
      above.addCommand(made)
      return made
    }, root)
}

/** True when commander stopped because it had printed help or the version. */
function isHelpOrVersion(error: CommanderError): boolean {
  return error.exitCode === 0
}

function subcommand(
  declaration: CommandDeclaration,
  use: OperationUse | undefined,
  io: Io,
  done: (code: number) => void,
): Command {
  const { name, summary, formats, run } = declaration
  const args = use ? operationArguments(use.flags) : declaration.args
  const command = configureCommand(new Command(name.replace(/^.* /, '')), io).description(summary)
  if (args) command.arguments(args)
  addFlags(
    command,
    FLAGS.filter(({ commands, ofAsking }) => commands?.includes(name) || (ofAsking && use?.asksModels)),
  )
  if (use) addFlags(command, commandFlags(use.flags))
  if (use && use.examples.length > 0) command.addHelpText('after', `\nExamples:\n${indented(use.examples)}`)
  return command.action(async () => {
    const flags = command.optsWithGlobals<FlagValues>()
    assertFormat(name, flags.format, formats)
    done(await run(command.args, flags, io))
  })
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}

/** Errors are thrown, not printed: `main` prints every error in one form. */
function configureCommand(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => io.stdout.columns || 80,
      getErrHelpWidth: () => io.stderr.columns || 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
}

function addFlags(command: Command, flags: readonly Flag[]): void {
  for (const flag of flags) command.addOption(toOption(flag))
}

function toOption(flag: Flag): Option {
  const { flags, summary, choices, conflicts, repeats, hidden, parse } = flag
  const option = new Option(flags, summary)
  if (hidden) option.hideHelp()
  if (choices) option.choices(choices)
  if (conflicts) option.conflicts([...conflicts])
  if (parse && repeats) option.argParser(listOf(parse))
  else if (parse) option.argParser(parse)
  return option
}

function listOf<T>(
  parse: (text: string) => T,
): (text: string, before: readonly T[] | undefined) => readonly T[] {
  return (text, before = []) => [...before, parse(text)]
}

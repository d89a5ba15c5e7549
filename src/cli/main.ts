import { Command, CommanderError, Option } from 'commander'
import { VERSION } from '../engine/version.ts'
import { COMMANDS, type CommandDeclaration } from './commands.ts'
import type { Flag } from './flags/flag.ts'
import { assertFormat } from './flags/formats.ts'
import { FLAGS, type FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { redactingIo, reportFailure } from './run-command.ts'

/** The command line: arguments in, exit code out. Prints to `io` only, and never throws. */
export function main(argv: readonly string[], outer: Io): Promise<number> {
  return redactingIo(outer, async (io) => {
    let code = 0
    try {
      const root = program(io, (exit) => {
        code = exit
      })
      if (argv.length === 0) {
        root.outputHelp({ error: true })
        return 2
      }
      await root.parseAsync([...argv], { from: 'user' })
      return code
    } catch (error) {
      if (error instanceof CommanderError && isAnswer(error)) return 0
      reportFailure(error, { debug: argv.includes('--debug'), stderr: io.stderr })
      return 2
    }
  })
}

const EXIT_CODES = 'Exit codes: 0 clean, 1 findings, 2 wrong use, settings, git or I/O.'

/** Commander, told of every command and flag. `done` gets the exit code of the command that ran. */
function program(io: Io, done: (code: number) => void): Command {
  const root = prepared(new Command('memkeep'), io)
    .description("Keeps an AI agent's file-based memory healthy in git.")
    .version(VERSION, '-V, --version', 'print the version')
    .addHelpText('after', `\n${EXIT_CODES}\nmemkeep explain RULE says what a finding means.`)
  addFlags(root, undefined)
  for (const declaration of COMMANDS) {
    root.addCommand(subcommand(declaration, io, done), { hidden: declaration.hidden ?? false })
  }
  return root
}

/** True when commander only stopped because it had printed what was asked for: help, or the version. */
function isAnswer(error: CommanderError): boolean {
  return error.exitCode === 0
}

function subcommand(declaration: CommandDeclaration, io: Io, done: (code: number) => void): Command {
  const { name, args, summary, formats, run } = declaration
  const command = prepared(new Command(name), io).description(summary)
  if (args) command.arguments(args)
  addFlags(command, name)
  return command.action(async () => {
    const flags = command.optsWithGlobals<FlagValues>()
    assertFormat(name, flags.format, formats)
    done(await run(command.args, flags, io))
  })
}

/** Errors are thrown, not printed: `main` prints every error in one form. */
function prepared(command: Command, io: Io): Command {
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

function addFlags(command: Command, name: string | undefined): void {
  for (const flag of FLAGS) {
    const isOwn = name === undefined ? flag.commands === undefined : flag.commands?.includes(name)
    if (isOwn) command.addOption(toOption(flag, name))
  }
}

function toOption(flag: Flag, command: string | undefined): Option {
  const { flags, summary, per, choices, conflicts, repeats, parse } = flag
  const option = new Option(flags, per?.[command ?? ''] ?? summary)
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

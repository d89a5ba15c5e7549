import { operationUse } from '../../src/cli/agents.ts'
import { COMMANDS, type CommandDeclaration } from '../../src/cli/commands.ts'
import { commandFlags, type Flag, operationArguments } from '../../src/cli/flag.ts'
import { FLAGS } from '../../src/cli/flags.ts'

/** What a text calls: the arguments behind `memkeep`, or null when it calls something else. */
export function memkeepArguments(words: readonly string[]): readonly string[] | null {
  const rest = words[0] === 'npx' ? words.slice(words[1] === '--no' ? 2 : 1) : words
  return rest[0] === 'memkeep' ? rest.slice(1) : null
}

/** The command that arguments call: the longest name of the table that they begin with. */
export function calledCommand(args: readonly string[]): CommandDeclaration | undefined {
  const called = COMMANDS.filter(({ name }) => `${args.join(' ')} `.startsWith(`${name} `))
  return called.sort((a, b) => b.name.length - a.name.length)[0]
}

/**
 * Says what is wrong with arguments of memkeep that a page shows; null when the table of commands has them all. In prose a
 * command may lack its arguments, and a word in capitals takes the place of any other.
 */
export function commandFault(args: readonly string[], inProse: boolean): string | null {
  const command = calledCommand(args)
  if (!command) {
    const isFine = args.length === 0 || (inProse && isNoCommand(args))
    return isFine ? null : `there is no command ${args.join(' ')}`
  }
  const rest = args.slice(command.name.split(' ').length)
  const flags = flagsOf(command)
  const plain: string[] = []
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i] ?? ''
    if (!/^-./.test(word)) {
      plain.push(word)
      continue
    }
    const [name = '', given] = word.split(/=(.*)/s)
    const flag = flags.find((one) => one.flags.split(/[ ,]+/).includes(name))
    if (!flag) return `${command.name} has no flag ${name}`
    const next = given ?? rest[i + 1]
    const takes =
      flag.flags.includes('<') || (flag.flags.includes('[') && next !== undefined && !/^-/.test(next))
    if (!takes) continue
    if (next === undefined) return inProse ? null : `${name} of ${command.name} has no value`
    if (flag.choices && !flag.choices.includes(next) && !isPlaceholder(next))
      return `${name} of ${command.name} takes ${flag.choices.join(', ')}, not ${next}`
    if (given === undefined) i++
  }
  return inProse ? null : argumentFault(command, plain)
}

/** A flag of no command, a group (`memkeep cowork`), or a word in capitals. */
function isNoCommand([first = '']: readonly string[]): boolean {
  return (
    ['--help', '--version', '-h', '-V'].includes(first) ||
    isPlaceholder(first) ||
    COMMANDS.some(({ name }) => name.startsWith(`${first} `))
  )
}

function isPlaceholder(word: string): boolean {
  return /^[A-Z…]/.test(word)
}

const HELP: Flag = { flags: '-h, --help', summary: '' }

function flagsOf({ name, operation }: CommandDeclaration): readonly Flag[] {
  const use = operation === undefined ? undefined : operationUse(operation)
  const common = FLAGS.filter(
    ({ commands, ofAsking }) =>
      commands === undefined || commands.includes(name) || (ofAsking && use?.asksModels),
  )
  return [HELP, ...common, ...(use ? commandFlags(use.flags) : [])]
}

function argumentFault(
  { name, args, operation }: CommandDeclaration,
  plain: readonly string[],
): string | null {
  const declared = (operation === undefined ? args : operationArguments(operationUse(operation).flags)) ?? ''
  const least = declared.match(/</g)?.length ?? 0
  const most = declared.includes('...') ? Number.POSITIVE_INFINITY : (declared.match(/[<[]/g)?.length ?? 0)
  if (plain.length >= least && plain.length <= most) return null
  return `${name} takes "${declared}", not "${plain.join(' ')}"`
}

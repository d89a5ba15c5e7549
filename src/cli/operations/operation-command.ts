import { UserError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { type AnyOperation, asksModels } from '../../operations/operation-call.ts'
import {
  flagArguments,
  type OperationFlag,
  operationFlags,
  settingFlags,
} from '../../operations/operation-flags.ts'
import { CALL_AGAIN, checkArguments } from '../../operations/read-input.ts'
import { operationNamed } from '../../operations/registry.ts'
import type { FlagValues } from '../flags.ts'
import type { Io } from '../io.ts'
import { callAndPrint } from './call-and-print.ts'

/** What the command of an operation takes, from its declaration. */
export type OperationUse = {
  readonly flags: readonly OperationFlag[]
  readonly asksModels: boolean
  /** Command lines to show in its help. */
  readonly examples: readonly string[]
}

/** Reads the use from the declaration, as plain data: the flag parser is in another bundle. */
export function operationUse(name: string): OperationUse {
  const asked = operationNamed(name)
  const { operation } = asked
  return {
    flags: [...operationFlags(operation), ...settingFlags(operation)],
    asksModels: asksModels(asked),
    examples: operation.command?.examples ?? [],
  }
}

/** Runs the command of an operation: 1 for a refusal. */
export async function operationCommand(
  { name, command }: { readonly name: string; readonly command: string },
  words: readonly string[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  const asked = operationNamed(name)
  const own = operationFlags(asked.operation)
  const all = [...own, ...settingFlags(asked.operation)]
  const values = new Map(all.map((flag) => [flag, givenValue(flag, all, words, flags)]))
  assertGiven(
    command,
    all.filter((flag) => flag.required && !flag.stdin && values.get(flag) === undefined),
  )
  for (const flag of all) {
    const isPiped = flag.stdin !== undefined && (values.get(flag) ?? (flag.required ? '-' : '')) === '-'
    if (isPiped) values.set(flag, await pipedText(flag, command, io))
  }
  const args = flagArguments(own, (flag) => values.get(flag))
  assertFits(asked, args, 'See --help for what the flags take.')
  const given = all.filter(({ isSetting }) => isSetting)
  const settings = flagArguments(given, (flag) => values.get(flag))
  return callAndPrint(asked, args, { words: own, settings, flags, io })
}

/** Throws `UserError` for arguments that do not fit the schema: in the shell that is wrong use, not a refusal. */
export function assertFits({ operation }: AnyOperation, args: Json, help: string): void {
  const checked = checkArguments(args, operation)
  if ('refusal' in checked) throw new UserError(checked.refusal, checked.help.replace(CALL_AGAIN, help))
}

function givenValue(
  flag: OperationFlag,
  all: readonly OperationFlag[],
  words: readonly string[],
  flags: FlagValues,
): Json | undefined {
  if (flag.isArgument) return argumentValue(flag, all, words)
  const value = (flags as { readonly [name: string]: Json | undefined })[attributeOf(flag.name)]
  if (isNegative(flag.name)) return value === false ? false : undefined
  return Array.isArray(value) && flag.type === 'list' ? value.flat() : value
}

function argumentValue(
  flag: OperationFlag,
  all: readonly OperationFlag[],
  words: readonly string[],
): Json | undefined {
  const at = all.filter(({ isArgument }) => isArgument).indexOf(flag)
  if (flag.type !== 'texts') return words[at]
  return words.length > at ? words.slice(at) : undefined
}

/** Commander's name of a flag's value: `tokenBudget` for `--token-budget`. */
function attributeOf(name: string): string {
  return name.replace(/^no-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function isNegative(name: string): boolean {
  return name.startsWith('no-')
}

/** Throws `UserError` that names all missing flags. */
function assertGiven(command: string, missing: readonly OperationFlag[]): void {
  const named = missing.map(({ name, isArgument }) => (isArgument ? name.toUpperCase() : `--${name}`))
  const last = named.pop()
  if (last === undefined) return
  const flags = named.length === 0 ? last : `${named.join(', ')} and ${last}`
  throw new UserError(`${command} needs ${flags}`, `See memkeep ${command} --help.`)
}

async function pipedText({ name, stdin }: OperationFlag, command: string, io: Io): Promise<string> {
  const text = await io.stdin()
  if (text.trim() !== '') return text
  throw new UserError(`${command} needs ${stdin}`, `Give it with --${name}, or pipe it in.`)
}

import { isAbsolute, resolve } from 'node:path'
import type { Json, JsonObject } from '../../core/json.ts'
import { safeLine, UserError } from '../../core/messages.ts'
import { readText } from '../../fs/text-files.ts'
import { CALL_AGAIN, checkArguments } from '../../operations/check-arguments.ts'
import { type AnyOperation, asksModels } from '../../operations/operation-call.ts'
import {
  flagArguments,
  type OperationFlag,
  operationFlags,
  settingFlags,
} from '../../operations/operation-flags.ts'
import { type ListedOperation, operationList, operationNamed } from '../../operations/registry.ts'
import { safeJson } from '../../reporters/json.ts'
import { deliver, type FlagValues, type Io } from '../command.ts'
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
  for (const flag of all) readElsewhere(flag, values, { cwd: resolve(io.cwd, flags.cwd ?? '') })
  for (const flag of all) {
    const others = [...values].filter(([other]) => flag.unless?.includes(other.path[0] ?? ''))
    const isAsked = flag.required || (flag.unless && others.every(([, value]) => value === undefined))
    const isPiped = flag.stdin !== undefined && (values.get(flag) ?? (isAsked ? '-' : '')) === '-'
    if (isPiped) values.set(flag, await pipedText(flag, command, io))
  }
  const args = flagArguments(own, (flag) => values.get(flag))
  assertFits(asked, args, 'See --help for what the flags take.')
  const given = all.filter(({ isSetting }) => isSetting)
  const settings = flagArguments(given, (flag) => values.get(flag))
  return callAndPrint(asked, args, { words: own, settings, flags, io })
}

/** A file that no operation finds by its name, such as one in another folder: its text is given. */
function readElsewhere(
  { readInto }: OperationFlag,
  values: Map<OperationFlag, Json | undefined>,
  { cwd }: { readonly cwd: string },
): void {
  const [own, names] =
    [...values].find(([flag]) => flag.readInto !== undefined && flag.readInto === readInto) ?? []
  const [into, text] = [...values].find(([flag]) => flag.path[0] === readInto) ?? []
  const [name, ...more] = Array.isArray(names) ? names.map(String) : []
  if (!own || !into || name === undefined || more.length > 0 || text !== undefined) return
  if (name.endsWith('.dsl') && !isAbsolute(name)) return
  values.set(own, undefined)
  values.set(into, name === '-' ? '-' : textOf(name, cwd))
}

function textOf(file: string, cwd: string): string {
  try {
    return readText(resolve(cwd, file))
  } catch (error) {
    throw new UserError(`cannot read ${file}`, error instanceof Error ? error.message : '', error)
  }
}

/** Throws `UserError` for arguments that do not fit the schema: in the shell that is wrong use, not a refusal. */
function assertFits({ operation }: AnyOperation, args: Json, help: string): void {
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
  const byName = flags as { readonly [name: string]: Json | undefined }
  const value = byName[attributeOf(flag.name)] ?? byName[attributeOf(flag.alias ?? flag.name)]
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

/** `memkeep tool NAME [FILE]`: runs any operation with JSON arguments from --json, a file or standard input; 1 for a refusal. */
export async function tool([name = '', file]: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const asked = operationNamed(name)
  const args = argumentsIn(await jsonText(file, flags, io))
  assertFits(asked, args, `See memkeep tools ${name} for its schema.`)
  return callAndPrint(asked, args, { words: [], flags, io })
}

/** `memkeep tools [NAME]`: every operation in a line, or one with its schemas; as JSON all with their schemas. */
export async function tools([name]: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const list = operationList(name === undefined ? undefined : operationNamed(name))
  const text = (): string => (name === undefined ? toolLines(list) : list.map(toolText).join('\n'))
  await deliver(flags.format === 'json' ? safeJson({ version: 1, tools: list }) : text(), flags, io)
  return 0
}

/** The operations of each layout, with what they do and their commands. */
function toolLines(list: readonly ListedOperation[]): string {
  const widest = Math.max(...list.map(({ name }) => name.length))
  const groups = new Map<string, string[]>()
  for (const { name, title, layout = 'all layouts', command } of list) {
    const lines = groups.get(layout) ?? []
    lines.push(`  ${name.padEnd(widest)}  ${title}${command === undefined ? '' : ` (${command})`}`)
    groups.set(layout, lines)
  }
  const parts = [...groups].map(([layout, lines]) => [layout, ...lines].map(safeLine).join('\n'))
  return `${parts.join('\n\n')}\n\nmemkeep tools NAME shows one with its schemas.\n`
}

/** An operation for people: its names, what it is for, and both schemas. */
function toolText({
  name,
  title,
  description,
  layout,
  command,
  readOnly,
  input,
  output,
}: ListedOperation): string {
  const facts = [
    layout === undefined ? 'all layouts' : `layout ${layout}`,
    readOnly ? 'reads' : 'writes',
    ...(command ? [command] : []),
  ]
  const schema = (value: JsonObject): string => JSON.stringify(value, null, 2)
  const parts = [title, facts.join(', '), description, `input: ${schema(input)}`, `output: ${schema(output)}`]
  const lines = parts.join('\n\n').split('\n')
  return `${[name, ...lines.map((line) => (line === '' ? '' : `  ${line}`))].map(safeLine).join('\n')}\n`
}

async function jsonText(file: string | undefined, { json, cwd = '' }: FlagValues, io: Io): Promise<string> {
  if (json !== undefined && file !== undefined) {
    throw new UserError('tool got arguments from --json and from a file', 'Give one of them.')
  }
  if (json !== undefined) return json
  return file === undefined || file === '-' ? io.stdin() : textOf(file, resolve(io.cwd, cwd))
}

/** Empty text means no arguments. */
function argumentsIn(text: string): Json {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError('the arguments are not JSON', reason)
  }
}

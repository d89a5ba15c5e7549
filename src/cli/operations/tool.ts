import { resolve } from 'node:path'
import { UserError } from '../../core/errors.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { safeLine } from '../../core/safe-text.ts'
import { readText } from '../../fs/text-files.ts'
import { type ListedOperation, operationList, operationNamed } from '../../operations/registry.ts'
import { safeJson } from '../../reporters/json.ts'
import type { FlagValues } from '../flags.ts'
import { deliver, type Io } from '../io.ts'
import { callAndPrint } from './call-and-print.ts'
import { assertFits } from './operation-command.ts'

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
  if (file === undefined || file === '-') return io.stdin()
  try {
    return readText(resolve(io.cwd, cwd, file))
  } catch (error) {
    throw new UserError(`cannot read ${file}`, error instanceof Error ? error.message : '', error)
  }
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

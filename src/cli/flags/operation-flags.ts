import type { Json } from '../../core/json.ts'
import type { OperationFlag } from '../../operations/operation-flags.ts'
import {
  type Flag,
  parseBoolean,
  parseJson,
  parseList,
  parseNumber,
  parseText,
  parseWholeNumber,
} from './flag.ts'

/** The arguments of an operation as commander reads them: `<task> [files...]`; empty for none. */
export function operationArguments(all: readonly OperationFlag[]): string {
  return all
    .filter(({ isArgument }) => isArgument)
    .map(({ name, type, required }) => {
      const text = type === 'texts' ? `${name}...` : name
      return required ? `<${text}>` : `[${text}]`
    })
    .join(' ')
}

/** The flags of an operation as the command line has them. */
export function commandFlags(all: readonly OperationFlag[]): readonly Flag[] {
  return all.filter(({ isArgument }) => !isArgument).flatMap(spellings)
}

function spellings(flag: OperationFlag): Flag[] {
  const { name, alias, type, choices } = flag
  const place = placeOf(flag)
  const own: Flag = {
    flags: `--${name}${place}`,
    summary: summaryOf(flag),
    ...(choices && !isList(type) ? { choices } : place !== '' && { parse: PARSERS[type] }),
    ...(isList(type) && { repeats: true }),
  }
  return alias === undefined ? [own] : [own, { ...own, flags: `--${alias}${place}`, hidden: true }]
}

function placeOf({ name, type, value }: OperationFlag): string {
  if (name.startsWith('no-')) return ''
  return type === 'boolean' ? ' [boolean]' : ` <${value}>`
}

function summaryOf({ summary, type, choices = [], required, stdin }: OperationFlag): string {
  const named = choices.length > 0 ? `: ${choices.join(', ')}` : ''
  const list =
    type === 'list' ? ` (separated by commas${named})` : type === 'texts' ? `; may be repeated${named}` : ''
  if (stdin !== undefined)
    return `${summary}${list}; ${required ? 'when absent, standard input is read' : '- reads standard input'}`
  return `${summary}${list}${required ? '; required' : ''}`
}

function isList(type: OperationFlag['type']): boolean {
  return type === 'list' || type === 'texts'
}

const PARSERS: { readonly [type in OperationFlag['type']]: (text: string) => Json } = {
  text: parseText,
  integer: parseWholeNumber,
  number: parseNumber,
  boolean: parseBoolean,
  list: parseList,
  texts: parseText,
  json: parseJson,
}

import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser'
import type { Json } from '../core/json.ts'
import { lineEndOf } from './line-end.ts'

/** Where in a value: keys, and numbers for items of a list; -1 is behind the last one. */
export type JsonPath = readonly (string | number)[]

const BOM = '\ufeff'

/** Parses JSON with comments and trailing commas, as editors keep their settings; undefined when it is not that. */
export function readJsonc(text: string): Json | undefined {
  const errors: ParseError[] = []
  const value = parse(withoutBom(text), errors, { allowTrailingComma: true })
  return errors.length > 0 ? undefined : value
}

/** Sets a value, or takes it out for undefined; comments and everything else stay as they are. */
export function withJsoncValue(text: string, path: JsonPath, value: Json | undefined): string {
  const start = text.startsWith(BOM) ? BOM : ''
  const body = withoutBom(text)
  const edits = modify(body, [...path], value, {
    isArrayInsertion: value !== undefined && typeof path.at(-1) === 'number',
    formattingOptions: { insertSpaces: !/^\t/m.test(body), tabSize: indentOf(body), eol: lineEndOf(body) },
  })
  return start + applyEdits(body, edits)
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text
}

function indentOf(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2
}

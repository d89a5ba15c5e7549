import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'
import { markdownTable } from './markdown-table.ts'

/** The inputs of the action, as its `action.yml` declares them. */
export function actionInputs(path: string): string {
  return inputTable(member(fileAt(path), 'inputs'))
}

/** The inputs of a workflow that others call. */
export function workflowInputs(path: string): string {
  return inputTable(member(member(member(fileAt(path), 'on'), 'workflow_call'), 'inputs'))
}

function inputTable(inputs: JsonObject): string {
  const rows = Object.entries(inputs).map(([name, input]) => {
    const { description, default: byDefault } = isJsonObject(input) ? input : {}
    return [`\`${name}\``, defaultText(byDefault), String(description)]
  })
  return markdownTable(['input', 'default', 'means'], rows)
}

/** An expression is read by GitHub alone. */
function defaultText(value: Json | undefined): string {
  if (value === undefined || value === '') return ''
  return /^\$\{\{/.test(String(value)) ? "the job's own" : `\`${String(value)}\``
}

function fileAt(path: string): JsonObject {
  const value: Json = parse(readFileSync(path, 'utf8'))
  if (!isJsonObject(value)) throw new Error(`${path} is no map`)
  return value
}

function member(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  if (!isJsonObject(value)) throw new Error(`there is no ${key}`)
  return value
}

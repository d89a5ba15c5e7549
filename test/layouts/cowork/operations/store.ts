import { expect } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Operation, OperationAnswer } from '../../../../src/core/operation.ts'
import { checkSchema } from '../../../../src/formats/schema.ts'
import { cowork } from '../../../../src/layouts/cowork/layout.ts'
import { checkArguments } from '../../../../src/operations/check-arguments.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import { checkLiteral, type Files, indexLiteral, memoryFor } from '../../../helpers/check-literal.ts'

/** An instant of the calls. */
export const NOW = '2026-03-02T08:00:00.250Z'
export const MILLIS = Date.parse(NOW)

type Answered = Extract<OperationAnswer, { data: JsonObject }>

/** What a call made: the memory after it, with its derived files. */
export type Called = { readonly answer: Answered; readonly data: JsonObject; readonly files: Files }

type Call = {
  readonly files: Files
  readonly args?: JsonObject
  readonly now?: string
  readonly settings?: string
}

/** Asks for a refusal. */
export async function refused(operation: Operation, { files, args = {}, now = NOW }: Call): Promise<string> {
  const checked = checkArguments(args, operation)
  if ('refusal' in checked) return checked.refusal
  const answer = await askOperation(operation, { files, args, layout: cowork, now })
  expect(answer).toHaveProperty('refusal')
  return 'refusal' in answer ? `${answer.refusal} → ${answer.help}` : ''
}

/**
 * Calls an operation on texts in memory. The check of exactly that change finds no error; the answer fits its schema; and a
 * second call does nothing more, where the operation says so.
 */
export async function call(operation: Operation, { files, args = {}, now = NOW }: Call): Promise<Called> {
  expect(checkArguments(args, operation)).toHaveProperty('args')
  const before = await indexLiteral(files)
  const made = await madeBy(operation, { files: before, args, now })
  if (operation.idempotent && !made.answer.dryRun) {
    const again = await madeBy(operation, { files: made.files, args, now: '2026-03-02T09:00:00.000Z' })
    expect(again.answer.plan ?? new Map()).toEqual(new Map())
  }
  return made
}

async function madeBy(operation: Operation, { files, args = {}, now = NOW }: Call): Promise<Called> {
  const answer = await askOperation(operation, { files, args, layout: cowork, now })
  if ('refusal' in answer) throw new Error(`${answer.refusal} → ${answer.help}`)
  expect(checkSchema(answer.data, operation.output)).toEqual([])
  if (operation.readOnly) expect(answer.plan).toBeUndefined()
  const after: { [path: string]: Files[string] } = { ...files }
  for (const [path, file] of answer.dryRun ? [] : (answer.plan ?? [])) {
    if (file.kind === 'delete') delete after[path]
    else if (file.kind === 'text') after[path] = file.text
  }
  const all = await indexLiteral(after)
  const { diagnostics, memories } = await checkLiteral(all, { before: files })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const memory = memoryFor(memories, cowork)
  if (answer.review && memory && !answer.dryRun)
    expect(answer.review({ memory, sources: new Map(), findings: [] })).toBeNull()
  return { answer, data: answer.data, files: all }
}

/** A JSON file of a memory, parsed. */
export function parsed(files: Files, path: string): JsonObject {
  return JSON.parse(String(files[path]).replace(/^\ufeff/, ''))
}

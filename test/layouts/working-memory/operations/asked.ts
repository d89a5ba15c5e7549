import type { Diagnostic } from '../../../../src/core/diagnostic.ts'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Operation, OperationAnswer, Refusal } from '../../../../src/core/operation.ts'
import { workingMemory } from '../../../../src/layouts/working-memory/layout.ts'
import { type Asking, askOperation } from '../../../helpers/ask-operation.ts'
import { checkLiteral, type Files } from '../../../helpers/check-literal.ts'

type Answered = Exclude<OperationAnswer, Refusal>

/** Asks an operation of the layout about texts in memory. */
export function ask(
  operation: Operation,
  files: Files,
  args: JsonObject,
  more: Partial<Asking> = {},
): Promise<OperationAnswer> {
  return askOperation(operation, { files, args, layout: workingMemory, stale: true, ...more })
}

/** The same where it must not be refused. */
export async function answered(
  operation: Operation,
  files: Files,
  args: JsonObject,
  more: Partial<Asking> = {},
): Promise<Answered> {
  const answer = await ask(operation, files, args, more)
  if ('refusal' in answer) throw new Error(`${answer.refusal}\n${answer.help}`)
  return answer
}

/** The texts after an answer's plan. */
export function carriedOut(files: Files, answer: OperationAnswer): Files {
  const plan = 'refusal' in answer ? undefined : answer.plan
  const after = new Map(Object.entries(files))
  for (const [path, file] of plan ?? []) {
    if (file.kind === 'text') after.set(path, file.text)
    else after.delete(path)
  }
  return Object.fromEntries(after)
}

/** What the check of exactly this change finds that refuses it. */
export async function errorsOf(before: Files, after: Files): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await checkLiteral(after, { before })
  return diagnostics.filter((one) => one.new && one.severity === 'error')
}

/** Everything that the check of exactly this change finds. */
export async function findingsOf(before: Files, after: Files): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await checkLiteral(after, { before })
  return diagnostics.filter((one) => one.new)
}
